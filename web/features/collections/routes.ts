import type { RouteObject } from 'react-router-dom';
import type { ListedDimension } from '#web/catalogue/collections.ts';
import { page } from '#web/routing/page.tsx';

export const collectionsRoutes: RouteObject[] = [
  collectionsRoute('category'),
  collectionsRoute('publisher'),
  collectionsRoute('author'),
];

function collectionsRoute(dimension: ListedDimension): RouteObject {
  return page(dimension, {
    module: 'features/collections/CollectionsPage.tsx',
    load: async () => (await import('./CollectionsPage.tsx')).collectionsPage(dimension),
  });
}
