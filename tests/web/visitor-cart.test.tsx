// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { getBrowserSession } from '#web/auth/session.ts';
import { AddToCartButton } from '#web/cart/AddToCartButton.tsx';
import { MiniCartHost } from '#web/cart/MiniCartHost.tsx';
import { closeMiniCart } from '#web/cart/mini-cart.ts';
import type { AddFlow } from '#web/cart/use-add-to-cart.ts';
import { toasts } from '#web/ui/toast/toasts.ts';
import { clickButton, expectFocusOnContent } from './render-routes.tsx';
import { renderShop } from './render-shop.tsx';
import { signIn, signInAnotherShopper } from './shoppers.ts';
import { setUpShoppingGateway } from './shopping-setup.ts';

const shop = setUpShoppingGateway();
const readStoredLines = (): unknown => JSON.parse(localStorage.getItem('visitorCart') ?? 'null');
const storeLines = (lines: unknown) => localStorage.setItem('visitorCart', JSON.stringify(lines));

/** jsdom has no locks. */
function stubLocks(request: (name: string, task: () => Promise<unknown>) => Promise<unknown>) {
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
}

/** The mini cart, and buttons for two books that the account's cart does not contain by default. */
function createAddButtons(flow: AddFlow) {
  const books = [
    { id: '4', name: 'Meghadutam', available: true },
    { id: '5', name: 'Shakuntalam', available: true },
  ];
  return (
    <>
      {books.map((book) => (
        <AddToCartButton key={book.id} product={book} flow={flow} withStepper label="Add" />
      ))}
      <MiniCartHost />
    </>
  );
}

beforeEach(() => {
  closeMiniCart();
  shop.current.books.set('5', { name: 'Shakuntalam', price: 100.5, stock: 5 });
});

describe("a visitor's cart", () => {
  it('collects several books in the browser, and is still there on the next visit', async () => {
    const { router, unmount } = await renderShop('/', createAddButtons('row'));
    await clickButton('Add: Meghadutam');
    await screen.findByRole('link', { name: 'Cart, 1 item' });
    await clickButton('Add: Shakuntalam');
    await screen.findByRole('link', { name: 'Cart, 2 items' });
    await clickButton('Increase quantity of Meghadutam');
    await screen.findByRole('link', { name: 'Cart, 3 items' });
    expect((await screen.findByRole('region', { name: 'Your cart' })).textContent).toContain('3 items');
    expect(router.state.location.pathname).toBe('/');
    expect(readStoredLines()).toEqual([
      { productId: '4', quantity: 2 },
      { productId: '5', quantity: 1 },
    ]);
    expect(shop.current.sentOperations).toEqual([]);
    unmount();
    await renderShop('/', createAddButtons('row'));
    await screen.findByRole('link', { name: 'Cart, 3 items' });
  });

  it('shows at once what the visitor has added in another tab', async () => {
    await renderShop('/', createAddButtons('row'));
    storeLines([{ productId: '4', quantity: 2 }]);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'visitorCart' })));
    await screen.findByRole('link', { name: 'Cart, 2 items' });
  });

  it('collects a book whose button opens /cart-without-login, and the login there leads to the cart', async () => {
    const { router } = await renderShop('/', createAddButtons('listing'));
    await clickButton('Add: Meghadutam');
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart-without-login'));
    expect(readStoredLines()).toEqual([{ productId: '4', quantity: 1 }]);
    await userEvent.click(await screen.findByRole('link', { name: 'Login to Checkout' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-login'));
    expect(router.state.location.state).toEqual({ returnTo: '/cart-manager' });
  });

  it('is the page to which the login from Buy Now on /user-wish-list returns, if the cart contains the book', async () => {
    storeLines([{ productId: '4', quantity: 2 }]);
    const { router } = await renderShop({ pathname: '/user-wish-list', state: { productId: '4' } });
    await screen.findByRole('link', { name: 'Cart, 2 items' });
    await userEvent.click(await screen.findByRole('link', { name: 'Buy Now' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-login'));
    expect(router.state.location.state).toEqual({ returnTo: '/cart-manager' });
  });

  it('is shown on the cart page, where it can be changed, with a link to the login', async () => {
    storeLines([
      { productId: '4', quantity: 2 },
      { productId: '3', quantity: 1 },
      { productId: '5', quantity: 1 },
    ]);
    const { router } = await renderShop('/cart-manager');
    await screen.findByText('Please login or create your account for the cart');
    // The unavailable book comes last and is not part of the total.
    const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(names).toEqual(['Meghadutam', 'Shakuntalam', 'Bangarwadi']);
    screen.getByText('₹352.50');
    await clickButton('Increase quantity of Shakuntalam');
    await screen.findByText('₹453.00');
    await clickButton('Remove Bangarwadi');
    await clickButton('Yes, remove it!');
    await waitFor(() => expect(screen.queryByText('Bangarwadi')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Your cart'));
    expect(readStoredLines()).toEqual([
      { productId: '4', quantity: 2 },
      { productId: '5', quantity: 2 },
    ]);
    await userEvent.click(screen.getByRole('link', { name: 'Log in to check out' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-login'));
    expect(router.state.location.state).toEqual({ returnTo: '/cart-manager' });
  });

  it('says that it is empty after the last book is removed', async () => {
    storeLines([{ productId: '4', quantity: 1 }]);
    const { router } = await renderShop('/cart-manager');
    await clickButton('Remove Meghadutam');
    await clickButton('Yes, remove it!');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Your cart is empty!'));
    expect(router.state.location.pathname).toBe('/cart-manager');
    expect(readStoredLines()).toBeNull();
  });

  it('drops a book that the shop no longer has, with a message', async () => {
    storeLines([
      { productId: 'gone', quantity: 1 },
      { productId: '4', quantity: 1 },
    ]);
    await renderShop('/cart-manager');
    await screen.findByText('A book you chose is no longer available.');
    await screen.findByRole('link', { name: 'Meghadutam' });
    expect(readStoredLines()).toEqual([{ productId: '4', quantity: 1 }]);
  });

  it.each([
    ['JSON that is not a list', { productId: '4' }],
    ['no lines', []],
    ['only invalid lines', [{ productId: 7, quantity: 1 }]],
  ])(
    'is removed, and the cart page redirects to the login, if the storage contains %s',
    async (_what, stored) => {
      storeLines(stored);
      const { router } = await renderShop('/cart-manager');
      await waitFor(() => expect(router.state.location.pathname).toBe('/user-login'));
      expect(readStoredLines()).toBeNull();
    },
  );

  it.each([
    ['text that is not JSON', '{"productId"', 'Cart'],
    ['JSON that is not a list', '{"4":1}', 'Cart'],
    ['invalid lines', '[{"productId":7,"quantity":1},{"productId":"4","quantity":-1},null]', 'Cart'],
    [
      'a valid line among invalid ones',
      '[7,{"productId":"4","quantity":2},{"productId":"5"}]',
      'Cart, 2 items',
    ],
    ['a quantity above ten', '[{"productId":"4","quantity":25}]', 'Cart, 10 items'],
    ['a book twice', '[{"productId":"4","quantity":1},{"productId":"4","quantity":3}]', 'Cart, 3 items'],
  ])('tolerates %s in local storage', async (_what, text, badge) => {
    localStorage.setItem('visitorCart', text);
    await renderShop('/', createAddButtons('row'));
    await screen.findByRole('link', { name: badge });
  });

  it('holds up to 50 books, and says that a further one must wait for the login', async () => {
    const lines = Array.from({ length: 50 }, (_, index) => ({ productId: `other-${index}`, quantity: 1 }));
    storeLines(lines);
    const { router } = await renderShop('/', createAddButtons('listing'));
    await clickButton('Add: Meghadutam');
    await screen.findByText('The cart in this browser is full. Log in to add this book.');
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart-without-login'));
    expect(readStoredLines()).toEqual(lines);
    expect(screen.queryByText('Product added to the cart!')).toBeNull();
    await userEvent.click(await screen.findByRole('link', { name: 'Login to Checkout' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-login'));
    expect(router.state.location.state).toEqual({ returnTo: '/cart-manager?add=4' });
  });

  it('passes the product through the login if the browser cannot store it', async () => {
    const { router } = await renderShop('/', createAddButtons('row'));
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
    try {
      await clickButton('Add: Meghadutam');
      await userEvent.click(await screen.findByRole('link', { name: 'Login to Checkout' }));
    } finally {
      Storage.prototype.setItem = setItem;
    }
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-login'));
    expect(router.state.location.state).toEqual({ returnTo: '/cart-manager?add=4' });
  });
});

describe("a visitor's cart after the login", () => {
  const readAccountCart = () => Object.fromEntries(shop.current.cart);

  it("is merged into the account's cart: each book gets the larger of the two quantities, at most ten", async () => {
    storeLines([
      { productId: '1', quantity: 1 },
      { productId: '2', quantity: 5 },
      { productId: '4', quantity: 25 },
      { productId: '3', quantity: 1 },
    ]);
    await renderShop('/cart-manager');
    await screen.findByRole('link', { name: 'Log in to check out' });
    act(signIn);
    // Book 1 is not counted, because the account's cart already had one copy of it.
    await screen.findByText('3 products added to the cart!');
    expect(readAccountCart()).toEqual({ 1: 1, 2: 5, 3: 1, 4: 10 });
    expect(readStoredLines()).toBeNull();
    const lines = within(await screen.findByRole('region', { name: 'Books in your cart' }));
    expect(lines.getAllByRole('heading', { level: 2 })).toHaveLength(4);
    await screen.findByRole('link', { name: 'Cart, 17 items' });
  });

  it('is merged once if the browser denies the lock for the merge, as Firefox does while it blocks all cookies', async () => {
    stubLocks(() => Promise.reject(new DOMException('request() is not allowed.', 'SecurityError')));
    storeLines([{ productId: '4', quantity: 2 }]);
    signIn();
    await renderShop('/', createAddButtons('row'));
    await screen.findByText('Product added to the cart!');
    expect(readAccountCart()).toEqual({ 1: 1, 2: 2, 4: 2 });
    expect(shop.current.listVariablesSentTo('AddToCart')).toHaveLength(1);
    expect(readStoredLines()).toBeNull();
  });

  it.each([
    ['succeeds', 'Your cart'],
    ['fails', 'Your cart is empty!'],
  ])(
    'shows the placeholder of the cart page until the merge into an empty cart %s, without losing the focus',
    async (outcome, title) => {
      const { promise: lock, resolve: releaseLock } = Promise.withResolvers<void>();
      const request = vi.fn(async (_name: string, task: () => Promise<unknown>) => {
        await lock;
        return task();
      });
      stubLocks(request);
      shop.current.cart.clear();
      if (outcome === 'fails') shop.current.failures.set('AddToCart', 'network');
      storeLines([{ productId: '4', quantity: 2 }]);
      signIn();
      const { router } = await renderShop('/', <p>Home</p>);
      await waitFor(() => expect(request).toHaveBeenCalled());
      await act(() => router.navigate('/cart-manager'));
      await expectFocusOnContent(releaseLock, 'Your cart', title);
    },
  );

  it('keeps the focus on the heading of the cart page if its books are shown before the merge fails', async () => {
    shop.current.cart.clear();
    storeLines([{ productId: '4', quantity: 2 }]);
    const { router } = await renderShop('/cart-manager', <p>Home</p>);
    await screen.findByRole('link', { name: 'Meghadutam' });
    await act(() => router.navigate('/'));
    shop.current.failures.set('AddToCart', 'network');
    const release = shop.current.holdResponses('AddToCart');
    act(signIn);
    await act(() => router.navigate('/cart-manager'));
    await screen.findByRole('checkbox', { name: 'Select Meghadutam' });
    const title = await screen.findByRole('heading', { level: 1, name: 'Your cart' });
    act(() => title.focus());
    release();
    const emptyTitle = await screen.findByRole('heading', { level: 1, name: 'Your cart is empty!' });
    await waitFor(() => expect(document.activeElement).toBe(emptyTitle));
  });

  it('is merged without a message if the account has at least as many copies of each book', async () => {
    storeLines([
      { productId: '1', quantity: 1 },
      { productId: '2', quantity: 1 },
    ]);
    signIn();
    await renderShop('/', createAddButtons('row'));
    await waitFor(() => expect(readStoredLines()).toBeNull());
    expect(readAccountCart()).toEqual({ 1: 1, 2: 2 });
    // Toasts are shown in order: one about the merge would precede this one.
    act(() => toasts.info('Another message'));
    await screen.findByText('Another message');
    expect(screen.queryByText(/added to the cart!/)).toBeNull();
  });

  it('is merged into the cart of the shopper who signs in, even if the previous shopper had the same book', async () => {
    shop.current.cart.set('4', 3);
    signIn();
    await renderShop('/', createAddButtons('row'));
    await screen.findByRole('link', { name: 'Cart, 6 items' });
    act(() => getBrowserSession().signOut());
    await clickButton('Add: Meghadutam');
    await screen.findByRole('link', { name: 'Cart, 1 item' });
    shop.current.cart.clear();
    const release = shop.current.holdResponses('CartAndWishlist');
    act(signInAnotherShopper);
    await waitFor(() => expect(shop.current.listVariablesSentTo('CartAndWishlist')).toHaveLength(2));
    release();
    await waitFor(() => expect(shop.current.cart).toEqual(new Map([['4', 1]])));
    await waitFor(() => expect(readStoredLines()).toBeNull());
  });

  it('stays in the browser if merging fails, and is merged once on the next try', async () => {
    storeLines([
      { productId: '4', quantity: 1 },
      { productId: '5', quantity: 2 },
    ]);
    shop.current.failures.set('AddToCart', 'network');
    signIn();
    await renderShop('/', createAddButtons('row'));
    await screen.findByText(/They're still saved in this browser/);
    expect(readStoredLines()).toEqual([
      { productId: '4', quantity: 1 },
      { productId: '5', quantity: 2 },
    ]);
    await clickButton('Try again');
    await screen.findByText('2 products added to the cart!');
    expect(readAccountCart()).toEqual({ 1: 1, 2: 2, 4: 1, 5: 2 });
    expect(readStoredLines()).toBeNull();
  });

  it('stays in the browser if the session ends before the merge of another tab has ended', async () => {
    const { promise: lock, resolve: releaseLock } = Promise.withResolvers<void>();
    const request = vi.fn((_name: string, task: () => Promise<unknown>) => lock.then(task));
    stubLocks(request);
    storeLines([{ productId: '4', quantity: 2 }]);
    signIn();
    await renderShop('/', createAddButtons('row'));
    await waitFor(() => expect(request).toHaveBeenCalledOnce());
    act(() => getBrowserSession().signOut());
    await screen.findByRole('link', { name: 'Cart, 2 items' });
    releaseLock();
    await request.mock.results[0]?.value;
    expect(readStoredLines()).toEqual([{ productId: '4', quantity: 2 }]);
  });

  it('stays in the browser if the shopper tries to merge it again after a logout', async () => {
    storeLines([{ productId: '4', quantity: 2 }]);
    shop.current.failures.set('AddToCart', 'network');
    signIn();
    await renderShop('/', createAddButtons('row'));
    const tryAgain = await screen.findByRole('button', { name: 'Try again' });
    act(() => getBrowserSession().signOut());
    await screen.findByRole('link', { name: 'Cart, 2 items' });
    const request = vi.fn((_name: string, task: () => Promise<unknown>) => task());
    stubLocks(request);
    await userEvent.click(tryAgain);
    await request.mock.results[0]?.value;
    expect(readStoredLines()).toEqual([{ productId: '4', quantity: 2 }]);
  });

  it("stays in the browser if the account's cart is full, with a message that says so", async () => {
    storeLines([{ productId: '4', quantity: 1 }]);
    const message = 'A cart can contain up to 1,000 copies. Please order or remove some first.';
    shop.current.failures.set('addToCart', { code: 'CART_FULL', message });
    signIn();
    await renderShop('/', createAddButtons('row'));
    await screen.findByText(
      `We couldn't add the books you chose before you logged in. They're still saved in this browser. ${message}`,
    );
    expect(readStoredLines()).toEqual([{ productId: '4', quantity: 1 }]);
  });

  it('is not added twice if an earlier try succeeded but its response was lost', async () => {
    storeLines([{ productId: '4', quantity: 2 }]);
    const release = shop.current.holdResponses('AddToCart');
    signIn();
    await renderShop('/', createAddButtons('row'));
    await waitFor(() => expect(shop.current.listVariablesSentTo('AddToCart')).toHaveLength(1));
    shop.current.cart.set('4', 2);
    release();
    await waitFor(() => expect(readStoredLines()).toBeNull());
    expect(readAccountCart()).toEqual({ 1: 1, 2: 2, 4: 2 });
  });

  it('leaves out a book that the shop no longer has, with a message', async () => {
    storeLines([
      { productId: 'gone', quantity: 1 },
      { productId: '4', quantity: 1 },
    ]);
    signIn();
    await renderShop('/', createAddButtons('row'));
    await screen.findByText('A book you chose is no longer available.');
    await waitFor(() => expect(readAccountCart()).toEqual({ 1: 1, 2: 2, 4: 1 }));
    expect(readStoredLines()).toBeNull();
  });
});
