import type { RouteObject } from 'react-router-dom';
import { page } from '#web/routing/page.tsx';

export const checkoutRoutes: RouteObject[] = [
  page('cart-manager/buy-all-cart-products', {
    module: 'features/checkout/AddressPage.tsx',
    load: () => import('./AddressPage.tsx'),
    messages: ['checkout', 'address'],
    shopperOnly: true,
  }),
  page('cart-manager/cart-user-payment', {
    module: 'features/checkout/PaymentPage.tsx',
    load: () => import('./PaymentPage.tsx'),
    messages: ['checkout', 'address'],
    shopperOnly: true,
  }),
  page('buy-single-product', {
    module: 'features/checkout/SingleProductPage.tsx',
    load: () => import('./SingleProductPage.tsx'),
    messages: ['checkout', 'address'],
    shopperOnly: true,
  }),
];
