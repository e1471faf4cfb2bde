import type { RouteObject } from 'react-router-dom';
import { accountRoutes } from '#web/features/account/routes.ts';
import { cartRoutes } from '#web/features/cart/routes.ts';
import { catalogueRoutes } from '#web/features/catalogue/routes.ts';
import { checkoutRoutes } from '#web/features/checkout/routes.ts';
import { homeRoutes } from '#web/features/home/routes.ts';
import { pagesRoutes } from '#web/features/pages/routes.ts';
import { productRoutes } from '#web/features/product/routes.ts';
import { wishlistRoutes } from '#web/features/wishlist/routes.ts';
import { movedTo } from '#web/routing/page.tsx';
import { Layout } from './Layout.tsx';
import { layoutLoader } from './layout-loader.ts';
import { PageFailure } from './PageFailure.tsx';
import { ShopFailure } from './ShopFailure.tsx';

/** Addresses that lead elsewhere: routes without contents, and spellings of old. */
const movedRoutes: RouteObject[] = [
  movedTo('user', '/profile'),
  movedTo('cart', '/cart-manager'),
  movedTo('registration', '/registeration'),
  movedTo('cart-manager/cart-user-address', '/cart-manager/buy-all-cart-products'),
];

/** The route of all screens: what it shows when one fails stands inside the layout. */
export const screensRouteId = 'screens';

/**
 * The route table (requirements.md 2.1): each feature's own routes, one line a feature. A failure of a screen
 * is met inside the layout, so that the navigation stays; a failure of the layout outside of it.
 */
export const routes: RouteObject[] = [
  {
    id: 'layout',
    path: '/',
    Component: Layout,
    ErrorBoundary: ShopFailure,
    loader: layoutLoader,
    // The layout's data is for the whole visit.
    shouldRevalidate: () => false,
    children: [
      {
        id: screensRouteId,
        ErrorBoundary: PageFailure,
        children: [
          ...homeRoutes,
          ...catalogueRoutes,
          ...productRoutes,
          ...accountRoutes,
          ...cartRoutes,
          ...checkoutRoutes,
          ...wishlistRoutes,
          ...pagesRoutes,
          ...movedRoutes,
        ],
      },
    ],
  },
];
