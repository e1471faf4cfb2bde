import type { RouteObject } from 'react-router-dom';
import { page } from '#web/routing/page.tsx';

const module = 'features/checkout/CheckoutPage.tsx';
const load = () => import('./CheckoutPage.tsx');
const options = { module, shopperOnly: true } as const;

/** One page with three sources: the cart before and at the payment, and a single product. */
export const checkoutRoutes: RouteObject[] = [
  page('cart-manager/buy-all-cart-products', {
    ...options,
    load: async () => ({ Component: (await load()).AddressPage }),
  }),
  page('cart-manager/cart-user-payment', {
    ...options,
    load: async () => ({ Component: (await load()).PaymentPage }),
  }),
  page('buy-single-product', {
    ...options,
    load: async () => ({ Component: (await load()).SingleProductPage }),
  }),
];
