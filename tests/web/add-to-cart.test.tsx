// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { AddToCartButton } from '#web/cart/AddToCartButton.tsx';
import { MiniCartHost } from '#web/cart/MiniCartHost.tsx';
import { closeMiniCart } from '#web/cart/mini-cart.ts';
import type { AddFlow } from '#web/cart/use-add-to-cart.ts';
import { type BookProps, createBookActions, meghadutam } from './book-actions.tsx';
import { clickButton } from './render-routes.tsx';
import { renderShop } from './render-shop.tsx';
import { signIn } from './shoppers.ts';
import { setUpShoppingGateway } from './shopping-setup.ts';

const shop = setUpShoppingGateway();

describe('Add to a full cart', () => {
  it.each<AddFlow>(['listing', 'collection', 'product', 'row'])(
    'says that the cart is full: %s',
    async (flow) => {
      signIn();
      const message = 'A cart can contain up to 1,000 copies. Please order or remove some first.';
      shop.current.failures.set('addToCart', { code: 'CART_FULL', message });
      await renderShop('/', createBookActions(meghadutam, flow));
      await clickButton(/^add: Meghadutam/i);
      if (flow === 'collection') await clickButton('Yes, add it!');
      await screen.findByText(`Failed to add product to cart: ${message}`);
    },
  );
});

describe('Add on the general listing', () => {
  it('takes a visitor to /cart-without-login, with the product and a message', async () => {
    const { router } = await renderShop('/', createBookActions(meghadutam));
    await clickButton('Add: Meghadutam');
    await screen.findByText('Product added to the cart!');
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart-without-login'));
    expect(router.state.location.state).toEqual({ productId: '4' });
    expect(shop.current.listVariablesSentTo('AddToCart')).toEqual([]);
  });

  it('adds the product, shows a message and opens the cart', async () => {
    signIn();
    const { router } = await renderShop('/', createBookActions(meghadutam));
    await screen.findByRole('link', { name: 'Cart, 3 items' });
    await clickButton('Add: Meghadutam');
    await screen.findByText('Product added to the cart!');
    await screen.findByRole('link', { name: 'Cart, 4 items' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart-manager'));
  });

  it('adds once for a double click', async () => {
    signIn();
    await renderShop('/', createBookActions(meghadutam));
    await screen.findByRole('link', { name: 'Cart, 3 items' });
    await userEvent.dblClick(screen.getByRole('button', { name: 'Add: Meghadutam' }));
    await screen.findByText('Product added to the cart!');
    expect(shop.current.listVariablesSentTo('AddToCart')).toHaveLength(1);
    expect(screen.queryByText('Product already in cart!')).toBeNull();
  });

  it('shows the quantity in the cart, and does not add the product again', async () => {
    signIn();
    await renderShop('/', createBookActions({ id: '2', name: 'Godan' }));
    await clickButton('Add: Godan, 2 in your cart');
    await screen.findByText('Product already in cart!');
    screen.getByText('You can adjust the quantity below.');
    await clickButton('Stay here');
    expect(shop.current.listVariablesSentTo('AddToCart')).toEqual([]);
  });

  it('says why the gateway rejected the change', async () => {
    signIn();
    shop.current.failures.set('addToCart', {
      code: 'PRODUCT_NOT_FOUND',
      message: 'No product data available.',
    });
    const { router } = await renderShop('/', createBookActions(meghadutam));
    await clickButton('Add: Meghadutam');
    await screen.findByText('Failed to add product to cart: No product data available.');
    screen.getByText('Oops...');
    expect(router.state.location.pathname).toBe('/');
  });

  it.each([
    ['UPSTREAM_REJECTED', 'Something went wrong!'],
    ['OUTCOME_UNKNOWN', 'Something went wrong!'],
    ['UNAVAILABLE', "we can't reach the shop right now. Please try again."],
  ])('says that the shop is unreachable only if it is: %s', async (code, text) => {
    signIn();
    shop.current.failures.set('addToCart', { code, message: 'Failed to add product to cart' });
    await renderShop('/', createBookActions(meghadutam));
    await clickButton('Add: Meghadutam');
    await screen.findByText(`Failed to add product to cart: ${text}`);
  });

  it.each([
    ['the change alone', ['AddToCart']],
    ['the change and the query of the cart', ['AddToCart', 'CartAndWishlist']],
  ])(
    'shows an error on the same page and restores the cart when the network fails for %s',
    async (_what, names) => {
      signIn();
      const { router } = await renderShop('/', createBookActions(meghadutam));
      await screen.findByRole('link', { name: 'Cart, 3 items' });
      for (const name of names) shop.current.failures.set(name, 'offline');
      await clickButton('Add: Meghadutam');
      await screen.findByText(/^Failed to add product to cart: /);
      // After the error, the cart is fetched again. If that fails too, the query is retried three times.
      const queryCount = names.includes('CartAndWishlist') ? 5 : 2;
      await waitFor(() =>
        expect(shop.current.listVariablesSentTo('CartAndWishlist')).toHaveLength(queryCount),
      );
      await screen.findByRole('button', { name: 'Add: Meghadutam' });
      await screen.findByRole('link', { name: 'Cart, 3 items' });
      expect(router.state.location.pathname).toBe('/');
    },
  );

  it('sends the shopper to the login when the session has ended, with a return URL that adds the product', async () => {
    signIn();
    const message = 'Please login or create your account for the cart';
    shop.current.failures.set('addToCart', { code: 'NOT_SIGNED_IN', message });
    const { router } = await renderShop('/', createBookActions(meghadutam));
    await clickButton('Add: Meghadutam');
    await screen.findByText(message);
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-login'));
    expect(router.state.location.state).toEqual({ returnTo: '/cart-manager?add=4' });
  });
});

describe('Add on a page that has been left in the meantime', () => {
  it('does not take a visitor to /cart-without-login', async () => {
    const { router } = await renderShop('/', createBookActions(meghadutam));
    fireEvent.click(await screen.findByRole('button', { name: 'Add: Meghadutam' }));
    await act(() => router.navigate('/elsewhere'));
    await screen.findByRole('link', { name: 'Cart, 1 item' });
    // The button loads this module before it opens /cart-without-login.
    await act(() => import('#web/cart/visitor-lines.ts'));
    expect(router.state.location.pathname).toBe('/elsewhere');
    expect(router.state.navigation.state).toBe('idle');
  });

  it('does not send the shopper to the login', async () => {
    signIn();
    const message = 'Please login or create your account for the cart';
    shop.current.failures.set('addToCart', { code: 'NOT_SIGNED_IN', message });
    const release = shop.current.holdResponses('AddToCart');
    const { router } = await renderShop('/', createBookActions(meghadutam));
    await clickButton('Add: Meghadutam');
    await act(() => router.navigate('/elsewhere'));
    release();
    await screen.findByText(message);
    expect(router.state.location.pathname).toBe('/elsewhere');
    expect(router.state.navigation.state).toBe('idle');
  });
});

describe('Add on a card', () => {
  const createCard = (flow: AddFlow, { id, name, available = true }: BookProps = meghadutam) => (
    <>
      <AddToCartButton product={{ id, name, available }} flow={flow} withStepper label="Add" />
      <MiniCartHost />
    </>
  );
  const findStepper = () => screen.findByRole('group', { name: 'Quantity: Meghadutam' });
  const findMiniCart = () => screen.findByRole('region', { name: 'Your cart' });

  beforeEach(() => {
    signIn();
    closeMiniCart();
  });

  it('shows the quantity and a mini cart on a page that does not redirect to the cart', async () => {
    const { router } = await renderShop('/', createCard('row'));
    await screen.findByRole('link', { name: 'Cart, 3 items' });
    await clickButton('Add: Meghadutam');
    await screen.findByText('Product added to the cart!');
    expect((await findStepper()).textContent).toContain('In cart: 1');
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Increase quantity of Meghadutam' }),
    );
    const cart = await findMiniCart();
    expect(cart.textContent).toContain('4 items in your cart');
    expect(cart.textContent).toContain('₹527.00');
    expect(router.state.location.pathname).toBe('/');
    await clickButton('Hide the mini cart');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your cart' })).toBeNull());
  });

  it('returns the focus to the card when the mini cart is hidden', async () => {
    await renderShop('/', createCard('row'));
    await screen.findByRole('link', { name: 'Cart, 3 items' });
    await clickButton('Add: Meghadutam');
    await findStepper();
    const focused = document.activeElement;
    await clickButton('Hide the mini cart');
    expect(focused?.tagName).toBe('BUTTON');
    expect(document.activeElement).toBe(focused);
  });

  it('leaves unavailable books out of the total in the mini cart while a change is being saved', async () => {
    shop.current.cart.set('3', 1);
    await renderShop('/', createCard('row'));
    await screen.findByRole('link', { name: 'Cart, 4 items' });
    await clickButton('Add: Meghadutam');
    const release = shop.current.holdResponses('SetCartQuantity');
    await findStepper();
    await clickButton('Increase quantity of Meghadutam');
    const cart = await findMiniCart();
    await waitFor(() => expect(cart.textContent).toContain('6 items in your cart'));
    expect(cart.textContent).toContain('₹653.00');
    release();
  });

  it.each([
    ['general listing', 'listing'],
    ['product page', 'product'],
  ] as const)(
    'does not redirect to the cart if the shopper clicks Stay here first: %s',
    async (_page, flow) => {
      const { router } = await renderShop('/', createCard(flow));
      await screen.findByRole('link', { name: 'Cart, 3 items' });
      vi.useFakeTimers({
        toFake: ['setTimeout', 'clearTimeout'],
        shouldAdvanceTime: true,
        advanceTimeDelta: 1,
      });
      onTestFinished(() => void vi.useRealTimers());
      await clickButton('Add: Meghadutam');
      await clickButton('Stay here');
      await findStepper();
      await findMiniCart();
      await act(() => vi.advanceTimersByTimeAsync(5000));
      expect(router.state).toMatchObject({ location: { pathname: '/' }, navigation: { state: 'idle' } });
      expect(shop.current.cart.get('4')).toBe(1);
    },
  );

  it('changes the quantity up to ten, and removes the last copy', async () => {
    shop.current.cart.set('4', 9);
    await renderShop('/', createCard('listing'));
    await findStepper();
    const more = screen.getByRole('button', { name: 'Increase quantity of Meghadutam' });
    await userEvent.click(more);
    await waitFor(() => expect(shop.current.cart.get('4')).toBe(10));
    expect(more.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(more);
    for (let copies = 10; copies > 1; copies--) await clickButton('Decrease quantity of Meghadutam');
    await clickButton('Remove Meghadutam');
    const add = await screen.findByRole('button', { name: 'Add: Meghadutam' });
    expect(document.activeElement).toBe(add);
    await waitFor(() => expect(shop.current.cart.has('4')).toBe(false));
    const quantities = shop.current.listVariablesSentTo('SetCartQuantity').map(({ quantity }) => quantity);
    expect(Math.max(...quantities.map(Number))).toBe(10);
  });

  it('does not add the product again after a double click on Remove', async () => {
    shop.current.cart.set('4', 1);
    await renderShop('/', createCard('row'));
    await findStepper();
    fireEvent.click(screen.getByRole('button', { name: 'Remove Meghadutam' }));
    // The second click lands on the button that has replaced the stepper.
    const add = await screen.findByRole('button', { name: /^Add: Meghadutam/ });
    fireEvent.click(add);
    await waitFor(() => expect(shop.current.cart.has('4')).toBe(false));
    await waitFor(() => expect(add.ariaBusy).toBe('false'));
    expect(shop.current.listVariablesSentTo('AddToCart')).toEqual([]);
    fireEvent.click(add);
    await findStepper();
    expect(shop.current.listVariablesSentTo('AddToCart')).toHaveLength(1);
  });

  it('restores the quantity and shows an error if a new quantity could not be saved', async () => {
    shop.current.cart.set('4', 2);
    shop.current.failures.set('SetCartQuantity', 'network');
    await renderShop('/', createCard('listing'));
    await findStepper();
    await clickButton('Increase quantity of Meghadutam');
    await screen.findByText("We couldn't update the quantity. Please try again.");
    expect((await findStepper()).textContent).toContain('In cart: 2');
  });
});

describe('Add on the product page', () => {
  it('does not ask for confirmation, shows the same message as a collection page, and opens the cart', async () => {
    signIn();
    const product = { ...meghadutam, available: true };
    const button = <AddToCartButton product={product} flow="product" label="Add To Cart" />;
    const { router } = await renderShop('/', button);
    await screen.findByRole('link', { name: 'Cart, 3 items' });
    await clickButton('Add To Cart: Meghadutam');
    await screen.findByText('Product Added!');
    screen.getByText('Product added to the cart');
    screen.getByRole('button', { name: 'Stay here' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart-manager'));
  });

  it('adds the chosen quantity after the login if the session has ended', async () => {
    signIn();
    const message = 'Please login or create your account for the cart';
    shop.current.failures.set('addToCart', { code: 'NOT_SIGNED_IN', message });
    const product = { ...meghadutam, available: true };
    const button = <AddToCartButton product={product} flow="product" quantity={3} label="Add To Cart" />;
    const { router } = await renderShop('/', button);
    await clickButton('Add To Cart: Meghadutam');
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-login'));
    const { returnTo } = z.object({ returnTo: z.string() }).parse(router.state.location.state);
    signIn();
    await act(() => router.navigate(returnTo));
    await waitFor(() => expect(shop.current.cart.get('4')).toBe(3));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });
});

describe('ADD on the category, publisher, author and language pages', () => {
  beforeEach(() => signIn());

  it('asks for confirmation, adds the product, shows a message and opens the cart', async () => {
    const { router } = await renderShop('/', createBookActions(meghadutam, 'collection'));
    await clickButton('ADD: Meghadutam');
    await screen.findByText('Are you sure?');
    screen.getByText('Do you want to add this product to your cart?');
    await clickButton('Yes, add it!');
    await screen.findByText('Product Added!');
    screen.getByText('Product added to the cart');
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart-manager'));
  });

  it('asks before adding an unavailable product, and can be cancelled', async () => {
    await renderShop('/', createBookActions({ id: '3', name: 'Bangarwadi', available: false }, 'collection'));
    await clickButton('ADD: Bangarwadi');
    await screen.findByText('Product Unavailable');
    screen.getByText(
      'This product is currently Unavailable. Do you still want to add it to your cart for future use?',
    );
    await clickButton('No, cancel!');
    expect(shop.current.listVariablesSentTo('AddToCart')).toEqual([]);
  });

  it('shows a general error if the shop is unavailable', async () => {
    shop.current.failures.set('addToCart', { code: 'UNAVAILABLE', message: 'Failed to add product to cart' });
    await renderShop('/', createBookActions(meghadutam, 'collection'));
    await clickButton('ADD: Meghadutam');
    await clickButton('Yes, add it!');
    await screen.findByText('Something went wrong!');
    screen.getByText('Oops...');
  });
});
