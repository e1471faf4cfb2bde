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
 * Generates the resolver types of the gateway from `schema.graphql`, and for the storefront one
 * `*.generated.ts` next to each `.graphql` document, with typed documents and Apollo hooks.
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
          Product: '../domain/product.ts#CatalogueProduct',
          Category: '../domain/product.ts#Collection',
          Publisher: '../domain/product.ts#Collection',
          Author: '../domain/product.ts#Collection',
          Language: '../domain/product.ts#Collection',
          CategoryConnection: '../catalogue/collections.ts#CollectionPage',
          CategoryEdge: '../catalogue/collections.ts#CollectionPageEdge',
          PublisherConnection: '../catalogue/collections.ts#CollectionPage',
          PublisherEdge: '../catalogue/collections.ts#CollectionPageEdge',
          AuthorConnection: '../catalogue/collections.ts#CollectionPage',
          AuthorEdge: '../catalogue/collections.ts#CollectionPageEdge',
          ProductFacets: '../catalogue/product-page.ts#ProductPage',
          ProductConnection: '../catalogue/product-page.ts#ProductPage',
          ProductEdge: '../catalogue/product-page.ts#ProductPageEdge',
          Coupon: '../rest/content-schema.ts#CouponRecord',
          Slide: '../rest/content-schema.ts#SlideRecord',
          MarketingPost: '../rest/content-schema.ts#PostRecord',
          User: '../rest/user-schema.ts#ShopperRecord',
          Address: '../rest/user-schema.ts#AddressRecord',
          Cart: '../rest/user-schema.ts#ShopperRecord',
          Wishlist: '../rest/user-schema.ts#ShopperRecord',
          ShipmentConnection: '../orders/order-list.ts#OrderPage',
          ShipmentEdge: '../orders/order-list.ts#OrderPageEdge',
          Shipment: '../rest/order-schema.ts#OrderRecord',
          ShipmentLine: '../rest/order-schema.ts#OrderLineRecord',
          CheckoutQuote: '../orders/quote.ts#Quote',
          CheckoutQuoteLine: '../orders/quote.ts#QuoteLine',
        },
      },
    },
    'web/generated/schema.ts': {
      plugins: ['typescript'],
      config: { ...shared, onlyOperationTypes: true, scalars: { ...scalars, Rupees: 'number' } },
    },
    'web/': {
      documents: ['web/**/*.graphql', '!web/sandbox/**'],
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
