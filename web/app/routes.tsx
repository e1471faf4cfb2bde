import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { LanguagesDocument } from '#web/catalogue/Collections.generated.ts';
import { accountRoutes } from '#web/features/account/routes.ts';
import { cartRoutes } from '#web/features/cart/routes.ts';
import { checkoutRoutes } from '#web/features/checkout/routes.ts';
import { collectionsRoutes } from '#web/features/collections/routes.ts';
import { contentRoutes } from '#web/features/content/routes.ts';
import { homeRoutes } from '#web/features/home/routes.ts';
import { listingRoutes } from '#web/features/listing/routes.ts';
import { productRoutes } from '#web/features/product/routes.ts';
import { wishlistRoutes } from '#web/features/wishlist/routes.ts';
import { redirectRoute } from '#web/routing/page.tsx';
import { createPreload } from '#web/routing/preload.ts';
import { routerContext } from '#web/routing/router-context.ts';
import { PageError } from './PageError.tsx';
import { ShopError } from './ShopError.tsx';
import { Layout } from './shell/Layout.tsx';
import { NotificationsDocument } from './shell/Notifications.generated.ts';

/** Redirects of routes without a page, and of alternative spellings. */
const redirectRoutes: RouteObject[] = [
  redirectRoute('user', '/profile'),
  redirectRoute('cart', '/cart-manager'),
  redirectRoute('registration', '/registeration'),
  redirectRoute('register', '/registeration'),
  redirectRoute('login', '/user-login'),
  redirectRoute('wishlist', '/wish-list'),
  redirectRoute('orders', '/profile?section=orders'),
  redirectRoute('cart-manager/cart-user-address', '/cart-manager/buy-all-cart-products'),
];

/** The parent route of all pages. Its error boundary renders inside the layout. */
export const pagesRouteId = 'pages';

/**
 * The route table (requirements.md 2.1), one line per feature. A page that fails is replaced inside the layout, so
 * that the navigation stays; a layout that fails is replaced as a whole.
 */
export const routes: RouteObject[] = [
  {
    id: 'layout',
    path: '/',
    Component: Layout,
    ErrorBoundary: ShopError,
    loader: layoutLoader,
    // The data of the layout is loaded once per visit.
    shouldRevalidate: () => false,
    children: [
      {
        id: pagesRouteId,
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
          ...redirectRoutes,
        ],
      },
    ],
  },
];

/** Preloads the notifications of the banner and the languages of the menus. They are optional, so a failure is ignored. */
async function layoutLoader({ context }: LoaderFunctionArgs): Promise<null> {
  const { client, waitForData } = context.get(routerContext);
  const preload = createPreload(client, waitForData);
  await Promise.all([
    preload(NotificationsDocument, {}).catch(() => undefined),
    preload(LanguagesDocument, {}).catch(() => undefined),
  ]);
  return null;
}
