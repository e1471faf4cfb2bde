// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { toasts } from '#web/ui/toast/toasts.ts';
import { addressPage, checkoutUrl, confirmOrder, prepareCheckout } from './checkout.ts';
import { clickButton } from './render-routes.tsx';
import { renderShop } from './render-shop.tsx';
import { signIn } from './shoppers.ts';
import { setUpShoppingGateway } from './shopping-setup.ts';

const shop = setUpShoppingGateway();

describe('the address page', () => {
  beforeEach(() => prepareCheckout(shop.current));

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
    expect(shop.current.listOrderInputs()).toMatchObject([
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
      "We pack your books and hand them to the carrier. You can cancel in My Orders until they're packed.",
      'Follow the parcel in My Orders, and pay the carrier in cash when it reaches you.',
    ]);
  });

  it('tells screen readers that the confirmation is the current step', async () => {
    await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByRole('heading', { name: 'Order Placed successfully!' });
    const steps = within(screen.getByRole('navigation', { name: 'Checkout steps' }));
    expect(steps.getByText('Confirmation').getAttribute('aria-current')).toBe('step');
  });

  it('orders the whole cart if no selection was passed', async () => {
    await renderShop(addressPage);
    await confirmOrder('₹641.00');
    await screen.findByText('ORDER-1');
    expect(shop.current.listOrderInputs()).toMatchObject([
      {
        lines: [
          { productId: '1', quantity: 2 },
          { productId: '2', quantity: 2 },
        ],
        couponId: null,
      },
    ]);
  });

  it('updates the stock on other pages after the order', async () => {
    shop.current.wishlist.push('1');
    shop.current.changeBook('1', { stock: 2 });
    const { router } = await renderShop('/wish-list');
    await screen.findByRole('button', { name: 'Add To Cart: Kim' });
    expect(screen.queryByText('Currently unavailable')).toBeNull();
    await act(() => router.navigate(checkoutUrl));
    await confirmOrder();
    await screen.findByText('ORDER-1');
    await act(() => router.navigate('/wish-list'));
    await screen.findByText('Currently unavailable');
  });

  it('sends one order for a double click, and keeps the focus on the button meanwhile', async () => {
    const release = shop.current.holdResponses('PlaceOrder');
    await renderShop(checkoutUrl);
    await screen.findByText('₹380.00');
    await userEvent.click(await screen.findByRole('radio', { name: /12 Laxmi Road/ }));
    await userEvent.dblClick(screen.getByRole('button', { name: 'Confirm Order' }));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm Order' });
    await waitFor(() => expect(shop.current.listOrderInputs()).toHaveLength(1));
    expect(button.getAttribute('aria-busy')).toBe('true');
    // A browser takes the focus from a disabled button; jsdom does not.
    expect(button.disabled).toBe(false);
    expect(document.activeElement).toBe(button);
    await userEvent.click(button);
    release();
    await screen.findByText('ORDER-1');
    expect(shop.current.listOrderInputs()).toHaveLength(1);
  });

  it('restores the selection after a reload', async () => {
    await renderShop(`${checkoutUrl}&address=b`);
    await screen.findByText('₹380.00');
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /3 Karve Road/ })).checked).toBe(true);
    await clickButton('Confirm Order');
    await screen.findByText('ORDER-1');
    expect(shop.current.listOrderInputs()).toMatchObject([
      { lines: [{ productId: '1' }], couponId: '5', addressId: 'b' },
    ]);
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

  it('ignores an invalid total in the URL and an invalid navigation state', async () => {
    await renderShop({ pathname: addressPage, search: '?total=x', state: { orderKey: 7 } });
    await screen.findByText('₹641.00');
  });

  it('requires an address before it sends the order, and says so until one is selected', async () => {
    await renderShop(checkoutUrl);
    await screen.findByText('₹380.00');
    const address = await screen.findByRole('radio', { name: /12 Laxmi Road/ });
    await clickButton('Confirm Order');
    const addresses = screen.getByRole('radiogroup', { name: 'Choose a delivery address' });
    await within(addresses).findByText('Please select an address.');
    expect(document.activeElement).toBe(addresses);
    expect(shop.current.listOrderInputs()).toEqual([]);
    // If the message were also a toast, that toast would be shown before this one.
    act(() => toasts.info('A later toast'));
    await screen.findByText('A later toast');
    await userEvent.click(address);
    expect(screen.queryByText('Please select an address.')).toBeNull();
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

  it('preselects the address of the latest order, or else the default address', async () => {
    shop.current.defaultAddressId = 'b';
    const { unmount } = await renderShop(checkoutUrl);
    const laxmiRoad = await screen.findByRole<HTMLInputElement>('radio', { name: /12 Laxmi Road/ });
    const karveRoad = screen.getByRole<HTMLInputElement>('radio', { name: /3 Karve Road.*Default/ });
    expect([laxmiRoad.checked, karveRoad.checked]).toEqual([false, true]);
    unmount();
    shop.current.lastUsedAddressId = 'a';
    await renderShop(checkoutUrl);
    await screen.findByRole('radio', { name: /12 Laxmi Road/, checked: true });
    await clickButton('Confirm Order');
    await screen.findByText('ORDER-1');
    expect(shop.current.listOrderInputs()).toMatchObject([{ addressId: 'a' }]);
  });

  it('preselects the address of the order that was placed just before', async () => {
    shop.current.defaultAddressId = 'b';
    const { router } = await renderShop(checkoutUrl);
    await screen.findByRole('radio', { name: /3 Karve Road/, checked: true });
    shop.current.lastUsedAddressId = 'a';
    await confirmOrder();
    await screen.findByText('ORDER-1');
    await act(() => router.navigate('/buy-single-product?product=2'));
    await screen.findByRole('radio', { name: /12 Laxmi Road/, checked: true });
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
    expect(shop.current.listOrderInputs()).toMatchObject([{ addressId: 'a' }, { addressId: 'b' }]);
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
    expect(shop.current.listOrderInputs()).toEqual([]);
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
    expect(shop.current.listOrderInputs()).toMatchObject([
      { source: 'SINGLE_PRODUCT', lines: [{ productId: '2', quantity: 2 }] },
    ]);
  });

  it('leads back to the cart without the choices for the product', async () => {
    signIn();
    await renderShop('/buy-single-product?product=2&quantity=3&coupon=5');
    const steps = within(await screen.findByRole('navigation', { name: 'Checkout steps' }));
    expect(steps.getByRole('link', { name: 'Cart' }).getAttribute('href')).toBe('/cart-manager');
  });

  it.each(['', '?productId=', '?product='])(
    'says that there is no product if the URL is /buy-single-product%s',
    async (query) => {
      signIn();
      await renderShop(`/buy-single-product${query}`);
      await screen.findByText(
        'No product information available. Please select a product from the previous page.',
      );
      expect(screen.getByRole('link', { name: 'Back to Cart' }).getAttribute('href')).toBe('/cart-manager');
    },
  );

  it('says only once that the coupon in the URL is not available', async () => {
    signIn();
    const { router } = await renderShop('/buy-single-product?product=1&coupon=gone&address=a');
    await screen.findByText('₹210.00');
    expect(router.state.location.search).toBe('?product=1&address=a');
    expect(await screen.findAllByText('This coupon is not available.')).toHaveLength(1);
  });

  it('sends a visitor to the login page, with a return URL that contains the product', async () => {
    const { router } = await renderShop({ pathname: '/buy-single-product', state: { productId: '2' } });
    await screen.findByText('Please Login or Create your account');
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-login'));
    expect(router.state.location.state).toEqual({ returnTo: '/buy-single-product?product=2' });
  });
});
