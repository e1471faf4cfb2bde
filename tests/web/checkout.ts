import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { clickButton } from './render-routes.tsx';
import { signIn } from './shoppers.ts';
import type { ShoppingGateway } from './shopping-gateway.ts';

export const addressPage = '/cart-manager/buy-all-cart-products';
/** The address page for the cart without Godan, with a coupon and the total that the cart showed. */
export const checkoutUrl = `${addressPage}?without=2&coupon=5&total=380`;

/** Signs in a shopper whose cart contains two copies each of Kim and Godan. */
export function prepareCheckout(gateway: ShoppingGateway): void {
  signIn();
  gateway.cart.set('1', 2);
}

/** Waits for the total, chooses the first address and confirms. */
export async function confirmOrder(total = '₹380.00'): Promise<void> {
  await screen.findByText(total);
  await userEvent.click(await screen.findByRole('radio', { name: /12 Laxmi Road/ }));
  await clickButton('Confirm Order');
}
