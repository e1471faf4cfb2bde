import type { RouteObject } from 'react-router-dom';
import { accountRoutes } from '#web/features/account/routes.ts';
import { cartRoutes } from '#web/features/cart/routes.ts';
import { checkoutRoutes } from '#web/features/checkout/routes.ts';
import { collectionsRoutes } from '#web/features/collections/routes.ts';
import { contentRoutes } from '#web/features/content/routes.ts';
import { homeRoutes } from '#web/features/home/routes.ts';
import { listingRoutes } from '#web/features/listing/routes.ts';
import { productRoutes } from '#web/features/product/routes.ts';
import { wishlistRoutes } from '#web/features/wishlist/routes.ts';
import { movedTo } from '#web/routing/page.tsx';
import { layoutLoader } from './layout-loader.ts';
import { PageError } from './PageError.tsx';
import { ShopError } from './ShopError.tsx';
import { Layout } from './shell/Layout.tsx';

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
    ErrorBoundary: ShopError,
    loader: layoutLoader,
    // The layout's data is for the whole visit.
    shouldRevalidate: () => false,
    children: [
      {
        id: screensRouteId,
        ErrorBoundary: PageError,
        children: [
          ...homeRoutes,
          ...listingRoutes,
          ...collectionsRoutes,
          ...productRoutes,
          ...accountRoutes,
          ...cartRoutes,
          ...checkoutRoutes,
          ...wishlistRoutes,
          ...contentRoutes,
          ...movedRoutes,
        ],
      },
    ],
  },
];
