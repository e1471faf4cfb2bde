// @vitest-environment jsdom
import { act, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectBroadcastChannels } from './browser-stubs.ts';
import { startShoppingGateway } from './shopping-setup.ts';

const shop = startShoppingGateway();

beforeEach(() => {
  connectBroadcastChannels();
  shop.current.books.set('4', { id: '4', name: 'Meghadutam', price: 126, stock: 5 });
});

/** Opens a page in a new tab: with modules, and so a session, a cache and channels of its own. */
async function openTab(path: string) {
  vi.resetModules();
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  const { renderShop, signIn, signInAnother } = await import('./render-shop.tsx');
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
    signIn: () => act(signIn),
    signInAnother: () => act(signInAnother),
    badge: (copies: number) => tab.findByRole('link', { name: `Cart, ${copies} items` }),
    press: async (name: string) => userEvent.click(await tab.findByRole('button', { name })),
    findQuantity: async (name: string) =>
      (await tab.findByRole<HTMLSelectElement>('combobox', { name: `Quantity: ${name}` })).value,
  };
}

describe('two tabs of a shopper', () => {
  it('share the session, and show what the other one changes', async () => {
    const first = await openTab('/');
    first.signIn();
    await first.badge(3);
    const second = await openTab('/');
    await second.badge(3);
    await first.press('Add: Meghadutam');
    await second.badge(4);
    await second.tab.findByRole('button', { name: 'Add: Meghadutam, 1 in your cart' });
  });

  it('show a change of the wish list in both', async () => {
    const first = await openTab('/');
    first.signIn();
    await first.badge(3);
    const second = await openTab('/');
    await second.badge(3);
    await second.press('Wishlist: Meghadutam');
    const heart = await first.tab.findByRole('button', { name: 'Wishlist: Meghadutam' });
    await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('true'));
  });

  it('show the same quantity after both have changed it', async () => {
    const first = await openTab('/cart-manager');
    first.signIn();
    await act(() => first.router.navigate('/cart-manager'));
    await first.badge(3);
    // Scripts that load later would belong to the next tab.
    await first.findQuantity('Kim');
    const second = await openTab('/cart-manager');
    await second.badge(3);
    const release = shop.current.holdResponses('SetCartQuantity');
    await first.press('Increase quantity of Kim');
    await second.press('Decrease quantity of Godan');
    await waitFor(() => expect(shop.current.variablesSentTo('SetCartQuantity')).toHaveLength(2));
    release();
    for (const { findQuantity } of [first, second]) {
      await waitFor(async () => expect(await findQuantity('Kim')).toBe('2'));
      await waitFor(async () => expect(await findQuantity('Godan')).toBe('1'));
    }
  });

  it('never send a change for the shopper who has signed in in the other one', async () => {
    const first = await openTab('/cart-manager');
    first.signIn();
    await act(() => first.router.navigate('/cart-manager'));
    await first.badge(3);
    // Scripts that load later would belong to the next tab.
    await first.findQuantity('Kim');
    const second = await openTab('/');
    await second.badge(3);
    const release = shop.current.holdResponses('SetCartQuantity');
    await first.press('Increase quantity of Kim');
    await first.press('Increase quantity of Godan');
    await first.badge(5);
    await waitFor(() => expect(shop.current.variablesSentTo('SetCartQuantity')).toHaveLength(1));
    second.signInAnother();
    await first.badge(3);
    release();
    await waitFor(() => expect(shop.current.cart.get('1')).toBe(2));
    await second.badge(4);
    expect(shop.current.variablesSentTo('SetCartQuantity')).toHaveLength(1);
  });
});
