// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Profiler } from 'react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { refetchCart } from '#web/apollo/cart-link.ts';
import { AddToCartButton } from '#web/cart/AddToCartButton.tsx';
import { MiniCartHost } from '#web/cart/MiniCartHost.tsx';
import { closeMiniCart } from '#web/cart/mini-cart.ts';
import type { AddFlow } from '#web/cart/use-add-to-cart.ts';
import { WishlistHeart } from '#web/cart/WishlistHeart.tsx';
import { clickButton, renderShop } from './render-routes.tsx';
import { signIn } from './shoppers.ts';
import { setUpShoppingGateway } from './shopping-setup.ts';

const shop = setUpShoppingGateway();

interface BookProps {
  id: string;
  name: string;
  available?: boolean;
}

/** The buttons of a book, by default as on the general listing. `flow` stands for the kind of page. */
function createBookActions({ id, name, available = true }: BookProps, flow: AddFlow = 'listing') {
  const product = { id, name, available };
  return (
    <>
      <AddToCartButton product={product} label={flow === 'collection' ? 'ADD' : 'Add'} flow={flow} />
      <WishlistHeart product={product} />
    </>
  );
}

const meghadutam = { id: '4', name: 'Meghadutam' };

describe('Add on the general listing', () => {
  it('takes a visitor to the page for visitors, with the product', async () => {
    const { router } = await renderShop('/', createBookActions(meghadutam));
    await clickButton('Add: Meghadutam');
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

  it("shows the gateway's message when it rejects the change", async () => {
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

  it.each<AddFlow>(['listing', 'collection', 'product', 'row'])(
    'says that the cart is full in the flow %s',
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
  it('does not take a visitor to the page for visitors', async () => {
    const { router } = await renderShop('/', createBookActions(meghadutam));
    fireEvent.click(await screen.findByRole('button', { name: 'Add: Meghadutam' }));
    await act(() => router.navigate('/elsewhere'));
    await screen.findByRole('link', { name: 'Cart, 1 item' });
    // The button loads this module before it opens the page for visitors.
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

describe('the heart', () => {
  const findHeart = () => screen.findByRole('button', { name: 'Wishlist: Meghadutam' });

  it('takes a visitor to the wish list preview, with the product', async () => {
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

  it('does not pull back a shopper who has left the page', async () => {
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
    await renderShop('/', createBookActions(meghadutam));
    await screen.findByRole('link', { name: 'Cart, 3 items' });
    await userEvent.click(await findHeart());
    await screen.findByText('Error! Unable to add to wishlist.');
    expect((await findHeart()).getAttribute('aria-pressed')).toBe('false');
  });

  it('opens the wish list preview when the gateway rejects the change', async () => {
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
      await waitFor(() => expect(screen.queryByText('…')).toBeNull());
    }
    for (const name of ['CartAndWishlist', 'Coupons', 'CheckoutOptions', 'Wishlist', 'BestProducts']) {
      expect([name, shop.current.listVariablesSentTo(name).length]).toEqual([name, 1]);
    }
    // Only the quote is queried again, to check the price before the order.
    const quotes = shop.current
      .listVariablesSentTo('CheckoutQuote')
      .map(({ input }) => JSON.stringify(input));
    const cartQuotes = quotes.filter((input) => input.includes('"CART"'));
    expect(cartQuotes.length).toBeLessThanOrEqual(3);
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
