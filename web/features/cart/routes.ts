import type { RouteObject } from 'react-router-dom';
import { page } from '#web/routing/page.tsx';

export const cartRoutes: RouteObject[] = [
  page('cart-manager', {
    module: 'features/cart/CartPage.tsx',
    load: () => import('./CartPage.tsx'),
    shopperOnly: true,
  }),
];
