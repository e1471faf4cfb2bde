import type { RouteObject } from 'react-router-dom';
import { page } from '#web/routing/page.tsx';

export const wishlistRoutes: RouteObject[] = [
  page('wish-list', {
    module: 'features/wishlist/WishlistPage.tsx',
    load: () => import('./WishlistPage.tsx'),
    shopperOnly: true,
  }),
  page('user-wish-list', {
    module: 'features/wishlist/VisitorWishlistPage.tsx',
    load: () => import('./VisitorWishlistPage.tsx'),
    needsScripts: true,
  }),
  page('cart-without-login', {
    module: 'features/wishlist/VisitorCartPage.tsx',
    load: () => import('./VisitorCartPage.tsx'),
    needsScripts: true,
  }),
];
