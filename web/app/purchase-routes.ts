import type { RouteObject } from 'react-router-dom';
import type { PageModule } from '#web/routing/page.tsx';
import { createRouteFactory } from './route-factory.ts';

const route = createRouteFactory(
  import.meta.glob<PageModule>('../features/{cart,checkout,wishlist}/*Page.tsx'),
);

const shopperOnly = { shopperOnly: true };
const needsScripts = { needsScripts: true };

/** Cart, checkout and wish list (requirements.md 2.10 to 2.13). */
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
