/**
 * The layers, from the lowest to the highest. A folder or file may import only from lower layers, which are listed
 * before it, so there are no cycles between folders. The entries of one layer, and the folders that match a `*`, are
 * siblings and never import each other. A file that is listed itself does not belong to the layer of its folder.
 */
export const importLayers: readonly string[][] = [
  [
    'rest-api/error-message.ts',
    'rest-api/format-count.ts',
    'rest-api/read-lines.ts',
    'rest-api/shop-details.ts',
  ],
  ['rest-api/config.ts', 'rest-api/logging.ts'],
  ['rest-api/domain'],
  ['rest-api/database'],
  ['rest-api/http'],
  ['rest-api/mail'],
  ['rest-api/catalogue'],
  ['rest-api/shoppers'],
  ['rest-api/orders', 'rest-api/password-reset'],
  ['rest-api/demo'],
  ['rest-api/import'],
  ['rest-api/backup'],
  ['rest-api/delete-expired.ts'],
  ['rest-api/endpoints'],
  ['rest-api/admin'],
  ['rest-api/serve-shop.ts'],
  ['rest-api/service.ts'],
  ['rest-api/main.ts'],

  ['gateway/generated', 'gateway/cli.ts'],
  ['gateway/config.ts'],
  ['gateway/domain'],
  ['gateway/concurrency'],
  ['gateway/storage'],
  ['gateway/telemetry'],
  ['gateway/rest'],
  ['gateway/catalogue'],
  ['gateway/auth'],
  ['gateway/customers'],
  ['gateway/orders'],
  ['gateway/images'],
  ['gateway/quota'],
  ['gateway/graphql'],
  ['gateway/http'],
  ['gateway/services.ts'],
  ['gateway/gateway.ts'],
  ['gateway/shop.ts'],
  ['gateway/embedded-rest-api.ts'],

  ['web/generated', 'web/shop', 'web/memoize.ts', 'web/payload.ts', 'web/store.ts', 'web/zod.ts'],
  ['web/i18n'],
  ['web/ui'],
  ['web/build'],
  ['web/routing'],
  ['web/auth'],
  ['web/offline'],
  ['web/apollo'],
  ['web/cart'],
  ['web/address'],
  ['web/quote'],
  ['web/catalogue'],
  ['web/orders'],
  ['web/features/*'],
  ['web/app'],
  ['web/developers'],
  ['web/server'],
  ['web/entry-server.tsx', 'web/entry-client.tsx'],
  ['web/server.ts'],
  ['web/sandbox', 'web/vite.config.ts'],

  // The entry points of npm scripts. Some of them pass the storefront to the gateway, so they are above both.
  ['gateway/bin'],
];

/** The tiers depend only on each other's contracts: only files in these folders may import another tier. */
export const foldersImportingOtherTiers = ['gateway/bin'];

/**
 * Code generated from GraphQL documents, which may use any fragment. Such files may import any file, and any file of
 * their tier may import them.
 */
export const generatedFilePattern = /\.generated\.ts$/;
