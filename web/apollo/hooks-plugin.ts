import type { CodegenPlugin } from '@graphql-codegen/plugin-helpers';
import { Kind, type OperationDefinitionNode } from 'graphql';

/**
 * A codegen plugin that gives every query and mutation its Apollo hook, such as `useOrdersQuery` and
 * `useSetDefaultAddressMutation`. The hook of a query with required variables takes either options with the variables
 * or Apollo's `skipToken`.
 *
 * It replaces typescript-react-apollo 5, whose hooks do not type-check against Apollo Client 4.
 */
export const plugin: CodegenPlugin['plugin'] = (_schema, documents) => {
  const operations = documents
    .flatMap(({ document }) => document?.definitions ?? [])
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (operations.length === 0) return schemaExport;
  const names = [...new Set(operations.flatMap(generateImports))].sort();
  return {
    prepend: [`import { ${names.join(', ')} } from '@apollo/client/react';`],
    content: [...operations.map(generateHook), schemaExport].join('\n'),
  };
};

/** The preset imports the schema's types into every file. Exporting them prevents errors about unused imports. */
const schemaExport = 'export type { Schema };';

function generateImports({ operation }: OperationDefinitionNode): string[] {
  return operation === 'query' ? ['type SkipToken', 'useQuery'] : ['useMutation'];
}

function generateHook(definition: OperationDefinitionNode): string {
  const name = definition.name?.value;
  if (name === undefined)
    throw new Error('Every operation needs a name, because its hook is named after it.');
  if (definition.operation === 'mutation') {
    const types = `<${name}Mutation, ${name}MutationVariables>`;
    return `export const use${name}Mutation = (options: useMutation.Options${types} = {}) => useMutation${types}(${name}Document, options);`;
  }
  const types = `<${name}Query, ${name}QueryVariables>`;
  const parameter = needsVariables(definition)
    ? `options: (useQuery.Options${types} & { variables: ${name}QueryVariables }) | SkipToken`
    : `options: useQuery.Options${types} | SkipToken = {}`;
  return `export const use${name}Query = (${parameter}) => useQuery(${name}Document, options);`;
}

function needsVariables({ variableDefinitions }: OperationDefinitionNode): boolean {
  return (variableDefinitions ?? []).some(
    ({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined,
  );
}
