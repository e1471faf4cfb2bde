import type { RouteObject } from 'react-router-dom';
import { page } from '#web/routing/page.tsx';
import type { Dimension } from './listing-address.ts';
import type { ListedDimension } from './shelf-kinds.ts';

export const catalogueRoutes: RouteObject[] = [
  page('product', {
    module: 'features/catalogue/ProductListPage.tsx',
    load: () => import('./ProductListPage.tsx'),
    messages: ['catalogue'],
  }),
  shelvesRoute('category'),
  shelvesRoute('publisher'),
  shelvesRoute('author'),
  shelfRoute('category'),
  shelfRoute('publisher'),
  shelfRoute('author'),
  shelfRoute('language'),
];

function shelvesRoute(dimension: ListedDimension): RouteObject {
  return page(dimension, {
    module: 'features/catalogue/ShelvesPage.tsx',
    load: async () => (await import('./ShelvesPage.tsx')).shelvesPage(dimension),
    messages: ['catalogue'],
  });
}

function shelfRoute(dimension: Dimension): RouteObject {
  return page(`${dimension}/:name`, {
    module: 'features/catalogue/ShelfPage.tsx',
    load: async () => (await import('./ShelfPage.tsx')).shelfPage(dimension),
    messages: ['catalogue'],
  });
}
