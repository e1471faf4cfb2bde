// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clickButton } from './render-routes.tsx';
import { renderShop } from './render-shop.tsx';
import { signIn } from './shoppers.ts';
import { setUpShoppingGateway } from './shopping-setup.ts';

const shop = setUpShoppingGateway();

function getFocusedItem(): HTMLElement {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLLIElement)) throw new Error('No item of a list has the focus.');
  return activeElement;
}

describe('the wish list of a signed-in shopper', () => {
  beforeEach(() => {
    signIn();
    shop.current.wishlist.push('4');
  });

  it('greets the shopper and lists the books', async () => {
    await renderShop('/wish-list');
    await screen.findByText('Namaskar, Asha');
    screen.getByRole('heading', { name: 'Your Wishlist' });
    screen.getByRole('link', { name: 'Meghadutam' });
    screen.getByText('About Meghadutam');
  });

  it('says that a shared link shows only the first 50 books', async () => {
    for (let number = 101; number < 160; number += 1) {
      shop.current.books.set(`${number}`, { name: `Book ${number}`, price: 100, stock: 5 });
      shop.current.wishlist.push(`${number}`);
    }
    await renderShop('/wish-list');
    await clickButton('Share your wish list');
    const dialog = within(await screen.findByRole('dialog', { name: 'Share' }));
    dialog.getByText('A shared wish list: the first 50 of 60 books');
    const link = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value;
    expect(new URL(link).searchParams.get('books')?.split(',')).toHaveLength(50);
  });

  describe('lists books that are added from the row of best products below', () => {
    beforeEach(async () => {
      shop.current.books.set('91', { name: 'Smritichitre', price: 100, stock: 5 });
      shop.current.bestProductIds.push('3', '91');
      await renderShop('/wish-list');
      await screen.findByRole('button', { name: 'Wishlist: Bangarwadi' });
    });

    it('a single book', async () => {
      await clickButton('Wishlist: Bangarwadi');
      await screen.findByText('Success! Product added to wishlist.');
      await screen.findByText('About Bangarwadi');
    });

    it('two in quick succession', async () => {
      const release = shop.current.holdResponses('AddToWishlist');
      await clickButton('Wishlist: Bangarwadi');
      await clickButton('Wishlist: Smritichitre');
      release();
      await screen.findByText('About Bangarwadi');
      await screen.findByText('About Smritichitre');
    });

    it('after one failed attempt to fetch the list', async () => {
      shop.current.failures.set('Wishlist', 'unavailable');
      await clickButton('Wishlist: Bangarwadi');
      await waitFor(() => expect(shop.current.failures.has('Wishlist')).toBe(false));
      await clickButton('Wishlist: Smritichitre');
      await screen.findByText('About Smritichitre');
      await screen.findByText('About Bangarwadi');
    });
  });

  it('moves a book to the cart and opens the cart', async () => {
    const { router } = await renderShop('/wish-list');
    await clickButton('Add To Cart: Meghadutam');
    await screen.findByText('Added to Cart!');
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart-manager'));
    await screen.findByRole('link', { name: 'Cart, 4 items' });
    expect(shop.current.wishlist).toEqual([]);
  });

  it('does not open the cart once the shopper has left the page', async () => {
    const release = shop.current.holdResponses('MoveToCart');
    const { router } = await renderShop('/wish-list');
    await clickButton('Add To Cart: Meghadutam');
    await act(() => router.navigate('/elsewhere'));
    release();
    await screen.findByText('Added to Cart!');
    expect(router.state.location.pathname).toBe('/elsewhere');
    expect(router.state.navigation.state).toBe('idle');
  });

  it('keeps a book in the list and shows an error if it could not be moved', async () => {
    shop.current.failures.set('moveToCart', { code: 'UNAVAILABLE', message: 'Failed to add to cart.' });
    await renderShop('/wish-list');
    await clickButton('Add To Cart: Meghadutam');
    await screen.findByText('Failed to add to cart.');
    screen.getByText('Error!');
    screen.getByRole('link', { name: 'Meghadutam' });
    await screen.findByRole('link', { name: 'Cart, 3 items' });
  });

  it('asks for confirmation before it moves an unavailable book', async () => {
    shop.current.wishlist.push('3');
    await renderShop('/wish-list');
    await clickButton('Add To Cart: Bangarwadi');
    await screen.findByText('Product Unavailable');
    await clickButton('No, cancel!');
    expect(shop.current.listVariablesSentTo('MoveToCart')).toEqual([]);
  });

  it('shows the empty list immediately after the last book is removed, then a message', async () => {
    const release = shop.current.holdResponses('RemoveFromWishlist');
    await renderShop('/wish-list');
    await clickButton('Remove Meghadutam');
    await screen.findByText('Your wishlist is empty!');
    expect(shop.current.wishlist).toEqual(['4']);
    release();
    await screen.findByText('Removed from Wishlist!');
    expect(shop.current.wishlist).toEqual([]);
  });

  it('moves the focus to a neighbouring book when one is removed, and to the heading when none is left', async () => {
    shop.current.wishlist.push('2', '1');
    await renderShop('/wish-list');
    await clickButton('Remove Godan');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Godan' })).toBeNull());
    within(getFocusedItem()).getByRole('link', { name: 'Kim' });
    await clickButton('Remove Kim');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Kim' })).toBeNull());
    within(getFocusedItem()).getByRole('link', { name: 'Meghadutam' });
    await clickButton('Remove Meghadutam');
    await screen.findByText('Your wishlist is empty!');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your Wishlist' }));
  });

  it('does not remove the next book when the second click of a double click lands on it', async () => {
    shop.current.wishlist.push('2');
    await renderShop('/wish-list');
    const [first, next] = await screen.findAllByRole('button', { name: /^Remove/ });
    if (first === undefined || next === undefined) throw new Error('The wish list has fewer than two books.');
    fireEvent.click(first, { detail: 1 });
    fireEvent.click(next, { detail: 2 });
    await screen.findByText('Removed from Wishlist!');
    expect(shop.current.listVariablesSentTo('RemoveFromWishlist')).toHaveLength(1);
    await clickButton(next.getAttribute('aria-label') ?? '');
    await screen.findByText('Your wishlist is empty!');
  });

  it('restores a book and shows an error if removing it failed', async () => {
    shop.current.failures.set('RemoveFromWishlist', 'network');
    await renderShop('/wish-list');
    await clickButton('Remove Meghadutam');
    await screen.findByText('Failed to remove product from wishlist.');
    screen.getByRole('link', { name: 'Meghadutam' });
  });
});

describe('the pages for visitors', () => {
  it('ask for a login on the wish list, and lead back to it afterwards', async () => {
    const { router } = await renderShop('/wish-list');
    await screen.findByText('Please login or create an account to access your wishlist.');
    await userEvent.click(screen.getByRole('link', { name: 'Login' }));
    expect(router.state.location.pathname).toBe('/user-login');
    expect(router.state.location.state).toEqual({ returnTo: '/wish-list' });
  });

  it('show the book whose heart was clicked, with a shortened description and Buy Now', async () => {
    shop.current.books.set('9', { name: 'Long'.repeat(40), price: 10, stock: 1 });
    const { router } = await renderShop({ pathname: '/user-wish-list', state: { productId: '9' } });
    const description = await screen.findByText(/^About Long/);
    expect(description.textContent).toHaveLength(101);
    expect(description.textContent?.endsWith('…')).toBe(true);
    await userEvent.click(screen.getByRole('link', { name: 'Buy Now' }));
    expect(router.state.location.pathname).toBe('/user-login');
  });

  it('say that there is no book', async () => {
    await renderShop('/user-wish-list');
    await screen.findByText('No products in wishlist.');
  });

  it('show the book to add, with a login that adds it to the cart', async () => {
    const { router } = await renderShop({ pathname: '/cart-without-login', state: { productId: '4' } });
    await screen.findByRole('heading', { name: 'Meghadutam' });
    await userEvent.click(screen.getByRole('link', { name: 'Login to Checkout' }));
    expect(router.state.location.state).toEqual({ returnTo: '/cart-manager?add=4' });
    signIn();
    await router.navigate('/cart-manager?add=4');
    await screen.findByRole('link', { name: 'Meghadutam' });
    await waitFor(() => expect(shop.current.cart.get('4')).toBe(1));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('offer a login dialog that adds the book to the cart', async () => {
    const { router } = await renderShop({ pathname: '/cart-without-login', state: { productId: '4' } });
    await clickButton('Log in here');
    const dialog = within(await screen.findByRole('dialog', { name: 'Login' }));
    const forgotPasswordLink = dialog.getByRole('link', { name: 'Forgot your password?' });
    expect(forgotPasswordLink.getAttribute('href')).toBe('/user-login');
    await userEvent.type(dialog.getByLabelText('Mobile number'), '9876543210');
    await userEvent.type(dialog.getByLabelText('Password'), 'correct horse');
    await userEvent.click(dialog.getByRole('button', { name: 'Login' }));
    await screen.findByText('Product added to the cart!');
    expect(router.state.location.pathname).toBe('/cart-manager');
    expect(shop.current.cart.get('4')).toBe(1);
  });

  it('do not open the cart if the visitor leaves the page before the login in the dialog succeeds', async () => {
    const release = shop.current.holdResponses('Login');
    const { router } = await renderShop(
      { pathname: '/cart-without-login', state: { productId: '4' } },
      <p>Home</p>,
    );
    await clickButton('Log in here');
    const dialog = within(await screen.findByRole('dialog', { name: 'Login' }));
    await userEvent.type(dialog.getByLabelText('Mobile number'), '9876543210');
    await userEvent.type(dialog.getByLabelText('Password'), 'correct horse');
    await userEvent.click(dialog.getByRole('button', { name: 'Login' }));
    await waitFor(() => expect(shop.current.listVariablesSentTo('Login')).toHaveLength(1));
    await act(() => router.navigate('/'));
    const navigate = vi.spyOn(router, 'navigate');
    release();
    await screen.findByText('Login successful!');
    expect(navigate).not.toHaveBeenCalled();
  });

  it('pass the book on when the visitor registers instead of logging in', async () => {
    const { router } = await renderShop({ pathname: '/cart-without-login', state: { productId: '4' } });
    await clickButton('Log in here');
    await userEvent.click(await screen.findByRole('link', { name: 'Sign up' }));
    expect(router.state.location.pathname).toBe('/registeration');
    expect(router.state.location.state).toEqual({ returnTo: '/cart-manager?add=4' });
  });

  it('add the book whose heart was clicked to the wish list after the login', async () => {
    const { router } = await renderShop({ pathname: '/user-wish-list', state: { productId: '4' } });
    await userEvent.click(await screen.findByRole('link', { name: 'Log in to save it' }));
    expect(router.state.location.state).toEqual({ returnTo: '/wish-list?add=4' });
    signIn();
    await router.navigate('/wish-list?add=4');
    await screen.findByText('Success! Product added to wishlist.');
    expect(shop.current.wishlist).toEqual(['4']);
  });
});
