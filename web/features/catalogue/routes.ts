import type { RouteObject } from 'react-router-dom';
import { page } from '#web/routing/page.tsx';

export const catalogueRoutes: RouteObject[] = [
  page('product', {
    module: 'features/catalogue/ProductListPage.tsx',
    load: () => import('./ProductListPage.tsx'),
    messages: ['catalogue'],
  }),
];
