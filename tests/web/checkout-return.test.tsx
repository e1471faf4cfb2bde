// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { refetchCart } from '#web/apollo/cart-link.ts';
import { getBrowserSession } from '#web/auth/session.ts';
import { OrdersSection } from '#web/features/account/OrdersSection.tsx';
import { ChakraPage } from '#web/ui/theme/ChakraScope.tsx';
import { toasts } from '#web/ui/toast/toasts.ts';
import { addressPage, checkoutUrl, confirmOrder, prepareCheckout } from './checkout.ts';
import { clickButton } from './render-routes.tsx';
import { renderShop } from './render-shop.tsx';
import { signIn, signInAnotherShopper } from './shoppers.ts';
import { setUpShoppingGateway } from './shopping-setup.ts';

const shop = setUpShoppingGateway();

/** An idempotency key of the shopper with the id 7. */
const orderKey = `7-${'0'.repeat(32)}`;
const outOfStock = 'Currently, no stock is available for this product.';
const pageWithOrderKey = {
  pathname: addressPage,
  search: '?without=2&coupon=5&address=a&total=380',
  state: { orderKey },
};
const pastOrder = {
  __typename: 'Shipment',
  id: 'order-7',
  number: 'ORDER-7',
  totalPrice: 380,
  status: 'PLACED',
  address: 'Somewhere',
  paymentMethod: null,
  expectedBy: null,
  couponName: null,
  cancellable: false,
  shipping: null,
  deliveryFee: null,
  lines: [],
};

/** Confirms an order after the session has ended, calls `whileLoggedOut`, logs in and returns to the page. */
async function confirmAndLogIn(whileLoggedOut: () => unknown): Promise<void> {
  const message = 'Please Login or Create your account';
  shop.current.failures.set('createShipment', { code: 'NOT_SIGNED_IN', message });
  const { router } = await renderShop(checkoutUrl);
  await confirmOrder();
  await waitFor(() => expect(router.state.location.pathname).toBe('/user-login'));
  await screen.findByText('Another page');
  const { returnTo, returnState } = router.state.location.state;
  whileLoggedOut();
  act(signIn);
  await act(() => router.navigate(returnTo, { state: returnState }));
}

/** Expects that only the interrupted order was sent, confirms it again, and expects that the changed order was sent. */
async function confirmAgain(interruptedInput: object, changedInput: object): Promise<void> {
  const button = await screen.findByRole('button', { name: 'Confirm Order' });
  await waitFor(() => expect(button.ariaBusy).toBe('false'));
  expect(shop.current.listOrderInputs()).toMatchObject([interruptedInput]);
  await userEvent.click(button);
  await screen.findByText('ORDER-1');
  expect(shop.current.listOrderInputs()).toMatchObject([interruptedInput, changedInput]);
}

describe('the address page', () => {
  beforeEach(() => prepareCheckout(shop.current));

  it('shows the confirmation again after a reload', async () => {
    shop.current.orders.set(orderKey, pastOrder);
    // The order removed its lines from the cart.
    shop.current.cart.clear();
    await renderShop(pageWithOrderKey);
    await screen.findByRole('heading', { name: 'Order Placed successfully!' });
    screen.getByText('ORDER-7');
    expect(shop.current.listOrderInputs()).toEqual([]);
  });

  it('makes the cart page request a new quote after the shopper comes back to an order whose response was lost', async () => {
    const { router } = await renderShop('/cart-manager');
    await screen.findByText('₹641.00');
    // In this test, the cart page requests its quotes without a coupon, and the address page with one.
    const listCartQuotes = () =>
      shop.current
        .listVariablesSentTo('CheckoutQuote')
        .map(({ input }) => JSON.stringify(input))
        .filter((input) => input.includes('"couponId":null'));
    await act(() => router.navigate(checkoutUrl));
    shop.current.failures.set('PlaceOrder', 'network');
    await confirmOrder();
    await screen.findByRole('button', { name: 'Try Again' });
    const key = z.object({ orderKey: z.string() }).parse(router.state.location.state).orderKey;
    shop.current.orders.set(key, pastOrder);
    await act(() => router.navigate('/cart-manager'));
    await screen.findByText('₹641.00');
    const quoteCount = listCartQuotes().length;
    await act(() => router.navigate(-1));
    await screen.findByText('ORDER-7');
    await act(() => router.navigate('/cart-manager'));
    await screen.findByText('₹641.00');
    await waitFor(() => expect(listCartQuotes()).toHaveLength(quoteCount + 1));
  });

  it('finds an order whose outcome was unknown when the shopper comes back from My Orders', async () => {
    const message = 'Your order may have been placed. Please check My Orders.';
    shop.current.failures.set('createShipment', { code: 'OUTCOME_UNKNOWN', message, isPlaced: true });
    const { router } = await renderShop(checkoutUrl);
    await confirmOrder();
    await userEvent.click(await screen.findByRole('link', { name: 'My Orders' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
    await act(() => router.navigate(-1));
    await screen.findByRole('heading', { name: 'Order Placed successfully!' });
    screen.getByText('ORDER-1');
    expect(screen.queryByText(message)).toBeNull();
    expect(shop.current.listOrderInputs()).toHaveLength(1);
    // The ordered books have left the cart.
    await screen.findByRole('link', { name: 'Cart, 2 items' });
  });

  it('lets a page that has already shown the orders fetch them again when the outcome is unknown', async () => {
    const { router } = await renderShop(
      '/',
      <ChakraPage>
        <OrdersSection />
      </ChakraPage>,
    );
    await screen.findByText('No orders found.');
    await act(() => router.navigate(checkoutUrl));
    shop.current.failures.set('PlaceOrder', 'network');
    await confirmOrder();
    await screen.findByRole('link', { name: 'My Orders' });
    shop.current.pastOrders.push([{ productName: 'Kim', quantity: 2, id: '1' }]);
    // After Back, the list is taken from the cache if it is there.
    await act(() => router.navigate(-1));
    await screen.findByRole('article', { name: 'Order PAST-1' });
  });

  it('shows the confirmation when the shopper leaves while the order is being placed and comes back', async () => {
    const release = shop.current.holdResponses('PlaceOrder');
    const { router } = await renderShop(checkoutUrl);
    await confirmOrder();
    await waitFor(() => expect(shop.current.listOrderInputs()).toHaveLength(1));
    await act(() => router.navigate('/elsewhere'));
    release();
    await waitFor(() => expect(shop.current.orders.size).toBe(1));
    await act(() => router.navigate(-1));
    await screen.findByRole('heading', { name: 'Order Placed successfully!' });
    screen.getByText('ORDER-1');
    expect(screen.queryByText('There was an issue confirming your Order.')).toBeNull();
    expect(shop.current.listOrderInputs()).toHaveLength(1);
  });

  it.each([
    ['PlaceOrder', 'network', 'Your order may have been placed. Please check My Orders.'],
    ['createShipment', { code: 'UNAVAILABLE', message: 'Not now.' }, 'Failed to Place Order.'],
    ['createShipment', { code: 'OUT_OF_STOCK', message: outOfStock }, outOfStock],
  ] as const)(
    'shows the outcome after the shopper has left the page if %s fails: %j',
    async (name, failure, text) => {
      const release = shop.current.holdResponses('PlaceOrder');
      const { router } = await renderShop(checkoutUrl);
      await confirmOrder();
      await waitFor(() => expect(shop.current.listOrderInputs()).toHaveLength(1));
      await act(() => router.navigate('/elsewhere'));
      shop.current.failures.set(name, failure);
      release();
      await screen.findByText(text);
    },
  );

  it('says nothing about an order to another shopper who signs in before the response', async () => {
    const release = shop.current.holdResponses('PlaceOrder');
    const { client } = await renderShop(checkoutUrl);
    await confirmOrder();
    await waitFor(() => expect(shop.current.listOrderInputs()).toHaveLength(1));
    act(signInAnotherShopper);
    release();
    await waitFor(() => expect(shop.current.orders.size).toBe(1));
    // The response to this request arrives after that of the order.
    await act(() => refetchCart(client));
    // A message about the order would appear before this one.
    act(() => toasts.info('A later message'));
    await screen.findByText('A later message');
    expect(screen.queryByText('Your order may have been placed. Please check My Orders.')).toBeNull();
  });

  it('says that the order was cancelled when the shopper comes back after cancelling it', async () => {
    shop.current.orders.set(orderKey, {
      ...pastOrder,
      status: 'CANCELLED',
      paymentMethod: 'CASH_ON_DELIVERY',
      expectedBy: '2026-11-18',
    });
    await renderShop(pageWithOrderKey);
    await screen.findByRole('heading', { level: 1, name: 'Order ORDER-7 was cancelled' });
    await waitFor(() => expect(document.title).toMatch(/^Order ORDER-7 was cancelled – /));
    expect(screen.getByRole('link', { name: 'My Orders' }).getAttribute('href')).toBe(
      '/profile?section=orders',
    );
    for (const text of ['Expected by', 'Delivering to', 'Somewhere', 'What happens next']) {
      expect(screen.queryByText(text)).toBeNull();
    }
    expect(screen.queryByText(/successfully|pay the carrier/)).toBeNull();
  });

  it.each([
    ['the shopper logs out', () => getBrowserSession().signOut()],
    ['another shopper signs in', signInAnotherShopper],
  ])('no longer has the title of the cancelled order when %s', async (_, changeShopper) => {
    shop.current.orders.set(orderKey, { ...pastOrder, status: 'CANCELLED' });
    await renderShop(pageWithOrderKey);
    await waitFor(() => expect(document.title).toMatch(/^Order ORDER-7 was cancelled – /));
    act(changeShopper);
    await waitFor(() => expect(document.title).toMatch(/^Address and confirmation – /));
  });

  it('does not offer Confirm Order while it looks up an order that the shopper comes back to', async () => {
    const release = shop.current.holdResponses('OrderByKey');
    await renderShop(pageWithOrderKey);
    await waitFor(() => expect(shop.current.listVariablesSentTo('OrderByKey')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Confirm Order' })).toBeNull();
    shop.current.orders.set(orderKey, pastOrder);
    release();
    await screen.findByText('ORDER-7');
    expect(shop.current.listOrderInputs()).toEqual([]);
  });

  it('offers to try again after the page was reloaded before the response', async () => {
    await renderShop(pageWithOrderKey);
    await screen.findByText('There was an issue confirming your Order.');
    expect(shop.current.listOrderInputs()).toEqual([]);
    await clickButton('Try Again');
    await screen.findByText('ORDER-1');
    expect(shop.current.listOrderInputs()).toMatchObject([{ idempotencyKey: orderKey }]);
  });

  it('keeps the order key when the quota is used up on retry, because an earlier visit may have placed the order', async () => {
    shop.current.failures.set('PlaceOrder', 'quota');
    const { router } = await renderShop(pageWithOrderKey);
    await clickButton('Try Again');
    await screen.findByText(/^Too many requests this minute\./);
    // After another reload, the page says again that the order may have been placed.
    expect(router.state.location.state).toEqual({ orderKey });
  });

  it('says after a reload that the order may have been placed if its books have left the cart', async () => {
    shop.current.cart.delete('1');
    await renderShop(pageWithOrderKey);
    await screen.findByText('Your order may have been placed. Please check My Orders.');
    screen.getByRole('link', { name: 'My Orders' });
  });

  it('sends the confirmed order automatically after a login', async () => {
    await confirmAndLogIn(() => expect(getBrowserSession().getShopper()).toBeNull());
    await screen.findByText('ORDER-1');
    const [first, again] = shop.current.listOrderInputs();
    expect(again).toEqual(first);
  });

  it('keeps the button busy after a login until the confirmed order is sent again', async () => {
    await confirmAndLogIn(() => shop.current.failures.set('CheckoutOptions', 'offline'));
    const button = await screen.findByRole('button', { name: 'Confirm Order', busy: true });
    await userEvent.click(button);
    expect(shop.current.listOrderInputs()).toHaveLength(1);
    shop.current.failures.delete('CheckoutOptions');
    await screen.findByText('ORDER-1');
    expect(shop.current.listOrderInputs()).toHaveLength(2);
  });

  it('asks for confirmation again after a login if the confirmed address was removed in the meantime', async () => {
    await confirmAndLogIn(() => shop.current.addresses.shift());
    await screen.findByText('₹380.00');
    await screen.findByRole('radio', { name: /3 Karve Road/ });
    await confirmAgain({ addressId: 'a' }, { addressId: 'b' });
  });

  it('asks for confirmation again after a login if the total has changed in the meantime', async () => {
    await confirmAndLogIn(() => shop.current.changeBook('1', { price: 250 }));
    await screen.findByText('₹470.00');
    await confirmAgain({ expectedTotal: 380 }, { expectedTotal: 470 });
  });

  it('asks for confirmation again after a login if the shopper changes the address before the order is sent', async () => {
    let release = () => {};
    await confirmAndLogIn(() => {
      release = shop.current.holdResponses('CheckoutQuote');
    });
    await userEvent.click(await screen.findByRole('radio', { name: /3 Karve Road/ }));
    release();
    await screen.findByText(/^Delivery to 412105: .*, by /);
    await confirmAgain({ addressId: 'a' }, { addressId: 'b' });
  });

  it.each(['8', '70'])('hides the order of shopper %s from shopper 7, who logs in next', async (otherId) => {
    const otherShoppersKey = `${otherId}-${'0'.repeat(32)}`;
    shop.current.orders.set(otherShoppersKey, pastOrder);
    await renderShop({ pathname: addressPage, state: { orderKey: otherShoppersKey } });
    await screen.findByText('₹641.00');
    expect(shop.current.listVariablesSentTo('OrderByKey')).toEqual([]);
  });
});
