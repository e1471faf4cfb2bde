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
        // What a resolver of the type is handed: the gateway's own records, not the schema's shapes.
        mappers: {
          Product: '../catalogue/product.ts#CatalogueProduct',
          Category: '../catalogue/shelf.ts#Shelf',
          Publisher: '../catalogue/shelf.ts#Shelf',
          Author: '../catalogue/shelf.ts#Shelf',
          Language: '../catalogue/shelf.ts#Shelf',
          CategoryConnection: '../catalogue/shelf-list.ts#ShelfPage',
          CategoryEdge: '../catalogue/shelf-list.ts#ShelfPageEntry',
          PublisherConnection: '../catalogue/shelf-list.ts#ShelfPage',
          PublisherEdge: '../catalogue/shelf-list.ts#ShelfPageEntry',
          AuthorConnection: '../catalogue/shelf-list.ts#ShelfPage',
          AuthorEdge: '../catalogue/shelf-list.ts#ShelfPageEntry',
          ProductFacets: '../catalogue/page.ts#ProductPage',
          ProductConnection: '../catalogue/page.ts#ProductPage',
          ProductEdge: '../catalogue/page.ts#ProductPageEntry',
          Coupon: '../rest/content-shapes.ts#CouponRecord',
          Slide: '../rest/content-shapes.ts#SlideRecord',
          MarketingPost: '../rest/content-shapes.ts#PostRecord',
          User: '../rest/shopper-shapes.ts#ShopperRecord',
          Address: '../rest/shopper-shapes.ts#AddressRecord',
          Cart: '../rest/shopper-shapes.ts#ShopperRecord',
          Wishlist: '../rest/shopper-shapes.ts#ShopperRecord',
          ShipmentConnection: '../resolvers/order-page.ts#OrderPage',
          ShipmentEdge: '../resolvers/order-page.ts#OrderPageEntry',
          Shipment: '../rest/order-shapes.ts#OrderRecord',
          ShipmentLine: '../rest/order-shapes.ts#OrderLineRecord',
          CheckoutQuote: '../checkout/quote.ts#Quote',
          CheckoutQuoteLine: '../checkout/quote.ts#QuoteLine',
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
