// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { refetchCart } from '#web/apollo/cart-link.ts';
import { getBrowserSession } from '#web/auth/session.ts';
import { clickButton, expectFocusOnContent } from './render-routes.tsx';
import { renderShop } from './render-shop.tsx';
import { signIn, signInAnotherShopper } from './shoppers.ts';
import { setUpShoppingGateway } from './shopping-setup.ts';

const shop = setUpShoppingGateway();

const findQuantity = (name: string) =>
  screen.findByRole<HTMLSelectElement>('combobox', { name: `Quantity: ${name}` });
const findBadge = (copies: number) => screen.findByRole('link', { name: `Cart, ${copies} items` });

describe('the cart of a signed-in shopper', () => {
  beforeEach(() => signIn());

  it('shows a new quantity on the page and in the badge before the gateway responds', async () => {
    const release = shop.current.holdResponses('SetCartQuantity');
    await renderShop('/cart-manager');
    await findBadge(3);
    await clickButton('Increase quantity of Kim');
    expect((await findQuantity('Kim')).value).toBe('2');
    await findBadge(4);
    expect(shop.current.cart.get('1')).toBe(1);
    release();
    await waitFor(() => expect(shop.current.cart.get('1')).toBe(2));
    await findBadge(4);
  });

  it('restores the quantity everywhere and shows an error if a new quantity could not be saved', async () => {
    shop.current.failures.set('setCartQuantity', { code: 'UNAVAILABLE', message: 'Something went wrong!' });
    await renderShop('/cart-manager');
    await findBadge(3);
    await clickButton('Increase quantity of Kim');
    await screen.findByText('Something went wrong!');
    expect((await findQuantity('Kim')).value).toBe('1');
    await findBadge(3);
  });

  it('sends one quantity at a time, and only the last of those that are queued', async () => {
    const release = shop.current.holdResponses('SetCartQuantity');
    await renderShop('/cart-manager');
    for (let click = 0; click < 4; click++) await clickButton('Increase quantity of Kim');
    expect((await findQuantity('Kim')).value).toBe('5');
    await waitFor(() => expect(shop.current.listVariablesSentTo('SetCartQuantity')).toHaveLength(1));
    release();
    await waitFor(() => expect(shop.current.cart.get('1')).toBe(5));
    expect(shop.current.listVariablesSentTo('SetCartQuantity').map(({ quantity }) => quantity)).toEqual([
      2, 5,
    ]);
  });

  it('keeps quantities between one and ten', async () => {
    shop.current.cart.set('2', 10);
    await renderShop('/cart-manager');
    await clickButton('Decrease quantity of Kim');
    await clickButton('Increase quantity of Godan');
    await clickButton('Increase quantity of Kim');
    await waitFor(() => expect(shop.current.cart.get('1')).toBe(2));
    expect(shop.current.listVariablesSentTo('SetCartQuantity')).toEqual([{ productId: '1', quantity: 2 }]);
  });

  it('says how many copies are left of a book if the cart contains more', async () => {
    shop.current.changeBook('1', { stock: 1 });
    shop.current.changeBook('2', { stock: 1 });
    await renderShop('/cart-manager');
    const warning = await screen.findByText('Only 1 copy left');
    expect(warning.closest('li')?.textContent).toContain('Godan');
  });

  it('sends a queued quantity even if one of another book is queued after it', async () => {
    const release = shop.current.holdResponses('SetCartQuantity');
    await renderShop('/cart-manager');
    for (const name of ['Kim', 'Kim', 'Godan']) await clickButton(`Increase quantity of ${name}`);
    release();
    await waitFor(() =>
      expect([...shop.current.cart]).toEqual([
        ['1', 3],
        ['2', 3],
      ]),
    );
    await findBadge(6);
  });

  it('goes back to the quantity that was saved last if a later one could not be saved', async () => {
    const releaseFirst = shop.current.holdResponses('SetCartQuantity');
    await renderShop('/cart-manager');
    await clickButton('Increase quantity of Kim');
    await waitFor(() => expect(shop.current.listVariablesSentTo('SetCartQuantity')).toHaveLength(1));
    await clickButton('Increase quantity of Kim');
    releaseFirst();
    const releaseSecond = shop.current.holdResponses('SetCartQuantity');
    await waitFor(() => expect(shop.current.listVariablesSentTo('SetCartQuantity')).toHaveLength(2));
    for (const name of ['SetCartQuantity', 'CartAndWishlist']) shop.current.failures.set(name, 'offline');
    releaseSecond();
    await screen.findByText("We couldn't update the quantity. Please try again.");
    await waitFor(async () => expect((await findQuantity('Kim')).value).toBe('2'));
    await findBadge(4);
  });

  it('saves a quantity after the login if the session had ended', async () => {
    shop.current.failures.set('setCartQuantity', { code: 'NOT_SIGNED_IN', message: 'Please login.' });
    const { router } = await renderShop('/cart-manager');
    await clickButton('Increase quantity of Kim');
    await waitFor(() => expect(getBrowserSession().getShopper()).toBeNull());
    expect(shop.current.cart.get('1')).toBe(1);
    act(signIn);
    await waitFor(() => expect(shop.current.cart.get('1')).toBe(2));
    await act(() => router.navigate('/cart-manager'));
    await waitFor(async () => expect((await findQuantity('Kim')).value).toBe('2'));
  });

  it("never applies one shopper's change to the cart of another who logs in", async () => {
    shop.current.failures.set('setCartQuantity', { code: 'NOT_SIGNED_IN', message: 'Please login.' });
    const { router } = await renderShop('/cart-manager');
    await clickButton('Increase quantity of Kim');
    await waitFor(() => expect(getBrowserSession().getShopper()).toBeNull());
    act(signInAnotherShopper);
    await act(() => router.navigate('/cart-manager'));
    await findQuantity('Kim');
    expect(shop.current.listVariablesSentTo('SetCartQuantity')).toHaveLength(1);
    expect(screen.queryByText("We couldn't update the quantity. Please try again.")).toBeNull();
  });

  it('hides a pending change from the next shopper who signs in', async () => {
    const release = shop.current.holdResponses('SetCartQuantity');
    await renderShop('/cart-manager');
    await clickButton('Increase quantity of Kim');
    await waitFor(() => expect(shop.current.listVariablesSentTo('SetCartQuantity')).toHaveLength(1));
    await findBadge(4);
    act(signInAnotherShopper);
    await waitFor(async () => expect((await findQuantity('Kim')).value).toBe('1'));
    await findBadge(3);
    release();
  });

  it('is not shown to the next shopper who signs in, even if their own cart cannot be fetched', async () => {
    await renderShop('/cart-manager');
    await findQuantity('Kim');
    shop.current.failures.set('CartAndWishlist', 'unavailable');
    const release = shop.current.holdResponses('CartAndWishlist');
    act(signInAnotherShopper);
    expect(screen.queryByRole('combobox', { name: 'Quantity: Kim' })).toBeNull();
    release();
    await screen.findByText('Failed to fetch user data');
    expect(screen.queryByRole('combobox', { name: 'Quantity: Kim' })).toBeNull();
    await clickButton('Try again');
    await findQuantity('Kim');
  });

  it('restores the quantity after the connection is lost, even though the cart cannot be fetched either', async () => {
    await renderShop('/cart-manager');
    await findBadge(3);
    for (const name of ['SetCartQuantity', 'CartAndWishlist']) shop.current.failures.set(name, 'offline');
    const release = shop.current.holdResponses('SetCartQuantity');
    for (let click = 0; click < 3; click++) await clickButton('Increase quantity of Kim');
    release();
    await screen.findAllByText("We couldn't update the quantity. Please try again.");
    // The quantity must still be right after the last retry of the query.
    await waitFor(() => expect(shop.current.listVariablesSentTo('CartAndWishlist')).toHaveLength(5));
    await waitFor(async () => expect((await findQuantity('Kim')).value).toBe('1'));
    await findBadge(3);
  });

  it('links to the checkout of a single book', async () => {
    const { router } = await renderShop('/cart-manager');
    await userEvent.click(await screen.findByRole('link', { name: 'Buy only this: Godan' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/buy-single-product'));
    // Two copies at 100.50. The stubbed gateway charges 10 for shipping each copy.
    await screen.findByText('₹221.00');
  });

  it('sends changes to the cart in the order in which they were made', async () => {
    const release = shop.current.holdResponses('SetCartQuantity');
    await renderShop('/cart-manager');
    await clickButton('Increase quantity of Kim');
    await clickButton('Remove Godan');
    await clickButton('Yes, remove it!');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Godan' })).toBeNull());
    expect(shop.current.listVariablesSentTo('RemoveFromCart')).toEqual([]);
    release();
    await screen.findByText('Your product has been removed from the cart.');
    const names = shop.current.sentOperations.map(({ name }) => name);
    expect(names.indexOf('SetCartQuantity')).toBeLessThan(names.indexOf('RemoveFromCart'));
  });

  it('restores the quantity if a new one could not be saved, even while a later change is still being sent', async () => {
    const releaseQuantity = shop.current.holdResponses('SetCartQuantity');
    const releaseRemoval = shop.current.holdResponses('RemoveFromCart');
    shop.current.failures.set('SetCartQuantity', 'network');
    await renderShop('/cart-manager');
    await clickButton('Increase quantity of Kim');
    await clickButton('Remove Godan');
    await clickButton('Yes, remove it!');
    await findBadge(2);
    releaseQuantity();
    await screen.findByText("We couldn't update the quantity. Please try again.");
    await screen.findByRole('link', { name: 'Cart, 1 item' });
    expect((await findQuantity('Kim')).value).toBe('1');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Godan' })).toBeNull());
    releaseRemoval();
    await screen.findByText('Your product has been removed from the cart.');
    await screen.findByRole('link', { name: 'Cart, 1 item' });
  });

  it('sends a change only after the response to an earlier query, which would otherwise overwrite the change', async () => {
    const { client } = await renderShop('/cart-manager');
    await findBadge(3);
    const release = shop.current.holdResponses('CartAndWishlist');
    const refetched = refetchCart(client);
    await waitFor(() => expect(shop.current.listVariablesSentTo('CartAndWishlist')).toHaveLength(2));
    await clickButton('Increase quantity of Kim');
    await findBadge(4);
    expect(shop.current.listVariablesSentTo('SetCartQuantity')).toEqual([]);
    release();
    await act(() => refetched);
    await waitFor(() => expect(shop.current.cart.get('1')).toBe(2));
    await findBadge(4);
    expect((await findQuantity('Kim')).value).toBe('2');
  });

  it('sends a query only after the changes that were made before it', async () => {
    const { client } = await renderShop('/cart-manager');
    await findBadge(3);
    const release = shop.current.holdResponses('SetCartQuantity');
    await clickButton('Increase quantity of Kim');
    await clickButton('Increase quantity of Godan');
    const refetched = refetchCart(client);
    await findBadge(5);
    expect(shop.current.listVariablesSentTo('CartAndWishlist')).toHaveLength(1);
    release();
    await act(() => refetched);
    const names = shop.current.sentOperations.map(({ name }) => name);
    expect(names.slice(names.indexOf('SetCartQuantity')).filter((name) => !name.includes('Quote'))).toEqual([
      'SetCartQuantity',
      'SetCartQuantity',
      'CartAndWishlist',
    ]);
    await findBadge(5);
  });

  it('is fetched again even while it is being fetched, since the earlier response may be outdated', async () => {
    const release = shop.current.holdResponses('CartAndWishlist');
    try {
      const { client } = await renderShop('/cart-manager');
      await waitFor(() => expect(shop.current.listVariablesSentTo('CartAndWishlist')).toHaveLength(1));
      void refetchCart(client);
      await waitFor(() => expect(shop.current.listVariablesSentTo('CartAndWishlist')).toHaveLength(2));
    } finally {
      release();
    }
    await findBadge(3);
  });

  it('fetches the cart once after several changes failed', async () => {
    await renderShop('/cart-manager');
    await findBadge(3);
    const release = shop.current.holdResponses('SetCartQuantity');
    shop.current.failures.set('SetCartQuantity', 'offline');
    await clickButton('Increase quantity of Kim');
    await clickButton('Increase quantity of Godan');
    await findBadge(5);
    release();
    await findBadge(3);
    await waitFor(() => expect(shop.current.listVariablesSentTo('CartAndWishlist')).toHaveLength(2));
    await waitFor(() => expect(shop.current.listVariablesSentTo('SetCartQuantity')).toHaveLength(2));
    expect(shop.current.listVariablesSentTo('CartAndWishlist')).toHaveLength(2);
  });

  it('makes a removed line inert while its removal is animated', async () => {
    const { container } = await renderShop('/cart-manager');
    const line = (await screen.findByRole('link', { name: 'Godan' })).closest('li');
    const inertItems = new Set<Element>();
    const observer = new MutationObserver(() => {
      for (const item of container.querySelectorAll('li[inert]')) inertItems.add(item);
    });
    observer.observe(container, { attributes: true, subtree: true });
    await clickButton('Remove Godan');
    await clickButton('Yes, remove it!');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Godan' })).toBeNull());
    observer.disconnect();
    expect([...inertItems]).toEqual([line]);
    screen.getByRole('link', { name: 'Kim' });
  });

  it('restores a line and shows an error if removing it failed', async () => {
    shop.current.failures.set('RemoveFromCart', 'network');
    await renderShop('/cart-manager');
    await clickButton('Remove Godan');
    await clickButton('Yes, remove it!');
    await screen.findByText('There was an error removing the product.');
    await screen.findByRole('link', { name: 'Godan' });
    await findBadge(3);
  });

  it('moves the focus to the heading after a line is removed', async () => {
    await renderShop('/cart-manager');
    await clickButton('Remove Godan');
    await clickButton('Yes, remove it!');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Your cart'));
  });

  it('moves the focus to the heading of the empty cart after the last line is removed', async () => {
    shop.current.cart.delete('1');
    await renderShop('/cart-manager');
    await clickButton('Remove Godan');
    await clickButton('Yes, remove it!');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Your cart is empty!'));
  });

  it('asks only once whether to remove a line when its button is double-clicked', async () => {
    await renderShop('/cart-manager');
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Remove Godan' }));
    await screen.findByRole('alertdialog');
    await clickButton('No, keep it');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('keeps a line if its removal was not confirmed', async () => {
    await renderShop('/cart-manager');
    await clickButton('Remove Godan');
    await clickButton('No, keep it');
    expect(shop.current.listVariablesSentTo('RemoveFromCart')).toEqual([]);
    expect(screen.getByRole('link', { name: 'Godan' })).toBeDefined();
  });

  it('shows unavailable books last, not selectable and without quantity and total, and explains why on a click', async () => {
    shop.current.cart.clear();
    shop.current.cart.set('3', 1).set('1', 1);
    await renderShop('/cart-manager');
    const names = (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent);
    expect(names.slice(0, 2)).toEqual(['Kim', 'Bangarwadi']);
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Bangarwadi' });
    expect(box.disabled).toBe(true);
    expect(screen.queryByRole('combobox', { name: 'Quantity: Bangarwadi' })).toBeNull();
    expect(screen.getAllByText('Total')).toHaveLength(1);
    await userEvent.click(screen.getByRole('link', { name: 'Bangarwadi' }));
    await screen.findByText('Sorry, currently we are out of stock for this Product');
  });

  it('adds nothing from a URL that was not opened from within the shop', async () => {
    const { router } = await renderShop('/cart-manager?add=4');
    await screen.findByRole('link', { name: 'Kim' });
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(shop.current.listVariablesSentTo('AddToCart')).toEqual([]);
  });

  it.each([
    ['succeeds', 'Your cart'],
    ['fails', 'Your cart is empty!'],
  ])(
    'shows its placeholder while the book chosen before the login is being added, without losing the focus when that %s',
    async (outcome, title) => {
      shop.current.cart.clear();
      if (outcome === 'fails') shop.current.failures.set('AddToCart', 'network');
      const release = shop.current.holdResponses('AddToCart');
      const { router } = await renderShop('/', <p>Home</p>);
      await waitFor(() => expect(shop.current.listVariablesSentTo('CartAndWishlist')).toHaveLength(1));
      await act(() => router.navigate('/cart-manager?add=4'));
      await waitFor(() => expect(shop.current.listVariablesSentTo('AddToCart')).toHaveLength(1));
      await expectFocusOnContent(release, 'Your cart', title);
    },
  );

  it('says when it is empty', async () => {
    shop.current.cart.clear();
    await renderShop('/cart-manager');
    await screen.findByRole('heading', { name: 'Your cart is empty!' });
  });
});

describe('the cart page of a visitor with an empty cart', () => {
  it('sends the visitor to the login, which returns to the cart', async () => {
    const { router } = await renderShop('/cart-manager');
    await screen.findByText('Please login or create your account for the cart');
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-login'));
    expect(router.state.location.state).toEqual({ returnTo: '/cart-manager' });
  });

  it("sends no request for a shopper's data", async () => {
    await renderShop('/cart-manager');
    await screen.findByText('Another page');
    expect(shop.current.sentOperations).toEqual([]);
  });
});
