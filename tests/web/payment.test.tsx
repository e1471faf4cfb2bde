// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { addressPage, prepareCheckout } from './checkout.ts';
import { clickButton } from './render-routes.tsx';
import { renderShop } from './render-shop.tsx';
import { signIn } from './shoppers.ts';
import { setUpShoppingGateway } from './shopping-setup.ts';

const shop = setUpShoppingGateway();

const paymentPage = '/cart-manager/cart-user-payment';
/** The query string for the cart without Godan, with a coupon, for delivery to the first address. */
const selection = '?without=2&coupon=5&address=a';

const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name });
/** The payment methods whose radio buttons are selected. */
const findSelectedMethods = async () => {
  const methods = within(await screen.findByRole('radiogroup', { name: 'Choose how to pay' }));
  return methods
    .getAllByRole<HTMLInputElement>('radio')
    .filter(({ checked }) => checked)
    .map(({ value }) => value);
};

/** Confirms on the address page, and waits until the payment page is complete. Both pages show `total`. */
async function continueToPayment(total: string): Promise<void> {
  await screen.findByText(total);
  await findSelectedMethods();
  await clickButton('Confirm Order');
  await findHeading('Payment');
  await screen.findByText(total);
  await findSelectedMethods();
}

beforeEach(() => prepareCheckout(shop.current));

describe('a shop with a payment provider', () => {
  beforeEach(() => {
    shop.current.hasPaymentProvider = true;
  });

  it('leads from the address page to the payment page, which places the order', async () => {
    const { router } = await renderShop(`${addressPage}${selection}&total=380`);
    await screen.findByText('₹380.00');
    expect(await findSelectedMethods()).toEqual(['ONLINE']);
    await clickButton('Confirm Order');
    await findHeading('Payment');
    expect(shop.current.listOrderInputs()).toEqual([]);
    expect(router.state.location.search).toBe(`${selection}&payment=online&total=380`);

    // The address is shown, but cannot be changed here.
    const address = await screen.findByRole('region', { name: 'Delivering to' });
    within(address).getByText(/12 Laxmi Road/);
    expect(screen.queryByRole('radio', { name: /Laxmi Road/ })).toBeNull();
    await screen.findByText('₹380.00');
    screen.getByText(/^This is for demonstration only: you won't be charged/);
    await clickButton('Confirm and Pay');
    await findHeading('Shipment created successfully');
    const facts = within(screen.getByRole('article')).getAllByRole('definition');
    expect(facts[1]?.textContent).toBe('Paid online');
    expect(shop.current.listOrderInputs()).toMatchObject([
      {
        source: 'PAYMENT_PAGE',
        paymentMethod: 'ONLINE',
        lines: [{ productId: '1', quantity: 2 }],
        couponId: '5',
        addressId: 'a',
        expectedTotal: 380,
      },
    ]);
  });

  it('places an order with cash on delivery from the address page', async () => {
    await renderShop(`${addressPage}${selection}`);
    await screen.findByText('₹380.00');
    await userEvent.click(await screen.findByRole('radio', { name: /Cash on delivery/ }));
    await clickButton('Confirm Order');
    await findHeading('Order Placed successfully!');
    expect(shop.current.listOrderInputs()).toMatchObject([
      { source: 'CART', paymentMethod: 'CASH_ON_DELIVERY' },
    ]);
  });

  it('lets the shopper choose cash on delivery on the payment page', async () => {
    await renderShop(`${paymentPage}${selection}`);
    await screen.findByText('₹380.00');
    await userEvent.click(await screen.findByRole('radio', { name: /Cash on delivery/ }));
    await clickButton('Confirm and Pay');
    await findHeading('Shipment created successfully');
    expect(shop.current.listOrderInputs()).toMatchObject([
      { source: 'PAYMENT_PAGE', paymentMethod: 'CASH_ON_DELIVERY' },
    ]);
  });

  it('opens the payment page once for a double click', async () => {
    const { router } = await renderShop(`${addressPage}${selection}`);
    await screen.findByText('₹380.00');
    await findSelectedMethods();
    await userEvent.dblClick(screen.getByRole('button', { name: 'Confirm Order' }));
    await findHeading('Payment');
    await act(() => router.navigate(-1));
    await findHeading('Address and confirmation');
  });

  it('places no order when the second click of a double click lands on the payment page', async () => {
    await renderShop(`${addressPage}${selection}`);
    await continueToPayment('₹380.00');
    const button = screen.getByRole('button', { name: 'Confirm and Pay' });
    fireEvent.click(button, { detail: 2 });
    expect(button.ariaBusy).toBe('false');
    button.focus();
    await userEvent.keyboard('{Enter}');
    await findHeading('Shipment created successfully');
    expect(shop.current.listOrderInputs()).toHaveLength(1);
  });

  it('shows an error if the payment page cannot be opened, and offers to try again', async () => {
    const { router } = await renderShop(`${addressPage}${selection}`);
    await screen.findByText('₹380.00');
    await findSelectedMethods();
    vi.spyOn(router, 'navigate').mockRejectedValueOnce(new Error('The history cannot be changed.'));
    await clickButton('Confirm Order');
    await screen.findByText('Failed to Place Order.');
    expect(screen.queryByText(/may have been placed/)).toBeNull();
    await clickButton('Try Again');
    await findHeading('Payment');
    expect(shop.current.listOrderInputs()).toEqual([]);
  });

  it('shows the confirmation when Back leads to the address page after the order was placed', async () => {
    const { router } = await renderShop('/buy-single-product?product=2&address=a');
    await continueToPayment('₹110.50');
    await clickButton('Confirm and Pay');
    await findHeading('Shipment created successfully');
    expect(shop.current.listOrderInputs()).toMatchObject([
      { source: 'SINGLE_PRODUCT', paymentMethod: 'ONLINE' },
    ]);
    await act(() => router.navigate(-1));
    await findHeading('Order Placed successfully!');
    screen.getByText('ORDER-1');
    expect(screen.queryByRole('button', { name: 'Confirm Order' })).toBeNull();
    expect(shop.current.listOrderInputs()).toHaveLength(1);
  });

  it('places no order when the payment page opens, and keeps the idempotency key after going back', async () => {
    const { router } = await renderShop(`${addressPage}${selection}`);
    await screen.findByText('₹380.00');
    await findSelectedMethods();
    await clickButton('Confirm Order');
    await findHeading('Payment');
    const navigationState = router.state.location.state;
    await userEvent.click(screen.getByRole('link', { name: 'Back to Address' }));
    await findHeading('Address and confirmation');
    await userEvent.click(await screen.findByRole('radio', { name: /3 Karve Road/ }));
    await screen.findByText('₹380.00');
    await clickButton('Confirm Order');
    await findHeading('Payment');
    expect(router.state.location.state).toEqual(navigationState);
    await screen.findByText('₹380.00');
    await screen.findByText(/3 Karve Road/);
    await clickButton('Confirm and Pay');
    await findHeading('Shipment created successfully');
    const { reservedKey } = z.object({ reservedKey: z.string() }).parse(navigationState);
    expect(shop.current.listOrderInputs()).toMatchObject([{ addressId: 'b', idempotencyKey: reservedKey }]);
  });

  it('sends the next attempt with the same idempotency key after a rejection', async () => {
    const message = 'Not today.';
    shop.current.failures.set('createShipment', { code: 'UPSTREAM_REJECTED', message, reason: message });
    const { router } = await renderShop(`${addressPage}${selection}`);
    await continueToPayment('₹380.00');
    await clickButton('Confirm and Pay');
    await screen.findByText(message);
    await userEvent.click(await screen.findByRole('radio', { name: /Cash on delivery/ }));
    await clickButton('Confirm and Pay');
    await findHeading('Shipment created successfully');
    await act(() => router.navigate(-1));
    await findHeading('Order Placed successfully!');
    const keys = z.array(z.object({ idempotencyKey: z.string() })).parse(shop.current.listOrderInputs());
    expect(keys[1]).toEqual(keys[0]);
  });

  it('asks for an address on the payment page if none was chosen', async () => {
    await renderShop(paymentPage);
    await screen.findByText('₹641.00');
    await findSelectedMethods();
    await clickButton('Confirm and Pay');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Delivering to' })),
    );
    screen.getByRole('region', { name: 'Delivering to', description: 'Please select an address.' });
    expect(shop.current.listOrderInputs()).toEqual([]);
  });

  it('does not choose another address itself if the chosen one was removed elsewhere', async () => {
    const { router } = await renderShop(`${addressPage}${selection}`);
    await screen.findByText('₹380.00');
    await findSelectedMethods();
    await clickButton('Confirm Order');
    const address = within(await screen.findByRole('region', { name: 'Delivering to' }));
    address.getByText(/12 Laxmi Road/);
    shop.current.addresses.shift();
    shop.current.lastUsedAddressId = 'b';
    const message = 'Please select a valid address.';
    shop.current.failures.set('createShipment', { code: 'ADDRESS_NOT_FOUND', message });
    await clickButton('Confirm and Pay');
    await screen.findByText(message);
    await address.findByText('Please select an address.');
    expect(address.queryByText(/3 Karve Road/)).toBeNull();
    await clickButton('Confirm and Pay');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Delivering to' })),
    );
    expect(shop.current.listOrderInputs()).toMatchObject([{ addressId: 'a' }]);
    await userEvent.click(screen.getByRole('link', { name: 'Back to Address' }));
    await userEvent.click(await screen.findByRole('radio', { name: /3 Karve Road/ }));
    await clickButton('Confirm Order');
    await waitFor(() => expect(router.state.location.pathname).toBe(paymentPage));
    await screen.findByText(/3 Karve Road/);
  });

  it('says that the payment method is no longer available, and offers only the others', async () => {
    await renderShop(`${paymentPage}${selection}`);
    await screen.findByText('₹380.00');
    expect(await findSelectedMethods()).toEqual(['ONLINE']);
    shop.current.hasPaymentProvider = false;
    await clickButton('Confirm and Pay');
    await screen.findByText('This payment method is not available. Please choose another one.');
    await waitFor(() => expect(screen.queryByRole('radio', { name: /Pay online/ })).toBeNull());
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    expect(await findSelectedMethods()).toEqual(['CASH_ON_DELIVERY']);
    await clickButton('Confirm and Pay');
    await findHeading('Shipment created successfully');
    expect(shop.current.listOrderInputs()).toMatchObject([
      { paymentMethod: 'ONLINE' },
      { paymentMethod: 'CASH_ON_DELIVERY' },
    ]);
  });

  it('asks for confirmation again after a login if the payment method has become unavailable in the meantime', async () => {
    const message = 'Please Login or Create your account';
    shop.current.failures.set('createShipment', { code: 'NOT_SIGNED_IN', message });
    const { router } = await renderShop(`${paymentPage}${selection}`);
    await screen.findByText('₹380.00');
    await clickButton('Confirm and Pay');
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-login'));
    await screen.findByText('Another page');
    const { returnTo, returnState } = router.state.location.state;
    shop.current.hasPaymentProvider = false;
    act(signIn);
    await act(() => router.navigate(returnTo, { state: returnState }));
    await screen.findByText('₹380.00');
    expect(await findSelectedMethods()).toEqual(['CASH_ON_DELIVERY']);
    const button = await screen.findByRole('button', { name: 'Confirm and Pay' });
    await waitFor(() => expect(button.ariaBusy).toBe('false'));
    expect(shop.current.listOrderInputs()).toMatchObject([{ paymentMethod: 'ONLINE' }]);
    await userEvent.click(button);
    await findHeading('Shipment created successfully');
    expect(shop.current.listOrderInputs()).toMatchObject([
      { paymentMethod: 'ONLINE' },
      { paymentMethod: 'CASH_ON_DELIVERY' },
    ]);
  });

  it.each([
    ['/cart-manager', 'Cart', ['Cart', 'Address', 'Payment']],
    [addressPage, 'Address', ['Cart', 'Address', 'Payment']],
    [paymentPage, 'Payment', ['Cart', 'Address', 'Payment']],
    ['/buy-single-product?product=2', 'Address', ['Cart', 'Address']],
  ])('shows the steps of the purchase on %s', async (path, current, links) => {
    await renderShop(path);
    const steps = within(await screen.findByRole('navigation', { name: 'Checkout steps' }));
    const items = steps.getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent?.replace(/^\d/, ''))).toEqual([
      'Cart',
      'Address',
      'Payment',
      'Confirmation',
    ]);
    const marked = items.flatMap((item) =>
      [item, ...item.querySelectorAll('*')].filter(({ ariaCurrent }) => ariaCurrent === 'step'),
    );
    expect(marked.map(({ textContent }) => textContent)).toEqual([current]);
    expect(steps.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(links);
  });
});

describe('a shop without a payment provider', () => {
  it('offers only cash on delivery, and places the order from the address page', async () => {
    await renderShop(`${addressPage}${selection}&payment=online`);
    await screen.findByText('₹380.00');
    expect(await findSelectedMethods()).toEqual(['CASH_ON_DELIVERY']);
    expect(screen.queryByRole('radio', { name: /Pay online/ })).toBeNull();
    await clickButton('Confirm Order');
    await findHeading('Order Placed successfully!');
    expect(shop.current.listOrderInputs()).toMatchObject([
      { source: 'CART', paymentMethod: 'CASH_ON_DELIVERY' },
    ]);
  });
});

describe('an order whose coupon covers everything', () => {
  it.each([
    ['with', true, 'ONLINE'],
    ['without', false, 'CASH_ON_DELIVERY'],
  ])('needs no payment in a shop %s a payment provider', async (_, hasPaymentProvider, paymentMethod) => {
    shop.current.hasPaymentProvider = hasPaymentProvider;
    shop.current.coupons.push({ id: 'all', name: 'ALL100', percentOff: 100 });
    for (const address of shop.current.addresses) address.pincode = '411030';
    await renderShop(`${addressPage}?without=2&coupon=all&address=a&total=0`);
    await screen.findByRole('radio', { name: /12 Laxmi Road/ });
    await screen.findByText('₹0.00');
    expect(screen.queryByText('Choose how to pay')).toBeNull();
    await clickButton('Confirm Order');
    await findHeading('Order Placed successfully!');
    expect(within(screen.getByRole('article')).queryByText(/Payment|pay the carrier/)).toBeNull();
    expect(shop.current.listOrderInputs()).toMatchObject([{ expectedTotal: 0, paymentMethod }]);
  });
});

describe('the payment page', () => {
  it('shows an error when the order fails', async () => {
    shop.current.failures.set('createShipment', { code: 'UNAVAILABLE', message: 'The shop is unavailable.' });
    await renderShop(`${paymentPage}${selection}`);
    await screen.findByText('₹380.00');
    await findSelectedMethods();
    await clickButton('Confirm and Pay');
    await screen.findByText('Failed to create shipment');
  });

  it('says that there is nothing to ship, and links back to the address page', async () => {
    shop.current.cart.clear();
    await renderShop(paymentPage);
    await screen.findByText('No products found for shipment');
    expect(screen.getByRole('link', { name: 'Back to Address' }).getAttribute('href')).toBe(addressPage);
  });
});
