// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { Profiler } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { refetchCart } from '#web/apollo/cart-link.ts';
import { createBookActions, meghadutam } from './book-actions.tsx';
import { clickButton } from './render-routes.tsx';
import { renderShop } from './render-shop.tsx';
import { signIn } from './shoppers.ts';
import { setUpShoppingGateway } from './shopping-setup.ts';

const shop = setUpShoppingGateway();

describe('the cached cart and wish list', () => {
  it('are fetched once for all components of a page, and not again by the cart page', async () => {
    signIn();
    const { router } = await renderShop('/', createBookActions(meghadutam));
    await screen.findByRole('link', { name: 'Cart, 3 items' });
    await router.navigate('/cart-manager');
    await screen.findByRole('link', { name: 'Kim' });
    await router.navigate('/');
    await screen.findByRole('button', { name: 'Add: Meghadutam' });
    expect(shop.current.listVariablesSentTo('CartAndWishlist')).toHaveLength(1);
  });

  it('are queried once for a listing of 24 cards, and a new quantity of a book re-renders only its card', async () => {
    signIn();
    const rendered: string[] = [];
    const cards = Array.from({ length: 24 }, (_, index) => {
      const name = `Book ${index}`;
      shop.current.books.set(`b${index}`, { name, price: 10, stock: 5 });
      return (
        <Profiler key={name} id={name} onRender={(id) => rendered.push(id)}>
          {createBookActions({ id: `b${index}`, name })}
        </Profiler>
      );
    });
    const { client } = await renderShop('/', cards);
    await screen.findByRole('link', { name: 'Cart, 3 items' });
    const queries = [...client.getObservableQueries('all')].map(({ queryName }) => queryName);
    expect(queries).toEqual(['CartAndWishlist']);
    rendered.length = 0;
    shop.current.cart.set('b7', 2);
    await act(() => refetchCart(client));
    await screen.findByRole('button', { name: 'Add: Book 7, 2 in your cart' });
    expect(rendered).toEqual(['Book 7']);
  });

  it('are fetched once while the shopper visits the cart, the checkout and the wish list twice', async () => {
    signIn();
    const { router } = await renderShop('/cart-manager');
    const visitedPages = [
      { path: '/cart-manager', button: 'Continue' },
      { path: '/cart-manager/buy-all-cart-products', button: 'Confirm Order' },
      { path: '/cart-manager/cart-user-payment', button: 'Confirm and Pay' },
      { path: '/wish-list', button: undefined },
    ];
    for (const { path, button } of [...visitedPages, ...visitedPages]) {
      await act(() => router.navigate(path));
      if (button === undefined) await screen.findByText('Your wishlist is empty!');
      else await screen.findByRole('button', { name: button });
      // An amount is shown as … until its quote has arrived.
      await waitFor(() => expect(screen.queryByText('…')).toBeNull());
    }
    for (const name of ['CartAndWishlist', 'Coupons', 'CheckoutOptions', 'Wishlist', 'BestProducts']) {
      expect([name, shop.current.listVariablesSentTo(name).length]).toEqual([name, 1]);
    }
    // Only quotes may be queried again, so that the checkout shows the current price: at most three times in all.
    const quotes = shop.current
      .listVariablesSentTo('CheckoutQuote')
      .map(({ input }) => JSON.stringify(input));
    const cartQuotes = quotes.filter((input) => input.includes('"CART"'));
    expect(cartQuotes.length).toBeLessThanOrEqual(3);
  });

  it('are fetched again after a change if they could not be fetched before', async () => {
    signIn();
    shop.current.failures.set('CartAndWishlist', 'unavailable');
    await renderShop('/', createBookActions(meghadutam));
    await waitFor(() => expect(shop.current.listVariablesSentTo('CartAndWishlist')).toHaveLength(1));
    await clickButton('Add: Meghadutam');
    await screen.findByRole('link', { name: 'Cart, 4 items' });
  });

  it('show a change made on another device once the tab is visible again after more than a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const visibility = vi.spyOn(document, 'visibilityState', 'get');
    const hideTabFor = (durationMs: number) =>
      act(() => {
        visibility.mockReturnValue('hidden');
        document.dispatchEvent(new Event('visibilitychange'));
        vi.setSystemTime(Date.now() + durationMs);
        visibility.mockReturnValue('visible');
        document.dispatchEvent(new Event('visibilitychange'));
      });
    signIn();
    await renderShop('/', createBookActions(meghadutam));
    await screen.findByRole('link', { name: 'Cart, 3 items' });
    shop.current.cart.set('4', 2);
    hideTabFor(59_000);
    hideTabFor(61_000);
    await screen.findByRole('link', { name: 'Cart, 5 items' });
    expect(shop.current.listVariablesSentTo('CartAndWishlist')).toHaveLength(2);
  });

  it('show a change on every page', async () => {
    signIn();
    shop.current.wishlist.push('4');
    const { router } = await renderShop('/', createBookActions(meghadutam));
    await screen.findByRole('link', { name: 'Cart, 3 items' });
    await act(() => router.navigate('/wish-list'));
    const release = shop.current.holdResponses('MoveToCart');
    await clickButton('Add To Cart: Meghadutam');
    // Badge, list, card and heart change immediately, before the gateway has responded.
    await screen.findByRole('link', { name: 'Cart, 4 items' });
    await screen.findByText('Your wishlist is empty!');
    await act(() => router.navigate('/'));
    await screen.findByRole('button', { name: 'Add: Meghadutam, 1 in your cart' });
    const heart = screen.getByRole('button', { name: 'Wishlist: Meghadutam' });
    expect(heart.getAttribute('aria-pressed')).toBe('false');
    release();
    await screen.findByText('Added to Cart!');
    expect(shop.current.listVariablesSentTo('CartAndWishlist')).toHaveLength(1);
  });

  it('are rolled back everywhere when a change fails, with a message', async () => {
    signIn();
    shop.current.wishlist.push('4');
    const { router } = await renderShop('/', createBookActions(meghadutam));
    await screen.findByRole('link', { name: 'Cart, 3 items' });
    await act(() => router.navigate('/wish-list'));
    const release = shop.current.holdResponses('MoveToCart');
    shop.current.failures.set('MoveToCart', 'network');
    await clickButton('Add To Cart: Meghadutam');
    await screen.findByRole('link', { name: 'Cart, 4 items' });
    await act(() => router.navigate('/'));
    release();
    await screen.findByText('Failed to add product to cart.');
    await screen.findByRole('link', { name: 'Cart, 3 items' });
    await screen.findByRole('button', { name: 'Add: Meghadutam' });
    const heart = screen.getByRole('button', { name: 'Wishlist: Meghadutam' });
    await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('true'));
  });
});
