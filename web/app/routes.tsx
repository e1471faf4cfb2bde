import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { LanguagesDocument } from '#web/catalogue/Collections.generated.ts';
import { listedDimensions } from '#web/catalogue/collections.ts';
import { dimensions } from '#web/catalogue/listing-url.ts';
import { type PageModule, type PageOptions, page, redirectRoute } from '#web/routing/page.tsx';
import { createPreload } from '#web/routing/preload.ts';
import { routerContext } from '#web/routing/router-context.ts';
import { PageError } from './PageError.tsx';
import { ShopError } from './ShopError.tsx';
import { Layout } from './shell/Layout.tsx';
import { NotificationsDocument } from './shell/Notifications.generated.ts';

/** The modules of all pages. */
const modules = import.meta.glob<PageModule>('../features/*/*Page.tsx');

/** The route of a page, which the module in `web/features/` exports as `Component`, with its `loader`. */
function route(path: string, file: string, options?: PageOptions): RouteObject {
  const load = modules[`../features/${file}`];
  if (load === undefined) throw new Error(`There is no page web/features/${file}.`);
  return page(path, `features/${file}`, load, options);
}

const shopperOnly = { shopperOnly: true };
const needsScripts = { needsScripts: true };

/** The pages of requirements.md 2.4 to 2.6. */
export const catalogueRoutes: RouteObject[] = [
  route('product', 'listing/ProductListPage.tsx'),
  route('product/:sku', 'product/ProductPage.tsx'),
  ...listedDimensions.map((dimension) => route(dimension, 'collections/CollectionsPage.tsx')),
  ...dimensions.map((dimension) => route(`${dimension}/:name`, 'listing/CollectionPage.tsx')),
];

/** Cart, checkout and wish list (requirements.md 2.8, 2.10 to 2.14). */
export const purchaseRoutes: RouteObject[] = [
  route('cart-manager', 'cart/CartPage.tsx', shopperOnly),
  route('cart-manager/buy-all-cart-products', 'checkout/CheckoutPage.tsx', shopperOnly),
  route('cart-manager/cart-user-payment', 'checkout/CheckoutPage.tsx', shopperOnly),
  route('buy-single-product', 'checkout/CheckoutPage.tsx', shopperOnly),
  route('wish-list', 'wishlist/WishlistPage.tsx', shopperOnly),
  route('shared-wish-list', 'wishlist/SharedWishlistPage.tsx'),
  route('user-wish-list', 'wishlist/VisitorWishlistPage.tsx', needsScripts),
  route('cart-without-login', 'wishlist/VisitorCartPage.tsx', needsScripts),
];

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
    // The data of the layout is loaded once per visit.
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

/** Preloads the notifications of the banner and the languages of the menus. They are optional, so a failure is ignored. */
async function loadLayout({ context }: LoaderFunctionArgs): Promise<null> {
  const { client, waitForData } = context.get(routerContext);
  const preload = createPreload(client, waitForData);
  await Promise.all([
    preload(NotificationsDocument, {}).catch(() => undefined),
    preload(LanguagesDocument, {}).catch(() => undefined),
  ]);
  return null;
}
