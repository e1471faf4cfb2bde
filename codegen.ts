import { hash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { InMemoryCache } from '@apollo/client';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { type DocumentNode, parse, print, Source } from 'graphql';

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

const apolloCache = new InMemoryCache();
/** The texts of the storefront's operations by their SHA-256. */
const trustedDocuments = new Map<string, string>();

/** Stores an operation's text as Apollo Client would send it, and returns its hash for the generated document. */
function trustDocument(document: DocumentNode): { hash: string } {
  const text = print(apolloCache.transformDocument(document));
  const sha256Hash = hash('sha256', text);
  trustedDocuments.set(sha256Hash, text);
  return { hash: sha256Hash };
}

/** Writes the manifest. It is copied into each build, where the gateway loads it at startup. */
function writeTrustedDocuments(): void {
  const manifest = Object.fromEntries([...trustedDocuments].sort());
  writeFileSync('web/generated/trusted-documents.json', `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The documents of the storefront. Those of the sandbox are examples. */
const storefrontDocuments = { pattern: 'web/**/*.graphql', exclude: 'web/sandbox/**' };

/** Reports a syntax error with its file and line. The code generator's own message has neither. */
function checkSyntax(): void {
  const { pattern, exclude } = storefrontDocuments;
  for (const file of ['schema.graphql', ...globSync(pattern, { exclude: [exclude] })]) {
    parse(new Source(readFileSync(file, 'utf8'), file));
  }
}

/** With `--silent`, the code generator does not print errors either. */
function printError(error: string): void {
  process.stderr.write(`${error}\n`);
}

/**
 * Generates the resolver types of the gateway from `schema.graphql`. For the storefront, generates the types of inputs,
 * enums and scalars (`web/generated/schema.ts`) and one `*.generated.ts` next to each `.graphql` document outside the
 * sandbox, with typed documents and Apollo hooks. The texts of the documents go to
 * `web/generated/trusted-documents.json`, and their hashes into the typed documents.
 */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  generates: {
    'gateway/generated/resolvers.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        ...shared,
        // Amounts are paise inside the gateway. The scalar converts them in requests and responses.
        scalars: { ...scalars, Rupees: 'number' },
        contextType: '../graphql/context.ts#GatewayContext',
        // The parent objects of resolvers: records of the gateway instead of the schema's shapes.
        mappers: {
          Node: '../graphql/resolvers/node.ts#NodeParent',
          Product: '../domain/product.ts#CatalogueProduct',
          Category: '../domain/product.ts#Collection as CollectionRecord',
          Publisher: '../domain/product.ts#Collection as CollectionRecord',
          Author: '../domain/product.ts#Collection as CollectionRecord',
          Language: '../domain/product.ts#Collection as CollectionRecord',
          Collection: '../domain/product.ts#Collection as CollectionRecord',
          CollectionConnection: '../catalogue/collections.ts#CollectionPage',
          CollectionEdge: '../catalogue/collections.ts#CollectionPageEdge',
          ProductChange: '../catalogue/product-changes.ts#ProductChange as ProductChangeRecord',
          ProductFacets: '../catalogue/product-page.ts#ProductPage',
          ProductConnection: '../catalogue/product-page.ts#ProductPage',
          ProductEdge: '../catalogue/product-page.ts#ProductPageEdge',
          Coupon: '../rest/catalogue-schema.ts#CouponRecord',
          Notification: '../rest/catalogue-schema.ts#NotificationRecord',
          Slide: '../rest/catalogue-schema.ts#SlideRecord',
          SlideTranslation: '../rest/catalogue-schema.ts#SlideTranslationRecord',
          MarketingPost: '../rest/catalogue-schema.ts#PostRecord',
          RegisterPayload: '../graphql/resolvers/account.ts#RegistrationPayload',
          User: '../rest/shoppers.ts#ShopperRecord',
          Address: '../graphql/resolvers/user.ts#ShopperAddress',
          Cart: '../rest/shoppers.ts#ShopperRecord',
          Wishlist: '../rest/shoppers.ts#ShopperRecord',
          WishlistItemConnection: '../customers/wishlist.ts#WishlistPage',
          WishlistItemEdge: '../customers/wishlist.ts#WishlistPageEdge',
          ShipmentConnection: '../orders/order-list.ts#OrderPage',
          ShipmentEdge: '../orders/order-list.ts#OrderPageEdge',
          Shipment: '../rest/order-schema.ts#OrderRecord',
          OrderStep: '../rest/order-schema.ts#OrderStepRecord',
          ShipmentLine: '../rest/order-schema.ts#OrderLineRecord',
          CheckoutQuoteLine: '../orders/quote.ts#QuoteLine',
        },
      },
    },
    'web/generated/schema.ts': {
      plugins: ['typescript'],
      config: { ...shared, onlyOperationTypes: true, scalars: { ...scalars, Rupees: 'number' } },
    },
    'web/': {
      documents: [storefrontDocuments.pattern, `!${storefrontDocuments.exclude}`],
      preset: 'near-operation-file',
      presetConfig: {
        baseTypesPath: 'generated/schema.ts',
        extension: '.generated.ts',
        importTypesNamespace: 'Schema',
      },
      plugins: ['typescript-operations', 'typed-document-node', './web/apollo/hooks-plugin.ts'],
      config: {
        ...shared,
        importSchemaTypesFrom: 'web/generated/schema.ts',
        scalars: { ...scalars, Rupees: 'number' },
        optimizeDocumentNode: true,
        importExtension: '.ts',
        unstable_onExecutableDocumentNode: trustDocument,
      },
    },
  },
  hooks: { afterStart: checkSyntax, beforeDone: writeTrustedDocuments, onError: printError },
};

export default config;
