// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { refetchCart } from '#web/apollo/cart-link.ts';
import { CouponsDocument } from '#web/quote/Coupons.generated.ts';
import { addressPage, checkoutUrl, confirmOrder, prepareCheckout } from './checkout.ts';
import { clickButton } from './render-routes.tsx';
import { renderShop } from './render-shop.tsx';
import { signInAnotherShopper } from './shoppers.ts';
import { setUpShoppingGateway } from './shopping-setup.ts';

const shop = setUpShoppingGateway();

/** Opens the address page with the first address selected, and waits for the last quote that it requests by itself. */
async function openWithQuote() {
  const rendered = await renderShop(`${checkoutUrl}&address=a`);
  await screen.findByText(/^Delivery to 412105: ₹20.00, by /);
  return rendered;
}

describe('the address page', () => {
  beforeEach(() => prepareCheckout(shop.current));

  it('points out that the total has changed since the cart was shown', async () => {
    await renderShop(`${addressPage}?without=2&coupon=5&total=300`);
    await screen.findByText('The total has changed from ₹300.00 to ₹380.00.');
  });

  it('keeps the alert about the total, and has no active links to other steps, while the order is being placed', async () => {
    const release = shop.current.holdResponses('PlaceOrder');
    await renderShop(`${addressPage}?without=2&coupon=5&address=a&total=300`);
    await screen.findByText(/^Delivery to 412105: ₹20.00, by /);
    await screen.findByText('The total has changed from ₹300.00 to ₹380.00.');
    const steps = within(screen.getByRole('navigation', { name: 'Checkout steps' }));
    expect(steps.queryAllByRole('link')).toHaveLength(3);
    await clickButton('Confirm Order');
    await waitFor(() => expect(shop.current.listOrderInputs()).toHaveLength(1));
    expect(steps.queryAllByRole('link')).toEqual([]);
    screen.getByText('The total has changed from ₹300.00 to ₹380.00.');
    const back = screen.getByRole('link', { name: 'Back to Cart' });
    expect(back.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(back);
    release();
    await screen.findByText('ORDER-1');
  });

  it.each(['', ' ', 'Infinity', '1e400'])('ignores an invalid earlier total: "%s"', async (total) => {
    await renderShop(`${addressPage}?without=2&coupon=5&total=${total}`);
    await screen.findByText('₹380.00');
    expect(screen.queryByText(/The total has changed/)).toBeNull();
  });

  it('continues without a coupon that has ended, and says so', async () => {
    const { router } = await renderShop(`${addressPage}?without=2&coupon=gone&address=a&total=380`);
    await screen.findByText('This coupon is not available.');
    await screen.findByText('The total has changed from ₹380.00 to ₹420.00.');
    expect(router.state.location.search).toBe('?without=2&address=a&total=380');
    await clickButton('Confirm Order');
    await screen.findByText('ORDER-1');
    expect(shop.current.listOrderInputs()).toMatchObject([{ couponId: null, expectedTotal: 420 }]);
  });

  it('drops a coupon that ends before the order is placed, and asks to confirm the new total', async () => {
    await openWithQuote();
    shop.current.coupons.length = 0;
    await clickButton('Confirm Order');
    await screen.findByText('This coupon is not available.');
    await screen.findByText('The total has changed from ₹380.00 to ₹420.00.');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    expect(shop.current.orders.size).toBe(0);
    await clickButton('Confirm Order');
    await screen.findByText('ORDER-1');
    expect(shop.current.listOrderInputs()).toMatchObject([
      { couponId: '5', expectedTotal: 380 },
      { couponId: null, expectedTotal: 420 },
    ]);
  });

  it('rejects a coupon that has ended since the cart was shown, and the cart then no longer offers it', async () => {
    await renderShop('/cart-manager?coupon=5');
    await screen.findByRole('button', { name: /^READ10/ });
    shop.current.coupons.shift();
    await clickButton('Continue');
    await screen.findByText('This coupon is not available.');
    await userEvent.click(await screen.findByRole('link', { name: 'Back to Cart' }));
    await screen.findByRole('button', { name: /^READ20/ });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^READ10/ })).toBeNull());
  });

  it('shows no skeleton of the books once loading their prices has failed', async () => {
    shop.current.failures.set('CheckoutQuote', 'offline');
    await renderShop(`${checkoutUrl}&address=a`);
    await screen.findByText("We couldn't calculate the total.");
    await screen.findByRole('radio', { name: /12 Laxmi Road/ });
    expect(screen.queryByRole('region', { name: 'Your order' })).toBeNull();
    shop.current.failures.delete('CheckoutQuote');
    await clickButton('Try again');
    const lines = within(await screen.findByRole('region', { name: 'Your order' }));
    await lines.findByRole('heading', { name: 'Kim' });
  });

  it('does not use the total of another address if the quote for the selected one failed', async () => {
    Object.assign(shop.current.addresses[1] ?? {}, { pincode: '411004' });
    await openWithQuote();
    shop.current.failures.set('CheckoutQuote', 'offline');
    await userEvent.click(await screen.findByRole('radio', { name: /3 Karve Road/ }));
    await screen.findByText("We couldn't calculate the total.");
    screen.getByText('Delivery to 411004');
    await clickButton('Confirm Order');
    expect(shop.current.listOrderInputs()).toEqual([]);
    shop.current.failures.delete('CheckoutQuote');
    await clickButton('Try again');
    await screen.findByText(/^Delivery to 411004: free, by /);
    await screen.findByText('₹360.00');
  });

  it('ships free to an address in Pune, and shows the same total after going back to the cart', async () => {
    Object.assign(shop.current.addresses[1] ?? {}, { pincode: '411004' });
    await renderShop(checkoutUrl);
    await screen.findByText('₹380.00');
    await userEvent.click(await screen.findByRole('radio', { name: /3 Karve Road/ }));
    await screen.findByText('₹360.00');
    await screen.findByText(/^Delivery to 411004: free, by /);
    await userEvent.click(screen.getByRole('link', { name: 'Back to Cart' }));
    await screen.findByRole('button', { name: 'Continue' });
    await screen.findByText('₹360.00');
  });

  it('shows the total for the preselected address after going back to the cart', async () => {
    Object.assign(shop.current.addresses[1] ?? {}, { pincode: '411004' });
    shop.current.defaultAddressId = shop.current.addresses[1]?.id;
    await renderShop(checkoutUrl);
    await screen.findByText(/^Delivery to 411004: free, by /);
    await userEvent.click(screen.getByRole('link', { name: 'Back to Cart' }));
    await screen.findByRole('button', { name: 'Continue' });
    await screen.findByText(/^Delivery to 411004: free, by /);
    await screen.findByText('₹360.00');
  });

  it('shows a new total before ordering, then orders at that total', async () => {
    await openWithQuote();
    shop.current.changeBook('1', { price: 250 });
    await clickButton('Confirm Order');
    await screen.findByText('The total has changed. Please check it and confirm again.');
    await screen.findByText('₹470.00');
    expect(shop.current.orders.size).toBe(0);
    await clickButton('Confirm Order');
    await screen.findByText('ORDER-1');
    expect(shop.current.listOrderInputs()).toMatchObject([{ expectedTotal: 380 }, { expectedTotal: 470 }]);
  });

  it('does not say that the total has changed until it can show the new total', async () => {
    await openWithQuote();
    const release = shop.current.holdResponses('CheckoutOptions');
    shop.current.changeBook('1', { price: 250 });
    await clickButton('Confirm Order');
    await waitFor(() => expect(shop.current.listVariablesSentTo('CheckoutOptions')).toHaveLength(2));
    expect(screen.queryByText('The total has changed. Please check it and confirm again.')).toBeNull();
    release();
    await screen.findByText('The total has changed. Please check it and confirm again.');
    screen.getByText('₹470.00');
  });

  it.each([
    ['exceeds the quota', 'quota'],
    ['takes too long', 'held'],
  ])('shows the new total even if fetching the addresses again %s', async (_, failure) => {
    const timeLimit = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeLimit.signal);
    await openWithQuote();
    if (failure === 'quota') shop.current.failures.set('CheckoutOptions', failure);
    else onTestFinished(shop.current.holdResponses('CheckoutOptions'));
    shop.current.changeBook('1', { price: 250 });
    await clickButton('Confirm Order');
    await waitFor(() => expect(shop.current.listVariablesSentTo('CheckoutOptions')).toHaveLength(2));
    if (failure === 'held') timeLimit.abort();
    await screen.findByText('The total has changed. Please check it and confirm again.');
    await screen.findByText('₹470.00');
    await clickButton('Confirm Order');
    await screen.findByText('ORDER-1');
  });

  it('shows the total of another address after a rejection because of an edited PIN code, even if the addresses cannot be fetched', async () => {
    await openWithQuote();
    shop.current.failures.set('CheckoutOptions', 'quota');
    Object.assign(shop.current.addresses[0] ?? {}, { pincode: '411004' });
    await clickButton('Confirm Order');
    await screen.findByText('The total has changed. Please check it and confirm again.');
    await userEvent.click(await screen.findByRole('radio', { name: /3 Karve Road/ }));
    await screen.findByText(/^Delivery to 412105: ₹20.00, by /);
    await screen.findByText('₹380.00');
  });

  it('shows an address that was edited elsewhere when its edit has changed the total', async () => {
    await openWithQuote();
    Object.assign(shop.current.addresses[0] ?? {}, { address: '9 Apte Road', pincode: '411004' });
    await clickButton('Confirm Order');
    await screen.findByText('The total has changed. Please check it and confirm again.');
    await screen.findByRole('radio', { name: /9 Apte Road/, checked: true });
    await screen.findByText(/^Delivery to 411004: free, by /);
    await screen.findByText('₹360.00');
    expect(shop.current.orders.size).toBe(0);
    await clickButton('Confirm Order');
    await screen.findByText('ORDER-1');
  });

  it('shows the right total for another address after the edit of the selected one has changed its total', async () => {
    await openWithQuote();
    Object.assign(shop.current.addresses[0] ?? {}, { pincode: '411004' });
    await clickButton('Confirm Order');
    await screen.findByText('₹360.00');
    await userEvent.click(await screen.findByRole('radio', { name: /3 Karve Road/ }));
    await screen.findByText(/^Delivery to 412105: ₹20.00, by /);
    await screen.findByText('₹380.00');
  });

  it('shows an address that was edited in another tab when the shopper comes back', async () => {
    await openWithQuote();
    Object.assign(shop.current.addresses[0] ?? {}, { address: '9 Apte Road' });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await screen.findByRole('radio', { name: /9 Apte Road/, checked: true });
  });

  it('shows an edited address, and keeps the last used one selected, even if the orders cannot be read', async () => {
    shop.current.lastUsedAddressId = shop.current.addresses[0]?.id;
    await renderShop(checkoutUrl);
    await screen.findByRole('radio', { name: /12 Laxmi Road/, checked: true });
    await screen.findByText(/^Delivery to 412105: ₹20.00, by /);
    Object.assign(shop.current.addresses[0] ?? {}, { address: '9 Apte Road' });
    shop.current.failures.set('CheckoutOptions', 'noLastUsedAddress');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await screen.findByRole('radio', { name: /9 Apte Road/, checked: true });
  });

  it.each(['quota', 'noUser'] as const)(
    'stays as it was if the addresses cannot be fetched when the shopper comes back: %s',
    async (failure) => {
      const { client } = await openWithQuote();
      await screen.findByRole('link', { name: 'Cart, 4 items' });
      shop.current.failures.set('CheckoutOptions', failure);
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
      await waitFor(() => expect(shop.current.failures.size).toBe(0));
      // Once a later response has arrived, the page has also processed the failed one.
      await act(() => client.query({ query: CouponsDocument, fetchPolicy: 'network-only' }));
      screen.getByRole('link', { name: 'Cart, 4 items' });
      screen.getByRole('radio', { name: /12 Laxmi Road/, checked: true });
      within(screen.getByRole('region', { name: 'Your order' })).getByRole('heading', { name: 'Kim' });
      await clickButton('Confirm Order');
      await screen.findByText('ORDER-1');
    },
  );

  it('offers to try again if the addresses cannot be loaded', async () => {
    shop.current.failures.set('CheckoutOptions', 'noUser');
    await renderShop(checkoutUrl);
    await screen.findByText('Failed to fetch user data');
    await screen.findByRole('link', { name: 'Cart, 4 items' });
    within(screen.getByRole('region', { name: 'Your order' })).getByRole('heading', { name: 'Kim' });
    expect(shop.current.listVariablesSentTo('CheckoutOptions')).toHaveLength(1);
    await clickButton('Try again');
    await confirmOrder();
    await screen.findByText('ORDER-1');
  });

  it('checks the stock again when the shopper confirms books that have sold out', async () => {
    await openWithQuote();
    shop.current.changeBook('1', { stock: 0 });
    await clickButton('Confirm Order');
    const lines = within(await screen.findByRole('region', { name: 'Your order' }));
    const soldOut = 'Currently, no stock is available for this product.';
    await lines.findByText(soldOut);
    shop.current.changeBook('1', { stock: 5 });
    await clickButton('Confirm Order');
    await waitFor(() => expect(lines.queryByText(soldOut)).toBeNull());
    await clickButton('Confirm Order');
    await screen.findByText('ORDER-1');
  });

  it('offers to order the remaining stock when a book runs short', async () => {
    await renderShop(checkoutUrl);
    await screen.findByText('₹380.00');
    shop.current.changeBook('1', { stock: 1 });
    await confirmOrder();
    const lines = within(await screen.findByRole('region', { name: 'Your order' }));
    await lines.findByText('Currently, no stock is available for this product.');
    expect(shop.current.orders.size).toBe(0);
    await userEvent.click(lines.getByRole('button', { name: 'Order the last copy' }));
    await screen.findByText('₹190.00');
    await clickButton('Confirm Order');
    await screen.findByText('ORDER-1');
  });

  it.each(['Order the last copy', 'Remove from order'])(
    'moves the focus to the heading when the button “%s” disappears',
    async (name) => {
      shop.current.changeBook('1', { stock: 1 });
      await renderShop(addressPage);
      const button = await screen.findByRole('button', { name });
      button.focus();
      await userEvent.keyboard('{Enter}');
      await waitFor(() => expect(button.isConnected).toBe(false));
      const heading = screen.getByRole('heading', { level: 1 });
      await waitFor(() => expect(document.activeElement).toBe(heading));
    },
  );

  it("shows the gateway's message if a quantity cannot be saved", async () => {
    shop.current.changeBook('1', { stock: 1 });
    await renderShop(checkoutUrl);
    const message = 'A cart can contain up to 1,000 copies. Please order or remove some first.';
    shop.current.failures.set('setCartQuantity', { code: 'CART_FULL', message });
    await clickButton('Order the last copy');
    await screen.findByText(message);
  });

  it('shows no error to the next shopper who signs in while a quantity is being saved', async () => {
    shop.current.changeBook('1', { stock: 1 });
    const { client } = await renderShop(checkoutUrl);
    const release = shop.current.holdResponses('SetCartQuantity');
    await clickButton('Order the last copy');
    await screen.findByText('₹190.00');
    act(signInAnotherShopper);
    await screen.findByRole('button', { name: 'Order the last copy' });
    expect(screen.queryByText("We couldn't update the quantity. Please try again.")).toBeNull();
    release();
    // Waits for the change, which must not end during the next test.
    await act(() => refetchCart(client));
  });

  it('fetches the cart again when another tab changes it while it is loading', async () => {
    const release = shop.current.holdResponses('CartAndWishlist');
    const { client } = await renderShop(checkoutUrl);
    await waitFor(() => expect(shop.current.listVariablesSentTo('CartAndWishlist')).toHaveLength(1));
    const refreshed = refetchCart(client);
    await waitFor(() => expect(shop.current.listVariablesSentTo('CartAndWishlist')).toHaveLength(2));
    release();
    await act(() => refreshed);
    await screen.findByRole('link', { name: 'Cart, 4 items' });
  });

  it('leaves out lines that another tab ordered or removed, and says so', async () => {
    const { client } = await renderShop(addressPage);
    await screen.findByText('₹641.00');
    await screen.findByRole('link', { name: 'Cart, 4 items' });
    shop.current.cart.delete('2');
    shop.current.cart.set('1', 1);
    await act(() => refetchCart(client));
    await screen.findByText(/One of the books you chose is no longer in your cart/);
    await confirmOrder('₹210.00');
    await screen.findByText('ORDER-1');
    expect(shop.current.listOrderInputs()).toMatchObject([
      { lines: [{ productId: '1', quantity: 1 }], expectedTotal: 210 },
    ]);
  });

  it('says so when all selected books have left the cart, and links to My Orders', async () => {
    const { client } = await renderShop(checkoutUrl);
    await screen.findByText('₹380.00');
    await screen.findByRole('link', { name: 'Cart, 4 items' });
    shop.current.cart.clear();
    await act(() => refetchCart(client));
    await screen.findByRole('heading', { name: 'The books you chose are no longer in your cart' });
    expect(screen.getByRole('link', { name: 'My Orders' }).getAttribute('href')).toBe(
      '/profile?section=orders',
    );
  });

  it('does not say that books have left the cart if they sold out before the page was loaded', async () => {
    shop.current.changeBook('1', { stock: 0 });
    await renderShop(checkoutUrl);
    await screen.findByRole('heading', { name: 'The books you chose can no longer be ordered' });
    screen.getByText(/^They may have sold out\. /);
    screen.getByRole('link', { name: 'Back to Cart' });
    screen.getByRole('link', { name: 'My Orders' });
  });

  it('says that the selected books have left the cart although a sold-out one remains', async () => {
    shop.current.changeBook('2', { stock: 0 });
    const { client } = await renderShop(addressPage);
    await screen.findByText('₹420.00');
    shop.current.cart.delete('1');
    await act(() => refetchCart(client));
    await screen.findByRole('heading', { name: 'The books you chose are no longer in your cart' });
  });

  it('refreshes the cart when the gateway says that it has changed', async () => {
    const message = 'Your cart has changed. Please check it and confirm again.';
    await renderShop(`${addressPage}?coupon=5`);
    await screen.findByText('₹580.90');
    shop.current.cart.delete('2');
    shop.current.failures.set('createShipment', { code: 'NOT_IN_CART', message });
    await confirmOrder('₹580.90');
    await screen.findByText(message);
    await screen.findByText('₹380.00');
    await clickButton('Confirm Order');
    await screen.findByText('ORDER-1');
  });

  it('says where to find the selected books when their order fails because they have left the cart', async () => {
    await renderShop(`${addressPage}?coupon=5`);
    await screen.findByText('₹580.90');
    shop.current.cart.clear();
    shop.current.failures.set('createShipment', { code: 'NOT_IN_CART', message: 'Your cart has changed.' });
    await confirmOrder('₹580.90');
    await screen.findByText(/^If you ordered them in another tab or on another device/);
  });

  it('shows the total of all books in the cart again when the one that was missing is back', async () => {
    const message = 'Your cart has changed. Please check it and confirm again.';
    const { client } = await renderShop(`${addressPage}?coupon=5`);
    await screen.findByText('₹580.90');
    shop.current.cart.delete('2');
    shop.current.failures.set('createShipment', { code: 'NOT_IN_CART', message });
    await confirmOrder('₹580.90');
    await screen.findByText('₹380.00');
    await userEvent.click(screen.getByRole('link', { name: 'Back to Cart' }));
    await screen.findByRole('link', { name: 'Kim' });
    shop.current.cart.set('2', 2);
    await act(() => refetchCart(client));
    await screen.findByRole('link', { name: 'Godan' });
    await screen.findByText('₹580.90');
  });
});
