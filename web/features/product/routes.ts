import type { RouteObject } from 'react-router-dom';
import { page } from '#web/routing/page.tsx';

export const productRoutes: RouteObject[] = [
  page('product/:sku', {
    module: 'features/product/ProductPage.tsx',
    load: () => import('./ProductPage.tsx'),
  }),
];
