// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createBookActions, meghadutam } from './book-actions.tsx';
import { clickButton } from './render-routes.tsx';
import { renderShop } from './render-shop.tsx';
import { signIn } from './shoppers.ts';
import { setUpShoppingGateway } from './shopping-setup.ts';

const shop = setUpShoppingGateway();

describe('the heart', () => {
  const findHeart = () => screen.findByRole('button', { name: 'Wishlist: Meghadutam' });

  it('takes a visitor to /user-wish-list, with the product', async () => {
    const { router } = await renderShop('/', createBookActions(meghadutam));
    await userEvent.click(await findHeart());
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-wish-list'));
    expect(router.state.location.state).toEqual({ productId: '4' });
  });

  it('fills immediately, then opens the wish list', async () => {
    signIn();
    const release = shop.current.holdResponses('AddToWishlist');
    const { router } = await renderShop('/', createBookActions(meghadutam));
    await screen.findByRole('link', { name: 'Cart, 3 items' });
    await userEvent.click(await findHeart());
    await waitFor(async () => expect((await findHeart()).getAttribute('aria-pressed')).toBe('true'));
    expect(shop.current.wishlist).toEqual([]);
    release();
    await screen.findByText('Success! Product added to wishlist.');
    await waitFor(() => expect(router.state.location.pathname).toBe('/wish-list'));
  });

  it('does not open the wish list once the shopper has left the page', async () => {
    signIn();
    const release = shop.current.holdResponses('AddToWishlist');
    const { router } = await renderShop('/', createBookActions(meghadutam));
    await screen.findByRole('link', { name: 'Cart, 3 items' });
    await userEvent.click(await findHeart());
    await act(() => router.navigate('/elsewhere'));
    release();
    await screen.findByText('Success! Product added to wishlist.');
    expect(router.state.location.pathname).toBe('/elsewhere');
    expect(router.state.navigation.state).toBe('idle');
  });

  it('empties again and shows an error when the network fails', async () => {
    signIn();
    shop.current.failures.set('AddToWishlist', 'network');
    const { router } = await renderShop('/', createBookActions(meghadutam));
    await screen.findByRole('link', { name: 'Cart, 3 items' });
    await userEvent.click(await findHeart());
    await screen.findByText('Error! Unable to add to wishlist.');
    expect((await findHeart()).getAttribute('aria-pressed')).toBe('false');
    expect(router.state.location.pathname).toBe('/');
    expect(router.state.navigation.state).toBe('idle');
  });

  it('opens /user-wish-list when the gateway rejects the change', async () => {
    signIn();
    shop.current.failures.set('addToWishlist', {
      code: 'UNAVAILABLE',
      message: 'Error! Unable to add to wishlist.',
    });
    const { router } = await renderShop('/', createBookActions(meghadutam));
    await userEvent.click(await findHeart());
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-wish-list'));
  });

  it('does not add a product that is in the cart', async () => {
    signIn();
    await renderShop('/', createBookActions({ id: '2', name: 'Godan' }));
    await screen.findByRole('button', { name: 'Add: Godan, 2 in your cart' });
    await clickButton('Wishlist: Godan');
    await screen.findByText('Product already in cart. Cannot add to wishlist.');
    await clickButton('OK');
    expect(shop.current.listVariablesSentTo('AddToWishlist')).toEqual([]);
  });

  it('says that the product is in the cart if another tab has put it there, and stays on the page', async () => {
    signIn();
    shop.current.failures.set('addToWishlist', { code: 'ALREADY_IN_CART', message: 'In the cart.' });
    const { router } = await renderShop('/', createBookActions(meghadutam));
    await userEvent.click(await findHeart());
    await screen.findByText('Product already in cart. Cannot add to wishlist.');
    await clickButton('OK');
    expect(router.state.location.pathname).toBe('/');
    expect(router.state.navigation.state).toBe('idle');
  });

  it('removes the book if the heart is already filled', async () => {
    signIn();
    shop.current.wishlist.push('4');
    await renderShop('/', createBookActions(meghadutam));
    await waitFor(async () => expect((await findHeart()).getAttribute('aria-pressed')).toBe('true'));
    await userEvent.click(await findHeart());
    await screen.findByText('Removed from Wishlist!');
    expect(shop.current.wishlist).toEqual([]);
  });
});
