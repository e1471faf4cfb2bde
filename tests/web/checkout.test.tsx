// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { refetchCart } from '#web/apollo/cart-link.ts';
import { getBrowserSession } from '#web/auth/session.ts';
import { clickButton, renderShop } from './render-routes.tsx';
import { signIn, signInAnotherShopper } from './shoppers.ts';
import { setUpShoppingGateway } from './shopping-setup.ts';

const shop = setUpShoppingGateway();

const addressPage = '/cart-manager/buy-all-cart-products';
/** The address page for the cart without Godan, with a coupon and the total that the cart showed. */
const checkoutUrl = `${addressPage}?without=2&coupon=5&total=380`;
/** An idempotency key of the shopper with the id 7. */
const orderKey = `7-${'0'.repeat(32)}`;
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
const listOrderInputs = () => shop.current.listVariablesSentTo('PlaceOrder').map(({ input }) => input);

/** Waits for the total, chooses the first address and confirms. */
async function confirmOrder(total = '₹380.00'): Promise<void> {
  await screen.findByText(total);
  await userEvent.click(await screen.findByRole('radio', { name: /12 Laxmi Road/ }));
  await clickButton('Confirm Order');
}

describe('the address page', () => {
  beforeEach(() => {
    signIn();
    shop.current.cart.set('1', 2);
  });

  it('orders the selected lines with the coupon, at the total on the page', async () => {
    await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByRole('heading', { name: 'Order Placed successfully!' });
    await waitFor(() => expect(document.title).toMatch(/^Order Placed successfully! – /));
    expect(document.head.querySelectorAll('title')).toHaveLength(1);
    screen.getByText('ORDER-1');
    expect(screen.getByRole('link', { name: 'My Orders' }).getAttribute('href')).toBe(
      '/profile?section=orders',
    );
    expect(listOrderInputs()).toMatchObject([
      {
        source: 'CART',
        lines: [{ productId: '1', quantity: 2 }],
        couponId: '5',
        addressId: 'a',
        expectedTotal: 380,
      },
    ]);
    // The ordered books have left the cart, and the badge shows it.
    await screen.findByRole('link', { name: 'Cart, 2 items' });
  });

  it('confirms the books, amounts, payment and delivery, and says what happens next', async () => {
    await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByRole('heading', { name: 'Order Placed successfully!' });
    const facts = ['Cash on delivery', '18 Nov 2026', 'Somewhere in Pune'];
    const amounts = ['₹400.00', '−₹40.00', '₹20.00', '₹380.00'];
    const confirmation = within(screen.getByRole('article'));
    expect(confirmation.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'ORDER-1',
      ...facts,
      ...amounts,
    ]);
    const [book, ...steps] = confirmation.getAllByRole('listitem');
    expect(book?.textContent).toContain('Kim2 × ₹200.00₹400.00');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'We pack your books and hand them to the carrier. Until then you can cancel the order in My Orders.',
      'Follow the parcel in My Orders, and pay the carrier in cash when it reaches you.',
    ]);
  });

  it('updates the stock on other pages after the order', async () => {
    shop.current.wishlist.push('1');
    shop.current.books.set('1', { id: '1', name: 'Kim', price: 200, stock: 2 });
    const { router } = await renderShop('/wish-list');
    await screen.findByRole('button', { name: 'Add To Cart: Kim' });
    expect(screen.queryByText('Currently unavailable')).toBeNull();
    await act(() => router.navigate(checkoutUrl));
    await confirmOrder();
    await screen.findByText('ORDER-1');
    await act(() => router.navigate('/wish-list'));
    await screen.findByText('Currently unavailable');
  });

  it('sends one order for a double click', async () => {
    const release = shop.current.holdResponses('PlaceOrder');
    await renderShop(checkoutUrl);
    await screen.findByText('₹380.00');
    await userEvent.click(await screen.findByRole('radio', { name: /12 Laxmi Road/ }));
    await userEvent.dblClick(screen.getByRole('button', { name: 'Confirm Order' }));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm Order' });
    await waitFor(() => expect(listOrderInputs()).toHaveLength(1));
    expect(button.disabled).toBe(true);
    expect(button.getAttribute('aria-busy')).toBe('true');
    release();
    await screen.findByText('ORDER-1');
    expect(listOrderInputs()).toHaveLength(1);
  });

  it('retries with the same key after the response was lost', async () => {
    shop.current.failures.set('PlaceOrder', 'network');
    const { router } = await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByText('There was an issue confirming your Order.');
    screen.getByText('Your order may have been placed. Please check My Orders.');
    expect(screen.queryByText('Failed to Place Order.')).toBeNull();
    const savedState = router.state.location.state;
    await waitFor(() => expect(document.activeElement?.textContent).toBe('My Orders'));
    await clickButton('Try Again');
    await screen.findByText('ORDER-1');
    const keys = shop.current
      .listVariablesSentTo('PlaceOrder')
      .map(({ input }) =>
        input instanceof Object && 'idempotencyKey' in input ? input.idempotencyKey : null,
      );
    expect(keys).toEqual([savedState.orderKey, savedState.orderKey]);
    expect(savedState.orderKey).toMatch(/^[\w-]{8,128}$/);
    expect(Object.keys(savedState)).toEqual(['orderKey']);
  });

  it('does not say that the order may have been placed if the quota is used up, and offers to try again', async () => {
    shop.current.failures.set('PlaceOrder', 'quota');
    await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByText(/^Too many requests this minute\./);
    expect(screen.queryByText(/may have been placed/)).toBeNull();
    await clickButton('Try Again');
    await screen.findByText('ORDER-1');
    const [rejected, placed] = listOrderInputs();
    expect(placed).toEqual(rejected);
  });

  /** Browsers limit how often a page may change its history entry. */
  const tooManyCalls = new DOMException('Too many calls of the History API', 'SecurityError');

  it('says that the order failed if its key could not be saved, and offers to try again', async () => {
    const { router } = await renderShop(checkoutUrl);
    await screen.findByText('₹380.00');
    await userEvent.click(await screen.findByRole('radio', { name: /12 Laxmi Road/ }));
    vi.spyOn(router, 'navigate').mockRejectedValueOnce(tooManyCalls);
    await clickButton('Confirm Order');
    await screen.findByText('Failed to Place Order.');
    expect(screen.queryByText(/may have been placed/)).toBeNull();
    expect(listOrderInputs()).toEqual([]);
    await clickButton('Try Again');
    await screen.findByText('ORDER-1');
    expect(listOrderInputs()).toHaveLength(1);
  });

  it('still says that the order may have been placed if its key could not be saved on retry', async () => {
    shop.current.failures.set('PlaceOrder', 'network');
    const { router } = await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByText(/^Your order may have been placed/);
    const navigate = vi.spyOn(router, 'navigate').mockRejectedValueOnce(tooManyCalls);
    await clickButton('Try Again');
    expect(navigate).toHaveBeenCalledOnce();
    await screen.findByText(/^Your order may have been placed/);
    expect(listOrderInputs()).toHaveLength(1);
    await clickButton('Try Again');
    await screen.findByText('ORDER-1');
    const [first, again] = listOrderInputs();
    expect(again).toEqual(first);
  });

  it('shows why the order was rejected and reuses its key, even if the history entry cannot be updated', async () => {
    const rejection = { code: 'UPSTREAM_REJECTED', message: 'Not today.', reason: 'Not today.' };
    shop.current.failures.set('createShipment', rejection);
    const { router } = await renderShop(checkoutUrl);
    const release = shop.current.holdResponses('PlaceOrder');
    await confirmOrder();
    await waitFor(() => expect(listOrderInputs()).toHaveLength(1));
    vi.spyOn(router, 'navigate').mockRejectedValueOnce(tooManyCalls);
    release();
    await screen.findByText('There was an issue confirming your Order.');
    screen.getByText('Not today.');
    expect(screen.queryByText(/may have been placed/)).toBeNull();
    await clickButton('Try Again');
    await screen.findByText('ORDER-1');
    const [first, again] = listOrderInputs();
    expect(again).toEqual(first);
  });

  it('restores the selection after a reload', async () => {
    await renderShop(`${checkoutUrl}&address=b`);
    await screen.findByText('₹380.00');
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /3 Karve Road/ })).checked).toBe(true);
    await clickButton('Confirm Order');
    await screen.findByText('ORDER-1');
    expect(listOrderInputs()).toMatchObject([{ lines: [{ productId: '1' }], couponId: '5', addressId: 'b' }]);
  });

  it('keeps the selection on the way back to the address page and the cart', async () => {
    await renderShop('/cart-manager/cart-user-payment?without=2&coupon=5&address=b');
    await screen.findByRole('button', { name: 'Confirm and Pay' });
    await userEvent.click(screen.getByRole('link', { name: 'Back to Address' }));
    await screen.findByRole('button', { name: 'Confirm Order' });
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /3 Karve Road/ })).checked).toBe(true);
    expect(screen.queryByText('Godan')).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Back to Cart' }));
    const godan = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Godan' });
    expect(godan.checked).toBe(false);
    await screen.findByText(/READ10, 10%/);
  });

  it('shows the confirmation again after a reload', async () => {
    shop.current.orders.set(orderKey, pastOrder);
    // The order removed its lines from the cart.
    shop.current.cart.clear();
    await renderShop(pageWithOrderKey);
    await screen.findByRole('heading', { name: 'Order Placed successfully!' });
    screen.getByText('ORDER-7');
    expect(listOrderInputs()).toEqual([]);
  });

  it('fetches prices and stock again when Back leads to an order whose response was lost', async () => {
    const { router } = await renderShop('/cart-manager');
    await screen.findByText('₹641.00');
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

  it('requires an address before it sends the order', async () => {
    await renderShop(checkoutUrl);
    await screen.findByText('₹380.00');
    await screen.findByRole('radio', { name: /12 Laxmi Road/ });
    await clickButton('Confirm Order');
    expect((await screen.findAllByText('Please select an address.')).length).toBeGreaterThan(0);
    expect(listOrderInputs()).toEqual([]);
  });

  it('says that no address is saved, and offers to add one', async () => {
    shop.current.addresses.length = 0;
    await renderShop(checkoutUrl);
    await screen.findByText('No addresses have been saved.');
    screen.getByRole('button', { name: 'Add an address' });
  });

  it('disables adding an address once the account has ten, and says why', async () => {
    const [address] = shop.current.addresses;
    for (let count = 3; count <= 10; count += 1)
      shop.current.addresses.push({ ...address, id: String(count) });
    await renderShop(checkoutUrl);
    const reason = await screen.findByText('You can save up to 10 addresses.');
    const add = screen.getByRole('button', { name: 'Add an address' });
    expect(add.getAttribute('aria-haspopup')).toBe('dialog');
    expect(add.getAttribute('aria-disabled')).toBe('true');
    expect(add.getAttribute('aria-describedby')).toBe(reason.id);
    await userEvent.click(add);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('points out that the total has changed since the cart was shown', async () => {
    await renderShop(`${addressPage}?without=2&coupon=5&total=300`);
    await screen.findByText('The total has changed from ₹300.00 to ₹380.00.');
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
    expect(listOrderInputs()).toMatchObject([{ couponId: null, expectedTotal: 420 }]);
  });

  it('says only once that the coupon of a single product has ended', async () => {
    const { router } = await renderShop('/buy-single-product?product=1&coupon=gone&address=a');
    await screen.findByText('₹210.00');
    expect(router.state.location.search).toBe('?product=1&address=a');
    expect(await screen.findAllByText('This coupon is not available.')).toHaveLength(1);
  });

  it('drops a coupon that ends before the order is placed, and asks to confirm the new total', async () => {
    await renderShop(`${checkoutUrl}&address=a`);
    await screen.findByText(/^Delivery to 412105: ₹20.00, by /);
    shop.current.coupons.length = 0;
    await clickButton('Confirm Order');
    await screen.findByText('This coupon is not available.');
    await screen.findByText('The total has changed from ₹380.00 to ₹420.00.');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    expect(shop.current.orders.size).toBe(0);
    await clickButton('Confirm Order');
    await screen.findByText('ORDER-1');
    expect(listOrderInputs()).toMatchObject([
      { couponId: '5', expectedTotal: 380 },
      { couponId: null, expectedTotal: 420 },
    ]);
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
    await renderShop(`${checkoutUrl}&address=a`);
    await screen.findByText(/^Delivery to 412105: ₹20.00, by /);
    shop.current.failures.set('CheckoutQuote', 'offline');
    await userEvent.click(await screen.findByRole('radio', { name: /3 Karve Road/ }));
    await screen.findByText("We couldn't calculate the total.");
    expect(screen.queryByText(/^Delivery to 411004: ₹/)).toBeNull();
    await clickButton('Confirm Order');
    expect(listOrderInputs()).toEqual([]);
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

  it('shows a new total before ordering, then orders at that total', async () => {
    await renderShop(`${checkoutUrl}&address=a`);
    // The quote for this address is the last one that the page requests by itself.
    await screen.findByText(/^Delivery to 412105: ₹20.00, by /);
    shop.current.books.set('1', { id: '1', name: 'Kim', price: 250, stock: 50 });
    await clickButton('Confirm Order');
    await screen.findByText('The total has changed. Please check it and confirm again.');
    await screen.findByText('₹470.00');
    expect(shop.current.orders.size).toBe(0);
    await clickButton('Confirm Order');
    await screen.findByText('ORDER-1');
    expect(listOrderInputs()).toMatchObject([{ expectedTotal: 380 }, { expectedTotal: 470 }]);
  });

  it('offers to order the remaining stock when a book runs short', async () => {
    await renderShop(checkoutUrl);
    await screen.findByText('₹380.00');
    shop.current.books.set('1', { id: '1', name: 'Kim', price: 200, stock: 1 });
    await confirmOrder();
    const lines = within(await screen.findByRole('region', { name: 'Your order' }));
    await lines.findByText('Currently, no stock is available for this product.');
    expect(shop.current.orders.size).toBe(0);
    await userEvent.click(lines.getByRole('button', { name: 'Order the last copy' }));
    await screen.findByText('₹190.00');
    await clickButton('Confirm Order');
    await screen.findByText('ORDER-1');
  });

  it('shows no error to the next shopper who signs in while a quantity is being saved', async () => {
    shop.current.books.set('1', { id: '1', name: 'Kim', price: 200, stock: 1 });
    await renderShop(checkoutUrl);
    const release = shop.current.holdResponses('SetCartQuantity');
    await clickButton('Order the last copy');
    await screen.findByText('₹190.00');
    act(signInAnotherShopper);
    await screen.findByRole('button', { name: 'Order the last copy' });
    expect(screen.queryByText("We couldn't update the quantity. Please try again.")).toBeNull();
    release();
  });

  it("shows the gateway's message when it rejects the order", async () => {
    shop.current.failures.set('createShipment', {
      code: 'UPSTREAM_REJECTED',
      message: 'The shop is closed today.',
      reason: 'The shop is closed today.',
    });
    await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByText('The shop is closed today.');
    screen.getByRole('button', { name: 'Try Again' });
  });

  it('says that the order failed when the shop could not take it, and offers to try again', async () => {
    shop.current.failures.set('createShipment', { code: 'UNAVAILABLE', message: 'The shop is unavailable.' });
    await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByText('Failed to Place Order.');
    await clickButton('Try Again');
    await screen.findByText('ORDER-1');
  });

  it.each([
    ['This order can contain at most 20 different products.', { code: 'TOO_MANY_LINES', maxLines: 20 }],
    ['No product data available.', { code: 'PRODUCT_NOT_FOUND' }],
    ['Choose a quantity from 1 to 10.', { code: 'QUANTITY_OUT_OF_RANGE', maxQuantity: 10 }],
  ])('does not offer to resend an order that would fail again: %s', async (message, error) => {
    shop.current.failures.set('createShipment', { ...error, message });
    await renderShop(checkoutUrl);
    await confirmOrder();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(message);
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    screen.getByRole('button', { name: 'Confirm Order' });
  });

  it('preselects the address of the latest order, or else the default address', async () => {
    shop.current.defaultAddressId = 'b';
    const { unmount } = await renderShop(checkoutUrl);
    const laxmiRoad = await screen.findByRole<HTMLInputElement>('radio', { name: /12 Laxmi Road/ });
    const karveRoad = screen.getByRole<HTMLInputElement>('radio', { name: /3 Karve Road.*Default/ });
    expect([laxmiRoad.checked, karveRoad.checked]).toEqual([false, true]);
    unmount();
    shop.current.lastUsedAddressId = 'a';
    await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByText('ORDER-1');
    expect(listOrderInputs()).toMatchObject([{ addressId: 'a' }]);
  });

  it('refreshes the addresses when the selected one was removed elsewhere', async () => {
    const message = 'Please select a valid address.';
    shop.current.failures.set('createShipment', { code: 'ADDRESS_NOT_FOUND', message });
    await renderShop(checkoutUrl);
    await screen.findByRole('radio', { name: /12 Laxmi Road/ });
    shop.current.addresses.shift();
    await confirmOrder();
    await screen.findByText(message);
    await waitFor(() => expect(screen.queryByRole('radio', { name: /12 Laxmi Road/ })).toBeNull());
    await clickButton('Confirm Order');
    await screen.findByText('ORDER-1');
    expect(listOrderInputs()).toMatchObject([{ addressId: 'a' }, { addressId: 'b' }]);
  });

  it('does not offer a second order when the first may have been placed', async () => {
    shop.current.failures.set('createShipment', { code: 'IDEMPOTENCY_KEY_REUSED', message: 'Used.' });
    await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByText(/An earlier attempt may have gone through/);
    expect(screen.queryByRole('button', { name: 'Confirm Order' })).toBeNull();
  });

  it('does not ask for an address while the saved addresses are loading', async () => {
    const release = shop.current.holdResponses('CheckoutOptions');
    await renderShop(`${checkoutUrl}&address=a`);
    await screen.findByText('₹380.00');
    await clickButton('Confirm Order');
    expect(screen.queryByText('Please select an address.')).toBeNull();
    release();
    const addresses = await screen.findByRole('radiogroup', { name: 'Choose a delivery address' });
    const selected = within(addresses).getByRole<HTMLInputElement>('radio', { name: /12 Laxmi Road/ });
    expect(selected.checked).toBe(true);
    expect(screen.queryByText('Please select an address.')).toBeNull();
    expect(listOrderInputs()).toEqual([]);
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
    expect(listOrderInputs()).toMatchObject([
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

  it('resends an order unchanged after a lost response, although its lines have left the cart', async () => {
    shop.current.failures.set('PlaceOrder', 'network');
    const { client } = await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByText('There was an issue confirming your Order.');
    // The shop had placed the order.
    shop.current.cart.delete('1');
    await act(() => refetchCart(client));
    await clickButton('Try Again');
    await screen.findByText('ORDER-1');
    const [first, again] = listOrderInputs();
    expect(again).toEqual(first);
  });

  it('asks the shopper to check My Orders when the outcome is unknown', async () => {
    const message = 'Your order may have been placed. Please check My Orders.';
    shop.current.failures.set('createShipment', { code: 'OUTCOME_UNKNOWN', message });
    const { router } = await renderShop(checkoutUrl);
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
    await clickButton(/Place a new order/);
    await clickButton('Confirm Order');
    await screen.findByText('ORDER-1');
    const [first, newInput] = listOrderInputs();
    expect(newInput).not.toMatchObject({
      idempotencyKey: z.object({ idempotencyKey: z.string() }).parse(first).idempotencyKey,
    });
  });

  it.each([
    ['placed', true],
    ['not placed', false],
  ])(
    'sends the same order again on retry when the outcome was unknown and the order was %s',
    async (_, isPlaced) => {
      const message = 'Your order may have been placed. Please check My Orders.';
      shop.current.failures.set('createShipment', { code: 'OUTCOME_UNKNOWN', message, isPlaced });
      await renderShop(checkoutUrl);
      await confirmOrder();
      await screen.findByText(message);
      expect(shop.current.orders.size).toBe(isPlaced ? 1 : 0);
      await clickButton('Try Again');
      await screen.findByText('ORDER-1');
      expect(shop.current.orders.size).toBe(1);
      const [first, again] = listOrderInputs();
      expect(again).toEqual(first);
    },
  );

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
    expect(listOrderInputs()).toHaveLength(1);
    // The ordered books have left the cart.
    await screen.findByRole('link', { name: 'Cart, 2 items' });
  });

  it('shows the confirmation when the shopper left while the order was being placed and comes back', async () => {
    const release = shop.current.holdResponses('PlaceOrder');
    const { router } = await renderShop(checkoutUrl);
    await confirmOrder();
    await waitFor(() => expect(listOrderInputs()).toHaveLength(1));
    await act(() => router.navigate('/elsewhere'));
    release();
    await waitFor(() => expect(shop.current.orders.size).toBe(1));
    await act(() => router.navigate(-1));
    await screen.findByRole('heading', { name: 'Order Placed successfully!' });
    screen.getByText('ORDER-1');
    expect(screen.queryByText('There was an issue confirming your Order.')).toBeNull();
    expect(listOrderInputs()).toHaveLength(1);
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
    for (const text of ['Expected by', 'What happens next']) expect(screen.queryByText(text)).toBeNull();
    expect(screen.queryByText(/successfully|pay the carrier/)).toBeNull();
  });

  it('does not offer Confirm Order while it looks up an order that the shopper comes back to', async () => {
    const release = shop.current.holdResponses('OrderByKey');
    await renderShop(pageWithOrderKey);
    await waitFor(() => expect(shop.current.listVariablesSentTo('OrderByKey')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Confirm Order' })).toBeNull();
    shop.current.orders.set(orderKey, pastOrder);
    release();
    await screen.findByText('ORDER-7');
    expect(listOrderInputs()).toEqual([]);
  });

  it('offers to try again after the page was reloaded before the response', async () => {
    await renderShop(pageWithOrderKey);
    await screen.findByText('There was an issue confirming your Order.');
    expect(listOrderInputs()).toEqual([]);
    await clickButton('Try Again');
    await screen.findByText('ORDER-1');
    expect(listOrderInputs()).toMatchObject([{ idempotencyKey: orderKey }]);
  });

  it('sends the confirmed order automatically after a login', async () => {
    const message = 'Please Login or Create your account';
    shop.current.failures.set('createShipment', { code: 'NOT_SIGNED_IN', message });
    const { router } = await renderShop(checkoutUrl);
    await confirmOrder();
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-login'));
    expect(getBrowserSession().getShopper()).toBeNull();
    await screen.findByText('Another page');
    const { returnTo, returnState } = router.state.location.state;
    act(signIn);
    await act(() => router.navigate(returnTo, { state: returnState }));
    await screen.findByText('ORDER-1');
    const [first, again] = listOrderInputs();
    expect(again).toEqual(first);
  });

  it('asks again after a login if the confirmed address was removed in the meantime', async () => {
    const message = 'Please Login or Create your account';
    shop.current.failures.set('createShipment', { code: 'NOT_SIGNED_IN', message });
    const { router } = await renderShop(checkoutUrl);
    await confirmOrder();
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-login'));
    await screen.findByText('Another page');
    const { returnTo, returnState } = router.state.location.state;
    shop.current.addresses.shift();
    act(signIn);
    await act(() => router.navigate(returnTo, { state: returnState }));
    await screen.findByText('₹380.00');
    await screen.findByRole('radio', { name: /3 Karve Road/ });
    const button = screen.getByRole('button', { name: 'Confirm Order' });
    await waitFor(() => expect(button.ariaBusy).toBe('false'));
    expect(listOrderInputs()).toMatchObject([{ addressId: 'a' }]);
    await userEvent.click(button);
    await screen.findByText('ORDER-1');
    expect(listOrderInputs()).toMatchObject([{ addressId: 'a' }, { addressId: 'b' }]);
  });

  it("hides one shopper's order from the next shopper who logs in", async () => {
    const otherShoppersKey = `8-${'0'.repeat(32)}`;
    shop.current.orders.set(otherShoppersKey, pastOrder);
    await renderShop({ pathname: addressPage, state: { orderKey: otherShoppersKey } });
    await screen.findByText('₹641.00');
    expect(shop.current.listVariablesSentTo('OrderByKey')).toEqual([]);
  });

  it('orders the whole cart if no selection was passed', async () => {
    await renderShop(addressPage);
    await confirmOrder('₹641.00');
    await screen.findByText('ORDER-1');
    expect(listOrderInputs()).toMatchObject([
      {
        lines: [
          { productId: '1', quantity: 2 },
          { productId: '2', quantity: 2 },
        ],
        couponId: null,
      },
    ]);
  });

  it('ignores an invalid navigation state', async () => {
    await renderShop({ pathname: addressPage, search: '?total=x', state: { orderKey: 7 } });
    await screen.findByText('₹641.00');
  });
});

describe('buying a single product', () => {
  it('orders the product of the navigation state in the chosen quantity', async () => {
    signIn();
    await renderShop({ pathname: '/buy-single-product', state: { productId: '2' } });
    await screen.findByText('₹110.50');
    await clickButton('Increase quantity of Godan');
    await confirmOrder('₹221.00');
    await screen.findByText('ORDER-1');
    expect(listOrderInputs()).toMatchObject([
      { source: 'SINGLE_PRODUCT', lines: [{ productId: '2', quantity: 2 }] },
    ]);
  });

  it.each(['', '?productId=', '?product='])('says that there is no product: %s', async (query) => {
    signIn();
    await renderShop(`/buy-single-product${query}`);
    await screen.findByText(
      'No product information available. Please select a product from the previous page.',
    );
    expect(screen.getByRole('link', { name: 'Back to Cart' }).getAttribute('href')).toBe('/cart-manager');
  });

  it('sends a visitor to the login, which leads back with the product', async () => {
    const { router } = await renderShop({ pathname: '/buy-single-product', state: { productId: '2' } });
    await screen.findByText('Please Login or Create your account');
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-login'));
    expect(router.state.location.state).toEqual({ returnTo: '/buy-single-product?product=2' });
  });
});
