import type { RouteObject } from 'react-router-dom';
import type { Dimension } from '#web/catalogue/listing-url.ts';
import { page } from '#web/routing/page.tsx';

export const listingRoutes: RouteObject[] = [
  page('product', {
    module: 'features/listing/ProductListPage.tsx',
    load: () => import('./ProductListPage.tsx'),
  }),
  collectionRoute('category'),
  collectionRoute('publisher'),
  collectionRoute('author'),
  collectionRoute('language'),
];

function collectionRoute(dimension: Dimension): RouteObject {
  return page(`${dimension}/:name`, {
    module: 'features/listing/CollectionPage.tsx',
    load: async () => (await import('./CollectionPage.tsx')).collectionPage(dimension),
  });
}
