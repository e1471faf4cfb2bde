import type { CodegenConfig } from '@graphql-codegen/cli';

const scalars = {
  ID: { input: 'string', output: 'string' },
  Date: 'string',
  DateTime: 'string',
  URL: 'string',
};

const shared = {
  useTypeImports: true,
  enumsAsTypes: true,
  strictScalars: true,
};

/**
 * Makes, from `schema.graphql` alone, the gateway's resolver types, and for the storefront one
 * `*.generated.ts` beside each `.graphql` document: typed documents and Apollo hooks.
 */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  generates: {
    'gateway/generated/resolvers.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        ...shared,
        // Inside the gateway an amount is a number of paise; the scalar converts at the door.
        scalars: { ...scalars, Rupees: 'number' },
        contextType: '../graphql/context.ts#GatewayContext',
      },
    },
    'web/generated/schema.ts': {
      plugins: ['typescript'],
      config: { ...shared, onlyOperationTypes: true, scalars: { ...scalars, Rupees: 'number' } },
    },
    'web/': {
      documents: ['web/**/*.graphql'],
      preset: 'near-operation-file',
      presetConfig: {
        baseTypesPath: 'generated/schema.ts',
        extension: '.generated.ts',
        importTypesNamespace: 'Schema',
      },
      plugins: ['typescript-operations', 'typed-document-node', './web/apollo/hooks-plugin.ts'],
      config: {
        ...shared,
        scalars: { ...scalars, Rupees: 'number' },
        optimizeDocumentNode: true,
        importExtension: '.ts',
      },
    },
  },
};

export default config;
