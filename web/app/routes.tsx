import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { LanguagesDocument } from '#web/catalogue/Languages.generated.ts';
import { createRedirectRoute, type PageModule } from '#web/routing/page.tsx';
import { createPreload } from '#web/routing/preload.ts';
import { routerContext } from '#web/routing/router-context.ts';
import { catalogueRoutes } from './catalogue-routes.ts';
import { PageError } from './PageError.tsx';
import { purchaseRoutes } from './purchase-routes.ts';
import { createRouteFactory } from './route-factory.ts';
import { ShopError } from './ShopError.tsx';
import { Layout } from './shell/Layout.tsx';
import { NotificationsDocument } from './shell/Notifications.generated.ts';

const route = createRouteFactory(
  import.meta.glob<PageModule>('../features/{account,content,home}/*Page.tsx'),
);

const shopperOnly = { shopperOnly: true };
const needsScripts = { needsScripts: true };

const otherRoutes: RouteObject[] = [
  route('', 'home/HomePage.tsx'),
  route('posts', 'home/PostsPage.tsx'),
  route('user-login', 'account/LoginPage.tsx', needsScripts),
  route('registeration', 'account/RegistrationPage.tsx', needsScripts),
  route('profile', 'account/ProfilePage.tsx', shopperOnly),
  route('profile/invoice/:orderId', 'account/InvoicePage.tsx', shopperOnly),
  route('aboutus', 'content/InformationPage.tsx'),
  route('privacy-policy', 'content/InformationPage.tsx'),
  route('terms-and-conditions', 'content/InformationPage.tsx'),
  route('refund-policy', 'content/InformationPage.tsx'),
  route('payment-info', 'content/InformationPage.tsx'),
  route('return-policy', 'content/InformationPage.tsx'),
  route('shipping-info', 'content/InformationPage.tsx'),
  route('contactus', 'content/ContactPage.tsx'),
  route('faq', 'content/FaqPage.tsx'),
  route('footer', 'content/FooterPage.tsx'),
  route('offline', 'content/OfflinePage.tsx'),
  route('*', 'content/NotFoundPage.tsx'),
];

/** Redirects from routes without a page and from alternative paths. */
const redirectRoutes: RouteObject[] = [
  createRedirectRoute('user', '/profile'),
  createRedirectRoute('cart', '/cart-manager'),
  createRedirectRoute('registration', '/registeration'),
  createRedirectRoute('register', '/registeration'),
  createRedirectRoute('login', '/user-login'),
  createRedirectRoute('wishlist', '/wish-list'),
  createRedirectRoute('orders', '/profile?section=orders'),
  createRedirectRoute('cart-manager/cart-user-address', '/cart-manager/buy-all-cart-products'),
];

/** The id of the parent route of all pages. The error boundary of this route renders inside the layout. */
export const pagesRouteId = 'pages';

/**
 * The route table (requirements.md 2.1). A page that fails is replaced inside the layout, so
 * that the navigation stays; a layout that fails is replaced as a whole.
 */
export const routes: RouteObject[] = [
  {
    id: 'layout',
    path: '/',
    Component: Layout,
    ErrorBoundary: ShopError,
    loader: loadLayout,
    // The data of the layout is the same on all pages.
    shouldRevalidate: () => false,
    children: [
      {
        id: pagesRouteId,
        ErrorBoundary: PageError,
        children: [...catalogueRoutes, ...purchaseRoutes, ...otherRoutes, ...redirectRoutes],
      },
    ],
  },
];

/**
 * Preloads the notifications of the banner and the languages of the menus. They are optional, so a failure is ignored.
 */
async function loadLayout({ context }: LoaderFunctionArgs): Promise<null> {
  const preload = createPreload(context.get(routerContext));
  await Promise.all([
    preload(NotificationsDocument, {}).catch(() => undefined),
    preload(LanguagesDocument, {}).catch(() => undefined),
  ]);
  return null;
}
