// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { browserSession } from '#web/auth/session.ts';
import { changeQueue } from '#web/cart/change-queue.ts';
import { renderShop, signIn } from './render-shop.tsx';
import { startShoppingGateway } from './shopping-setup.ts';

const shop = startShoppingGateway();

const addressPage = '/cart-manager/buy-all-cart-products';
const fromCart = {
  pathname: addressPage,
  state: { lines: [{ productId: '1', quantity: 2 }], couponId: '5', shownTotal: 380 },
};
const orders = () => shop.current.sentNamed('PlaceOrder').map(({ input }) => input);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

/** Waits until the price is there, chooses the first address and confirms. */
async function confirmOrder(total = '₹380.00'): Promise<void> {
  await screen.findByText(total);
  await userEvent.click(await screen.findByRole('radio', { name: /12 Laxmi Road/ }));
  await press('Confirm Order');
}

/** The cart from which two copies of Kim were chosen. */
const cartOfTwoKims = () => shop.current.cart.set('1', 2);

describe('the address page', () => {
  beforeEach(() => {
    signIn();
    cartOfTwoKims();
  });

  it('orders the lines, coupon and quantities that were handed over, at the total in sight', async () => {
    await renderShop(fromCart);
    await confirmOrder();
    await screen.findByRole('heading', { name: 'Order Placed successfully!' });
    screen.getByText('ORDER-1');
    expect(screen.getByRole('link', { name: 'My Orders' }).getAttribute('href')).toBe(
      '/profile?section=orders',
    );
    expect(orders()).toMatchObject([
      {
        source: 'CART',
        lines: [{ productId: '1', quantity: 2 }],
        couponId: '5',
        addressId: 'a',
        expectedTotal: 380,
      },
    ]);
    // What was ordered left the cart, in the badge too.
    await screen.findByRole('link', { name: 'Cart, 2 items' });
  });

  it('sends one order for a double click', async () => {
    const answer = shop.current.hold('PlaceOrder');
    await renderShop(fromCart);
    await screen.findByText('₹380.00');
    await userEvent.click(await screen.findByRole('radio', { name: /12 Laxmi Road/ }));
    await userEvent.dblClick(screen.getByRole('button', { name: 'Confirm Order' }));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm Order' });
    await waitFor(() => expect(orders()).toHaveLength(1));
    expect(button.disabled).toBe(true);
    expect(button.getAttribute('aria-busy')).toBe('true');
    answer();
    await screen.findByText('ORDER-1');
    expect(orders()).toHaveLength(1);
  });

  it('tries again with the same key after the answer got lost', async () => {
    shop.current.refusals.set('PlaceOrder', 'network');
    const { router } = await renderShop(fromCart);
    await confirmOrder();
    await screen.findByText('There was an issue confirming your Order.');
    screen.getByText('Failed to Place Order.');
    const kept = router.state.location.state;
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Try Again'));
    await press('Try Again');
    await screen.findByText('ORDER-1');
    const keys = shop.current
      .sentNamed('PlaceOrder')
      .map(({ input }) =>
        input instanceof Object && 'idempotencyKey' in input ? input.idempotencyKey : null,
      );
    expect(keys).toEqual([kept.orderKey, kept.orderKey]);
    expect(kept.orderKey).toMatch(/^[\w-]{8,128}$/);
  });

  it('finds choice and key again after a reload', async () => {
    await renderShop({
      pathname: addressPage,
      state: { ...fromCart.state, addressId: 'b', orderKey: 'key-of-before' },
    });
    await screen.findByText('₹380.00');
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /3 Karve Road/ })).checked).toBe(true);
    await press('Confirm Order');
    await screen.findByText('ORDER-1');
    expect(orders()).toMatchObject([{ addressId: 'b', idempotencyKey: 'key-of-before' }]);
  });

  it('keeps what was chosen for the payment page and the cart after a reload', async () => {
    const { router } = await renderShop(fromCart);
    await screen.findByText('₹380.00');
    await act(() => router.navigate('/cart-manager/cart-user-payment'));
    await screen.findByRole('button', { name: 'Confirm and Pay' });
    await screen.findByText('₹380.00');
    expect(screen.queryByText('Godan')).toBeNull();
    await act(() => router.navigate('/cart-manager'));
    const godan = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Godan' });
    expect(godan.checked).toBe(false);
    await screen.findByText(/READ10, 10%/);
  });

  it('shows the confirmation again after a reload', async () => {
    const placed = { orderId: 'ORDER-9', totalPrice: 99, address: 'Somewhere' };
    await renderShop({ pathname: addressPage, state: { placed } });
    await screen.findByText('ORDER-9');
    expect(orders()).toEqual([]);
  });

  it('asks for an address before anything is sent', async () => {
    await renderShop(fromCart);
    await screen.findByText('₹380.00');
    await screen.findByRole('radio', { name: /12 Laxmi Road/ });
    await press('Confirm Order');
    expect((await screen.findAllByText('Please select an address.')).length).toBeGreaterThan(0);
    expect(orders()).toEqual([]);
  });

  it('says that no address is saved, and offers to add one', async () => {
    shop.current.addresses.length = 0;
    await renderShop(fromCart);
    await screen.findByText('No addresses have been saved.');
    screen.getByRole('button', { name: 'Add an address' });
  });

  it('points out a total that changed since the cart', async () => {
    await renderShop({ pathname: addressPage, state: { ...fromCart.state, shownTotal: 300 } });
    await screen.findByText('The total has changed from ₹300.00 to ₹380.00.');
  });

  it('shows a new total before anything is ordered, and orders at it', async () => {
    await renderShop(fromCart);
    await screen.findByText('₹380.00');
    shop.current.books.set('1', { id: '1', name: 'Kim', price: 250, left: 50 });
    await confirmOrder();
    await screen.findByText('The total has changed. Please check it and confirm again.');
    await screen.findByText('₹470.00');
    expect(shop.current.orders.size).toBe(0);
    await press('Confirm Order');
    await screen.findByText('ORDER-1');
    expect(orders()).toMatchObject([{ expectedTotal: 380 }, { expectedTotal: 470 }]);
  });

  it('shows what is left when stock ran out, and orders that', async () => {
    await renderShop(fromCart);
    await screen.findByText('₹380.00');
    shop.current.books.set('1', { id: '1', name: 'Kim', price: 200, left: 1 });
    await confirmOrder();
    const lines = within(await screen.findByRole('region', { name: 'Your order' }));
    await lines.findByText('Currently, no stock is available for this product.');
    expect(shop.current.orders.size).toBe(0);
    await userEvent.click(lines.getByRole('button', { name: 'Order the last copy' }));
    await screen.findByText('₹190.00');
    await press('Confirm Order');
    await screen.findByText('ORDER-1');
  });

  it("says the shop's own words when it refused the order", async () => {
    shop.current.refusals.set('createShipment', { code: 'FAILED', message: 'The shop is closed today.' });
    await renderShop(fromCart);
    await confirmOrder();
    await screen.findByText('The shop is closed today.');
    screen.getByRole('button', { name: 'Try Again' });
  });

  it('shows the addresses there are when the chosen one was removed elsewhere', async () => {
    const message = 'Please select a valid address.';
    shop.current.refusals.set('createShipment', { code: 'ADDRESS_NOT_FOUND', message });
    await renderShop(fromCart);
    await screen.findByRole('radio', { name: /12 Laxmi Road/ });
    shop.current.addresses.shift();
    await confirmOrder();
    await screen.findByText(message);
    await waitFor(() => expect(screen.queryByRole('radio', { name: /12 Laxmi Road/ })).toBeNull());
    await press('Confirm Order');
    await screen.findByText('ORDER-1');
    expect(orders()).toMatchObject([{ addressId: 'a' }, { addressId: 'b' }]);
  });

  it('sends nobody who may have ordered already into a second order', async () => {
    shop.current.refusals.set('createShipment', { code: 'IDEMPOTENCY_KEY_REUSED', message: 'Used.' });
    await renderShop(fromCart);
    await confirmOrder();
    await screen.findByText(/An earlier attempt may have gone through/);
  });

  it('leaves out what another tab ordered or removed, says so, and counts no copies the cart has not', async () => {
    const lines = [
      { productId: '1', quantity: 2 },
      { productId: '2', quantity: 2 },
    ];
    const { client } = await renderShop({ pathname: addressPage, state: { lines, couponId: null } });
    await screen.findByText('₹641.00');
    await screen.findByRole('link', { name: 'Cart, 4 items' });
    shop.current.cart.delete('2');
    shop.current.cart.set('1', 1);
    await act(() => changeQueue(client).refresh());
    await screen.findByText(/One of the books you chose is no longer in your cart/);
    await confirmOrder('₹210.00');
    await screen.findByText('ORDER-1');
    expect(orders()).toMatchObject([{ lines: [{ productId: '1', quantity: 1 }], expectedTotal: 210 }]);
  });

  it('says that all of it has left the cart, and where it may be', async () => {
    const { client } = await renderShop(fromCart);
    await screen.findByText('₹380.00');
    await screen.findByRole('link', { name: 'Cart, 4 items' });
    shop.current.cart.clear();
    await act(() => changeQueue(client).refresh());
    await screen.findByRole('heading', { name: 'The books you chose are no longer in your cart' });
    expect(screen.getByRole('link', { name: 'My Orders' }).getAttribute('href')).toBe(
      '/profile?section=orders',
    );
  });

  it('looks into the cart anew when the shop says that it has changed', async () => {
    const message = 'Your cart has changed. Please check it and confirm again.';
    await renderShop({ ...fromCart, state: { ...fromCart.state, lines: undefined } });
    await screen.findByText('₹580.90');
    shop.current.cart.delete('2');
    shop.current.refusals.set('createShipment', { code: 'NOT_IN_CART', message });
    await confirmOrder('₹580.90');
    await screen.findByText(message);
    await screen.findByText('₹380.00');
    await press('Confirm Order');
    await screen.findByText('ORDER-1');
  });

  it('sends a lost order again as it was, though its lines have left the cart with it', async () => {
    shop.current.refusals.set('PlaceOrder', 'network');
    const { client } = await renderShop(fromCart);
    await confirmOrder();
    await screen.findByText('There was an issue confirming your Order.');
    // The shop had made it.
    shop.current.cart.delete('1');
    await act(() => changeQueue(client).refresh());
    await press('Try Again');
    await screen.findByText('ORDER-1');
    const [first, again] = orders();
    expect(again).toEqual(first);
  });

  it('asks the shopper to look at My Orders when nobody knows whether the order was placed', async () => {
    const message = 'Your order may have been placed. Please check My Orders.';
    shop.current.refusals.set('createShipment', { code: 'OUTCOME_UNKNOWN', message });
    const { router } = await renderShop(fromCart);
    await confirmOrder();
    await screen.findByText(message);
    expect(screen.queryByRole('button', { name: 'Confirm Order' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Place a new order/ })).toBeNull();
    const ordersLink = screen.getByRole('link', { name: 'My Orders' });
    await waitFor(() => expect(document.activeElement).toBe(ordersLink));
    await userEvent.click(ordersLink);
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
    await act(() => router.navigate(-1));
    await screen.findByText(message);
    await press(/Place a new order/);
    await press('Confirm Order');
    await screen.findByText('ORDER-1');
    const [first, anew] = orders();
    expect(anew).not.toMatchObject({
      idempotencyKey: z.object({ idempotencyKey: z.string() }).parse(first).idempotencyKey,
    });
  });

  it('finds an order of unknown outcome when it is tried again', async () => {
    const message = 'Your order may have been placed. Please check My Orders.';
    shop.current.refusals.set('createShipment', { code: 'OUTCOME_UNKNOWN', message });
    await renderShop(fromCart);
    await confirmOrder();
    await screen.findByText(message);
    await press('Try Again');
    await screen.findByText('ORDER-1');
    const [first, again] = orders();
    expect(again).toEqual(first);
  });

  it('says that the order was placed when the shopper left the page meanwhile and comes back', async () => {
    const answer = shop.current.hold('PlaceOrder');
    const { router } = await renderShop(fromCart);
    await confirmOrder();
    await waitFor(() => expect(orders()).toHaveLength(1));
    await act(() => router.navigate('/elsewhere'));
    answer();
    await waitFor(() => expect(shop.current.orders.size).toBe(1));
    await act(() => router.navigate(-1));
    await screen.findByRole('heading', { name: 'Order Placed successfully!' });
    screen.getByText('ORDER-1');
    expect(screen.queryByText('There was an issue confirming your Order.')).toBeNull();
    expect(orders()).toHaveLength(1);
  });

  it('waits for an order that is still under way when the shopper comes back', async () => {
    const state = { ...fromCart.state, addressId: 'a', orderKey: 'key-of-before', submission: 'sent' };
    const answer = shop.current.hold('OrderByKey');
    await renderShop({ pathname: addressPage, state });
    await screen.findByText('₹380.00');
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Confirm Order' });
    expect(button.getAttribute('aria-busy')).toBe('true');
    const order = { __typename: 'Shipment', id: 'ORDER-7', totalPrice: 380, address: 'Somewhere' };
    shop.current.orders.set('key-of-before', order);
    answer();
    await screen.findByText('ORDER-7');
    expect(orders()).toEqual([]);
  });

  it('offers to try again after a reload that came before the answer', async () => {
    const state = { ...fromCart.state, addressId: 'a', orderKey: 'key-of-before', submission: 'sent' };
    await renderShop({ pathname: addressPage, state });
    await screen.findByText('There was an issue confirming your Order.');
    expect(orders()).toEqual([]);
    await press('Try Again');
    await screen.findByText('ORDER-1');
    expect(orders()).toMatchObject([{ idempotencyKey: 'key-of-before' }]);
  });

  it('sends what was confirmed by itself when a login came in between', async () => {
    const message = 'Please Login or Create your account';
    shop.current.refusals.set('createShipment', { code: 'NOT_SIGNED_IN', message });
    const { router } = await renderShop(fromCart);
    await confirmOrder();
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-login'));
    expect(browserSession().current()).toBeNull();
    await screen.findByText('Another page');
    const { returnTo, returnState } = router.state.location.state;
    act(signIn);
    await act(() => router.navigate(returnTo, { state: returnState }));
    await screen.findByText('ORDER-1');
    const [first, again] = orders();
    expect(again).toEqual(first);
  });

  it("shows nothing of one shopper's order to the next who logs in here", async () => {
    const placed = { orderId: 'ORDER-9', totalPrice: 99, address: 'Somewhere' };
    await renderShop({ pathname: addressPage, state: { placed, shopper: '8' } });
    await screen.findByText('₹641.00');
    expect(screen.queryByText('ORDER-9')).toBeNull();
  });

  it('falls back to the cart when nothing was handed over', async () => {
    await renderShop(addressPage);
    await confirmOrder('₹641.00');
    await screen.findByText('ORDER-1');
    expect(orders()).toMatchObject([
      {
        lines: [
          { productId: '1', quantity: 2 },
          { productId: '2', quantity: 2 },
        ],
        couponId: null,
      },
    ]);
  });

  it('ignores a navigation state that makes no sense', async () => {
    await renderShop({ pathname: addressPage, state: { lines: [{ productId: 1, quantity: 99 }] } });
    await screen.findByText('₹641.00');
  });
});

describe('the payment page', () => {
  beforeEach(() => {
    signIn();
    cartOfTwoKims();
  });
  const paymentPage = '/cart-manager/cart-user-payment';

  it('says that nothing is charged and creates the shipment', async () => {
    await renderShop({ pathname: paymentPage, state: { ...fromCart.state, addressId: 'a' } });
    await screen.findByText(/you won't be charged now/);
    await screen.findByText('₹380.00');
    await screen.findByRole('radio', { checked: true });
    await press('Confirm and Pay');
    await screen.findByRole('heading', { name: 'Shipment created successfully' });
    expect(orders()).toMatchObject([{ source: 'PAYMENT_PAGE' }]);
  });

  it('says that the shipment failed', async () => {
    shop.current.refusals.set('PlaceOrder', 'network');
    await renderShop({ pathname: paymentPage, state: { ...fromCart.state, addressId: 'a' } });
    await screen.findByText('₹380.00');
    await screen.findByRole('radio', { checked: true });
    await press('Confirm and Pay');
    await screen.findByText('Failed to create shipment');
  });

  it('has nothing to ship without products, and leads back to the address', async () => {
    shop.current.cart.clear();
    await renderShop(paymentPage);
    await screen.findByText('No products found for shipment');
    expect(screen.getByRole('link', { name: 'Back to Address' }).getAttribute('href')).toBe(addressPage);
  });
});

describe('the purchase of a single product', () => {
  it('orders the product of the navigation state in the quantity chosen here', async () => {
    signIn();
    await renderShop({ pathname: '/buy-single-product', state: { productId: '2' } });
    await screen.findByText('₹110.50');
    await press('Increase quantity of Godan');
    await confirmOrder('₹221.00');
    await screen.findByText('ORDER-1');
    expect(orders()).toMatchObject([{ source: 'SINGLE_PRODUCT', lines: [{ productId: '2', quantity: 2 }] }]);
  });

  it('says so when there is no product', async () => {
    await renderShop('/buy-single-product');
    await screen.findByText(
      'No product information available. Please select a product from the previous page.',
    );
    expect(screen.getByRole('link', { name: 'Back to Cart' }).getAttribute('href')).toBe('/cart-manager');
  });

  it('leads a visitor to the login, which leads back with the product', async () => {
    const { router } = await renderShop({ pathname: '/buy-single-product', state: { productId: '2' } });
    await screen.findByText('Please Login or Create your account');
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-login'));
    expect(router.state.location.state).toEqual({
      returnTo: '/buy-single-product',
      returnState: { productId: '2' },
    });
  });
});
