// @vitest-environment jsdom
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { rememberPincode, useDeliveryPincode } from '#web/address/delivery-pincode.ts';
import { stubMediaQueries } from './browser-stubs.ts';
import { clickButton } from './render-routes.tsx';
import { renderShop } from './render-shop.tsx';
import { signIn } from './shoppers.ts';
import { setUpShoppingGateway } from './shopping-setup.ts';

const shop = setUpShoppingGateway();

const findSummary = async () => within(await screen.findByRole('region', { name: 'Summary' }));

describe('the cart of a signed-in shopper', () => {
  beforeEach(() => signIn());

  it("shows the gateway's price for the selected lines", async () => {
    await renderShop('/cart-manager');
    const summary = await findSummary();
    await summary.findByText('₹431.00');
    summary.getByText('Average Delivery Time 5-6 days');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Godan' }));
    await summary.findByText('₹210.00');
  });

  it('marks the total, which phones show twice, as outdated until a new one has been calculated', async () => {
    stubMediaQueries((query) => query.startsWith('(width < '));
    await renderShop('/cart-manager');
    const summary = await findSummary();
    await waitFor(() => expect(summary.getAllByText('₹431.00')).toHaveLength(2));
    const findBusyAncestors = () =>
      summary.getAllByText('₹431.00').map((total) => total.closest('[aria-busy="true"]'));
    expect(findBusyAncestors()).toEqual([null, null]);
    const release = shop.current.holdResponses('CheckoutQuote');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Godan' }));
    await waitFor(() => expect(findBusyAncestors()).not.toContain(null));
    release();
    await waitFor(() => expect(summary.getAllByText('₹210.00')).toHaveLength(2));
  });

  it('announces the total after each change, but not when the cart is opened', async () => {
    await renderShop('/cart-manager');
    const summary = await findSummary();
    await summary.findByText('₹431.00');
    expect(summary.queryByText('To pay ₹431.00')).toBeNull();
    const findAnnouncement = async (text: string) => {
      const announcement = await summary.findByText(text);
      expect(announcement.role).toBe('status');
    };
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Godan' }));
    await findAnnouncement('To pay ₹210.00');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Kim' }));
    await findAnnouncement('To pay ₹0.00');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all: 0 of 2 selected' }));
    await findAnnouncement('To pay ₹431.00');
    await clickButton('Increase quantity of Kim');
    await findAnnouncement('To pay ₹641.00');
  });

  it('shows the cost and date of delivery to a PIN code, and remembers the PIN code', async () => {
    const { unmount } = await renderShop('/cart-manager');
    await screen.findByText('₹431.00');
    const summary = await findSummary();
    const field = summary.getByRole('textbox', { name: /Enter your PIN code/ });
    await userEvent.type(field, '011030');
    await clickButton('Check');
    await screen.findByText("Enter a 6-digit PIN code. It can't start with 0.");
    await userEvent.clear(field);
    await userEvent.type(field, ' 411 030 {Enter}');
    await screen.findByText(/^Delivery to 411030: free, by \w{3} \d{1,2} \w{3,4}$/);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change' }));
    // The price of the books and the total, which are the same because shipping is free.
    await waitFor(() => expect(summary.getAllByText('₹401.00')).toHaveLength(2));
    summary.getByText('Free');
    unmount();
    await renderShop('/cart-manager');
    await screen.findByText(/^Delivery to 411030: free, by /);
    await clickButton('Change');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Enter your PIN code/ }));
    await userEvent.clear(screen.getByRole('textbox', { name: /Enter your PIN code/ }));
    await userEvent.type(screen.getByRole('textbox', { name: /Enter your PIN code/ }), '416001{Enter}');
    await screen.findByText(/^Delivery to 416001: ₹30.00, by /);
    await screen.findByText('₹431.00');
  });

  it('calculates the same total as the address page on a device that remembers no PIN code', async () => {
    shop.current.lastUsedAddressId = 'b';
    Object.assign(shop.current.addresses[1] ?? {}, { pincode: '411004' });
    await renderShop('/cart-manager');
    await screen.findByText(/^Delivery to 411004: free, by /);
    await clickButton('Continue');
    await screen.findByRole('radio', { name: /3 Karve Road/, checked: true });
    await screen.findByText(/^Delivery to 411004: free, by /);
    expect(screen.queryByText(/The total has changed/)).toBeNull();
    const quotes = shop.current.listVariablesSentTo('CheckoutQuote');
    expect(quotes.map(({ input }) => input)).not.toContainEqual(expect.objectContaining({ pincode: null }));
  });

  it('calculates the same total as the address page on a device that remembers another PIN code', async () => {
    shop.current.lastUsedAddressId = 'b';
    Object.assign(shop.current.addresses[1] ?? {}, { pincode: '411004' });
    rememberPincode('416001');
    await renderShop('/cart-manager');
    await screen.findByText(/^Delivery to 411004: free, by /);
    await clickButton('Continue');
    await screen.findByRole('radio', { name: /3 Karve Road/, checked: true });
    await screen.findByText(/^Delivery to 411004: free, by /);
    expect(screen.queryByText(/The total has changed/)).toBeNull();
    const quotes = shop.current.listVariablesSentTo('CheckoutQuote');
    expect(quotes.map(({ input }) => input)).not.toContainEqual(
      expect.objectContaining({ pincode: '416001' }),
    );
  });

  it('calculates a total for the address that the shopper chose on the address page', async () => {
    shop.current.lastUsedAddressId = 'b';
    Object.assign(shop.current.addresses[1] ?? {}, { pincode: '411004' });
    await renderShop('/cart-manager?address=a');
    await screen.findByText(/^Delivery to 412105: ₹30.00, by /);
  });

  it('calculates the total for an entered PIN code instead of the address, also after Back', async () => {
    shop.current.lastUsedAddressId = 'b';
    const { router } = await renderShop('/cart-manager');
    await screen.findByText(/^Delivery to 412105: ₹30.00, by /);
    await clickButton('Change');
    const field = await screen.findByRole('textbox', { name: /Enter your PIN code/ });
    await userEvent.clear(field);
    await userEvent.type(field, '411004{Enter}');
    await screen.findByText(/^Delivery to 411004: free, by /);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Godan' }));
    await clickButton('Continue');
    await screen.findByRole('radio', { name: /3 Karve Road/, checked: true });
    await act(() => router.navigate(-1));
    await screen.findByText(/^Delivery to 411004: free, by /);
  });

  it('does not replace the remembered PIN code with that of the address', async () => {
    shop.current.lastUsedAddressId = 'b';
    rememberPincode('416001');
    await renderShop('/cart-manager');
    await screen.findByText(/^Delivery to 412105: ₹30.00, by /);
    expect(renderHook(useDeliveryPincode).result.current).toBe('416001');
  });

  it('calculates a total without a PIN code, like the address page, if that of the address is invalid', async () => {
    shop.current.lastUsedAddressId = 'b';
    Object.assign(shop.current.addresses[1] ?? {}, { pincode: 'unknown' });
    rememberPincode('411004');
    await renderShop('/cart-manager');
    await screen.findByText('₹431.00');
    screen.getByRole('textbox', { name: /Enter your PIN code/ });
    const quotes = shop.current.listVariablesSentTo('CheckoutQuote');
    expect(quotes.map(({ input }) => input)).toMatchObject([{ pincode: null }]);
  });

  it.each(['unavailable', 'noUser'] as const)(
    'calculates a total without a PIN code if the addresses could not be loaded: %s',
    async (failure) => {
      shop.current.failures.set('CheckoutOptions', failure);
      await renderShop('/cart-manager');
      await screen.findByText('₹431.00');
      screen.getByRole('textbox', { name: /Enter your PIN code/ });
      screen.getByRole('checkbox', { name: 'Select Kim' });
    },
  );

  it('preselects the last used address on the address page even if the cart could not load it', async () => {
    shop.current.lastUsedAddressId = 'b';
    shop.current.failures.set('CheckoutOptions', 'noLastUsedAddress');
    await renderShop('/cart-manager');
    await screen.findByText('₹431.00');
    await clickButton('Continue');
    await screen.findByRole('radio', { name: /3 Karve Road/, checked: true });
  });

  it('marks the total as loading, and asks for no PIN code, until the addresses have loaded', async () => {
    const release = shop.current.holdResponses('CheckoutOptions');
    await renderShop('/cart-manager');
    const summary = await findSummary();
    const [total] = summary.getAllByText('…');
    expect(total?.closest('[aria-busy="true"]')).not.toBeNull();
    expect(summary.queryByRole('textbox')).toBeNull();
    release();
    await summary.findByText('₹431.00');
    summary.getByRole('textbox', { name: /Enter your PIN code/ });
  });

  it('shows no cost or date of delivery if the quote failed, and still offers to change the PIN code', async () => {
    stubMediaQueries((query) => query.startsWith('(width < '));
    rememberPincode('416001');
    await renderShop('/cart-manager');
    await screen.findByText(/^Delivery to 416001: ₹30.00, by /);
    shop.current.failures.set('CheckoutQuote', 'offline');
    await clickButton('Increase quantity of Kim');
    await screen.findByText("We couldn't calculate the total.");
    screen.getByText('Delivery to 416001');
    screen.getByRole('button', { name: 'Change' });
    expect(screen.queryByText('…')).toBeNull();
  });

  it('keeps the cost and date of delivery, marked as outdated, while the quote for a changed cart is loading', async () => {
    rememberPincode('416001');
    await renderShop('/cart-manager');
    const text = await screen.findByText(/^Delivery to 416001: ₹30.00, by /);
    const release = shop.current.holdResponses('CheckoutQuote');
    await clickButton('Increase quantity of Kim');
    await waitFor(() => expect(shop.current.listVariablesSentTo('CheckoutQuote')).toHaveLength(2));
    expect(text.isConnected).toBe(true);
    expect(text.textContent).toMatch(/^Delivery to 416001: ₹30.00, by /);
    expect(text.getAttribute('aria-busy')).toBe('true');
    release();
    await screen.findByText(/^Delivery to 416001: ₹40.00, by /);
    expect(text.getAttribute('aria-busy')).toBe('false');
  });

  it('applies at most one coupon, and clears it when the coupon or its Remove button is clicked', async () => {
    await renderShop('/cart-manager');
    const summary = await findSummary();
    await clickButton(/^READ10/);
    await summary.findByText('Coupon READ10, 10%');
    await clickButton(/^READ20/);
    await summary.findByText('Coupon READ20, 20%');
    expect(screen.getByRole('button', { name: /^READ10/ }).getAttribute('aria-pressed')).toBe('false');
    await clickButton(/^READ20/);
    await waitFor(() => expect(summary.queryByText(/^Coupon/)).toBeNull());
    await clickButton(/^READ10/);
    await clickButton('Remove coupon READ10');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^READ10/ }));
    await waitFor(() => expect(summary.queryByText(/^Coupon/)).toBeNull());
  });

  it('says what a coupon saves on the selected books, and the summary then deducts that amount', async () => {
    await renderShop('/cart-manager');
    const summary = await findSummary();
    const coupon = await screen.findByRole('button', { name: /^READ10.*You save ₹/ });
    const [, saving = ''] = /You save (₹[\d.,]+)/.exec(coupon.textContent ?? '') ?? [];
    await clickButton(/^READ10/);
    await summary.findByText('Coupon READ10, 10%');
    await summary.findByText(`−${saving}`);
  });

  it('says that there are no coupons', async () => {
    shop.current.coupons.length = 0;
    await renderShop('/cart-manager');
    await screen.findByText('No coupons available.');
  });

  it('shows an error if the coupons could not be loaded, and can retry', async () => {
    shop.current.failures.set('Coupons', 'unavailable');
    await renderShop('/cart-manager');
    await screen.findByText('Failed to load coupons.');
    await clickButton('Try again');
    await screen.findByRole('button', { name: /^READ10/ });
  });

  it('warns instead of continuing if nothing is selected', async () => {
    const { router } = await renderShop('/cart-manager');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all: 2 of 2 selected' }));
    const button = screen.getByRole('button', { name: 'Continue' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
    await screen.findByText('No products selected');
    expect(router.state.location.pathname).toBe('/cart-manager');
  });

  it('passes the selection to the address page', async () => {
    const { router } = await renderShop('/cart-manager');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Godan' }));
    await clickButton(/^READ10/);
    await screen.findByText('Coupon READ10, 10%');
    await clickButton('Continue');
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart-manager/buy-all-cart-products'));
    expect(router.state.location).toMatchObject({ search: '?without=2&coupon=5&total=190', state: null });
  });

  it('passes on a selection that is changed after the click on Continue', async () => {
    const { router } = await renderShop('/cart-manager');
    const godan = await screen.findByRole('checkbox', { name: 'Select Godan' });
    await clickButton('Continue');
    await userEvent.click(godan);
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart-manager/buy-all-cart-products'));
    expect(router.state.location.search).toMatch(/^\?without=2/);
  });

  it('stays open if the selection is cleared after the click on Continue', async () => {
    const { router } = await renderShop('/cart-manager');
    const all = await screen.findByRole('checkbox', { name: 'Select all: 2 of 2 selected' });
    const button = screen.getByRole('button', { name: 'Continue' });
    await userEvent.click(button);
    expect(button.ariaBusy).toBe('true');
    await userEvent.click(all);
    await waitFor(() => expect(button.ariaBusy).toBe('false'));
    expect(router.state.location.pathname).toBe('/cart-manager');
  });

  it('does not open the address page once the shopper has left the cart after the click on Continue', async () => {
    const { router } = await renderShop('/cart-manager');
    const button = await screen.findByRole('button', { name: 'Continue' });
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout'],
      shouldAdvanceTime: true,
      advanceTimeDelta: 1,
    });
    onTestFinished(() => void vi.useRealTimers());
    await userEvent.click(button);
    await act(() => router.navigate('/elsewhere'));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(router.state).toMatchObject({
      location: { pathname: '/elsewhere' },
      navigation: { state: 'idle' },
    });
  });

  it('can continue again after the navigation to the address page was cancelled', async () => {
    const { router } = await renderShop('/cart-manager');
    const button = await screen.findByRole('button', { name: 'Continue' });
    // Simulates a navigation that a change of the selection cancels while the scripts of the address page are loading.
    const navigate = vi.spyOn(router, 'navigate').mockResolvedValueOnce();
    await userEvent.click(button);
    await waitFor(() => expect(navigate).toHaveBeenCalled());
    await waitFor(() => expect(button.ariaBusy).toBe('false'));
    await userEvent.click(button);
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart-manager/buy-all-cart-products'));
  });

  it('keeps the selection in the URL without loading the page again or adding history entries', async () => {
    const { router } = await renderShop('/cart-manager?source=mail');
    await screen.findByText('₹431.00');
    const states: string[] = [];
    const unsubscribe = router.subscribe(({ navigation }) => states.push(navigation.state));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Godan' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Kim' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Godan' }));
    await clickButton(/^READ10/);
    unsubscribe();
    expect(router.state.location.search).toBe('?source=mail&without=1&coupon=5');
    expect(states).not.toContain('loading');
    await act(() => router.navigate(-1));
    expect(router.state.location.search).toBe('?source=mail&without=1&coupon=5');
  });

  it('restores the selection and the coupon from the URL', async () => {
    await renderShop('/cart-manager?without=2&coupon=6');
    await screen.findByText('Coupon READ20, 20%');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Godan' }).checked).toBe(false);
  });

  it('clears a coupon that ends while the cart is open, says so, and no longer offers it', async () => {
    const { router } = await renderShop('/cart-manager');
    const summary = await findSummary();
    await clickButton(/^READ10/);
    await summary.findByText('Coupon READ10, 10%');
    shop.current.coupons.shift();
    await clickButton('Increase quantity of Kim');
    await summary.findByText('₹641.00');
    expect(router.state.location.search).toBe('');
    expect(await screen.findAllByText('This coupon is not available.')).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^READ10/ })).toBeNull());
    screen.getByRole('button', { name: /^READ20/ });
  });

  it('moves the focus to the cart\u2019s heading when the coupon that is being selected has ended', async () => {
    await renderShop('/cart-manager');
    await screen.findByText('₹431.00');
    shop.current.coupons.shift();
    const coupon = await screen.findByRole('button', { name: /^READ10/ });
    await userEvent.click(coupon);
    await waitFor(() => expect(coupon.isConnected).toBe(false));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Your cart' })),
    );
  });

  it('clears a coupon that is no longer offered, and says so', async () => {
    const { router } = await renderShop('/cart-manager?coupon=gone');
    const summary = await findSummary();
    await summary.findByText('₹431.00');
    expect(router.state.location.search).toBe('');
    // The summary no longer shows the error, so this is the toast.
    expect(await screen.findAllByText('This coupon is not available.')).toHaveLength(1);
    expect(summary.queryByText('This coupon is not available.')).toBeNull();
  });
});
