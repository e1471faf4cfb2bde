// @vitest-environment jsdom
import { act, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectBroadcastChannels } from './browser-stubs.ts';
import { asha } from './shoppers.ts';
import { setUpShoppingGateway } from './shopping-setup.ts';

const shop = setUpShoppingGateway();

beforeEach(() => {
  connectBroadcastChannels();
});

/** Opens a page in a simulated tab, which loads the modules again to have its own session store, cache and channels. */
async function openTab(path: string) {
  vi.resetModules();
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  const { renderShop } = await import('./render-shop.tsx');
  const { signIn, signInAnotherShopper } = await import('./shoppers.ts');
  const { AddToCartButton } = await import('#web/cart/AddToCartButton.tsx');
  const { WishlistHeart } = await import('#web/cart/WishlistHeart.tsx');
  const product = { id: '4', name: 'Meghadutam', available: true };
  const card = (
    <>
      <AddToCartButton product={product} flow="listing" label="Add" />
      <WishlistHeart product={product} />
    </>
  );
  const { container, router } = await renderShop(path, card);
  const tab = within(container);
  return {
    tab,
    router,
    stored,
    signIn: () => act(signIn),
    signInAnotherShopper: () => act(signInAnotherShopper),
    findBadge: (copies: number) => tab.findByRole('link', { name: `Cart, ${copies} items` }),
    clickButton: async (name: string) => userEvent.click(await tab.findByRole('button', { name })),
    findQuantity: async (name: string) =>
      (await tab.findByRole<HTMLSelectElement>('combobox', { name: `Quantity: ${name}` })).value,
  };
}

describe('two tabs of a shopper', () => {
  it('share the session and changes to the cart', async () => {
    const first = await openTab('/');
    first.signIn();
    await first.findBadge(3);
    const second = await openTab('/');
    await second.findBadge(3);
    await first.clickButton('Add: Meghadutam');
    await second.findBadge(4);
    await second.tab.findByRole('button', { name: 'Add: Meghadutam, 1 in your cart' });
  });

  it('share a change whose response was lost', async () => {
    const first = await openTab('/');
    first.signIn();
    await first.findBadge(3);
    const second = await openTab('/');
    await second.findBadge(3);
    shop.current.failures.set('AddToCart', 'network');
    shop.current.cart.set('4', 1);
    await second.clickButton('Add: Meghadutam');
    await second.findBadge(4);
    await first.findBadge(4);
  });

  it('share changes to the wish list', async () => {
    const first = await openTab('/');
    first.signIn();
    await first.findBadge(3);
    const second = await openTab('/');
    await second.findBadge(3);
    await second.clickButton('Wishlist: Meghadutam');
    const heart = await first.tab.findByRole('button', { name: 'Wishlist: Meghadutam' });
    await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('true'));
  });

  it('show the same cart after both have changed it', async () => {
    const first = await openTab('/cart-manager');
    first.signIn();
    await act(() => first.router.navigate('/cart-manager'));
    await first.findBadge(3);
    // Waits until the lazily loaded modules have loaded. Otherwise they would import the modules of the second tab.
    await first.findQuantity('Kim');
    const second = await openTab('/cart-manager');
    await second.findBadge(3);
    const release = shop.current.holdResponses('SetCartQuantity');
    await first.clickButton('Increase quantity of Kim');
    await second.clickButton('Decrease quantity of Godan');
    await waitFor(() => expect(shop.current.listVariablesSentTo('SetCartQuantity')).toHaveLength(2));
    release();
    for (const { findQuantity } of [first, second]) {
      await waitFor(async () => expect(await findQuantity('Kim')).toBe('2'));
      await waitFor(async () => expect(await findQuantity('Godan')).toBe('1'));
    }
  });

  it("never send a shopper's queued changes after another shopper has signed in", async () => {
    const first = await openTab('/cart-manager');
    first.signIn();
    await act(() => first.router.navigate('/cart-manager'));
    await first.findBadge(3);
    // Waits until the lazily loaded modules have loaded. Otherwise they would import the modules of the second tab.
    await first.findQuantity('Kim');
    const second = await openTab('/');
    await second.findBadge(3);
    const release = shop.current.holdResponses('SetCartQuantity');
    await first.clickButton('Increase quantity of Kim');
    await first.clickButton('Increase quantity of Godan');
    await first.findBadge(5);
    await waitFor(() => expect(shop.current.listVariablesSentTo('SetCartQuantity')).toHaveLength(1));
    second.signInAnotherShopper();
    await first.findBadge(3);
    release();
    await waitFor(() => expect(shop.current.cart.get('1')).toBe(2));
    // Changes are sent in order: once this one has arrived, any that was queued before it would have arrived too.
    await first.clickButton('Decrease quantity of Godan');
    await waitFor(() => expect(shop.current.cart.get('2')).toBe(1));
    expect(shop.current.listVariablesSentTo('SetCartQuantity').map(({ quantity }) => quantity)).toEqual([
      2, 1,
    ]);
  });
});

describe('a page that the browser restores from its back/forward cache', () => {
  const restorePage = () =>
    act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

  it('shows the current session, cart and visitor’s cart', async () => {
    const { tab, stored, findBadge } = await openTab('/');
    localStorage.setItem('visitorCart', JSON.stringify([{ productId: '4', quantity: 2 }]));
    restorePage();
    await findBadge(2);
    localStorage.removeItem('visitorCart');
    for (const [key, value] of Object.entries(asha)) stored.set(key, value);
    restorePage();
    await findBadge(3);
    shop.current.cart.set('4', 1);
    restorePage();
    await findBadge(4);
    for (const key of Object.keys(asha)) stored.set(key, 'null');
    restorePage();
    await waitFor(() => expect(tab.queryByRole('link', { name: 'Cart, 4 items' })).toBeNull());
  });
});
