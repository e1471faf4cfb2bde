// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { getBrowserSession } from '#web/auth/session.ts';
import { OrdersSection } from '#web/features/account/OrdersSection.tsx';
import { ChakraScope } from '#web/ui/theme/ChakraScope.tsx';
import { clickButton } from './render-routes.tsx';
import { renderShop } from './render-shop.tsx';
import { signIn, signInAnotherShopper } from './shoppers.ts';
import { setUpShoppingGateway } from './shopping-setup.ts';

const shop = setUpShoppingGateway();
const showOrders = () =>
  renderShop(
    '/',
    <ChakraScope>
      <OrdersSection />
    </ChakraScope>,
  );

beforeEach(() => {
  signIn();
  shop.current.changeBook('4', { stock: 2 });
  shop.current.cart.clear();
});

describe('Order again', () => {
  it('adds the books of an order in the ordered quantities and opens the cart', async () => {
    shop.current.pastOrders.push([
      { productName: 'Kim', quantity: 3, id: '1' },
      { productName: 'Godan', quantity: 1, id: '2' },
    ]);
    const { router } = await showOrders();
    await clickButton('Order again: PAST-1');
    await screen.findByText('The books from this order are in your cart.');
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart-manager'));
    expect([...shop.current.cart]).toEqual([
      ['1', 3],
      ['2', 1],
    ]);
    await screen.findByRole('link', { name: 'Cart, 4 items' });
  });

  it('explains for each book why it is not in the cart as ordered', async () => {
    shop.current.cart.set('2', 5);
    shop.current.pastOrders.push([
      { productName: 'Kim', quantity: 1, id: '1' },
      { productName: 'Godan', quantity: 1, id: '2' },
      { productName: 'Bangarwadi', quantity: 1, id: '3' },
      { productName: 'Meghadutam', quantity: 4, id: '4' },
      { productName: 'Gitanjali', quantity: 1, id: null },
    ]);
    shop.current.failures.set('addToCart', { code: 'UNAVAILABLE', message: 'Something went wrong!' });
    const { router } = await showOrders();
    await clickButton('Order again: PAST-1');
    const text = (await screen.findByRole('alertdialog')).textContent;
    expect(text).toContain("We couldn't add “Kim” right now.");
    expect(text).toContain('“Godan” was already in your cart; we left it unchanged.');
    expect(text).toContain('“Bangarwadi” is out of stock.');
    expect(text).toContain('“Meghadutam”: we added the copies we have left.');
    expect(text).toContain('“Gitanjali” is no longer available.');
    await clickButton('Go to cart');
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart-manager'));
    expect([...shop.current.cart]).toEqual([
      ['2', 5],
      ['4', 2],
    ]);
  });

  it('adds at most ten copies of a book, and says so', async () => {
    shop.current.pastOrders.push([
      { productName: 'Kim', quantity: 8, id: '1' },
      { productName: 'Kim', quantity: 3, id: '1' },
    ]);
    await showOrders();
    await clickButton('Order again: PAST-1');
    await screen.findByText('“Kim”: we added 10 copies, the most you can order at once.');
    expect(shop.current.cart.get('1')).toBe(10);
    // The stock is read from a quote, which the gateway would refuse for more copies.
    const quoteInput = { source: 'CART', lines: [{ productId: '1', quantity: 10 }] };
    expect(shop.current.listVariablesSentTo('OrderAgain')).toEqual([{ input: quoteInput }]);
    await clickButton('Go to cart');
  });

  it('names the books that were not added, even on hosts that record no titles', async () => {
    shop.current.cart.set('2', 5);
    shop.current.pastOrders.push([{ productName: '', quantity: 1, id: '2' }]);
    await showOrders();
    await clickButton('Order again: PAST-1');
    await screen.findByText('“Godan” was already in your cart; we left it unchanged.');
    await clickButton('Go to cart');
  });

  it('does not change the number in the header while it adds a book that is already in the cart', async () => {
    shop.current.cart.set('2', 5);
    shop.current.pastOrders.push([{ productName: 'Godan', quantity: 1, id: '2' }]);
    const release = shop.current.holdResponses('AddToCart');
    try {
      await showOrders();
      await screen.findByRole('link', { name: 'Cart, 5 items' });
      await clickButton('Order again: PAST-1');
      await waitFor(() => expect(shop.current.listVariablesSentTo('AddToCart')).toHaveLength(1));
      screen.getByRole('link', { name: 'Cart, 5 items' });
    } finally {
      release();
    }
    await clickButton('Go to cart');
  });

  it('does not open the cart once the shopper has left the page', async () => {
    shop.current.pastOrders.push([
      { productName: 'Kim', quantity: 1, id: '1' },
      { productName: 'Bangarwadi', quantity: 1, id: '3' },
    ]);
    const release = shop.current.holdResponses('AddToCart');
    const { router } = await showOrders();
    await clickButton('Order again: PAST-1');
    await waitFor(() => expect(shop.current.listVariablesSentTo('AddToCart')).toHaveLength(1));
    await act(() => router.navigate('/elsewhere'));
    release();
    await screen.findByText('“Bangarwadi” is out of stock.');
    await clickButton('OK');
    expect(router.state.location.pathname).toBe('/elsewhere');
    expect(router.state.navigation.state).toBe('idle');
  });

  it('opens the cart from the details of an order too, after listing what was left out', async () => {
    shop.current.pastOrders.push([
      { productName: 'Kim', quantity: 1, id: '1' },
      { productName: 'Bangarwadi', quantity: 1, id: '3' },
    ]);
    const { router } = await showOrders();
    await clickButton('View details of order PAST-1');
    const dialog = within(await screen.findByRole('dialog', { name: 'Order PAST-1' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Order again: PAST-1' }));
    await screen.findByText('“Bangarwadi” is out of stock.');
    await clickButton('Go to cart');
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart-manager'));
    expect([...shop.current.cart]).toEqual([['1', 1]]);
  });

  it('stays on the orders page when nothing is available', async () => {
    shop.current.pastOrders.push([{ productName: 'Bangarwadi', quantity: 1, id: '3' }]);
    const { router } = await showOrders();
    await clickButton('Order again: PAST-1');
    const alert = await screen.findByRole('alertdialog', {
      name: "We couldn't add these books to your cart",
    });
    // A dialog that is closed before it has the focus cannot return it.
    await waitFor(() => expect(alert.contains(document.activeElement)).toBe(true));
    await clickButton('OK');
    const button = await screen.findByRole('button', { name: 'Order again: PAST-1' });
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(router.state.location.pathname).toBe('/');
    expect(shop.current.listVariablesSentTo('AddToCart')).toEqual([]);
  });

  it('checks the current stock, not the stock at the time the orders were loaded', async () => {
    shop.current.pastOrders.push([{ productName: 'Kim', quantity: 1, id: '1' }]);
    await showOrders();
    await screen.findByRole('article', { name: 'Order PAST-1' });
    shop.current.changeBook('1', { stock: 0 });
    await clickButton('Order again: PAST-1');
    await screen.findByText('“Kim” is out of stock.');
    await clickButton('OK');
  });

  it('adds and reports nothing if another shopper signs in while the stock is checked', async () => {
    shop.current.pastOrders.push([
      { productName: 'Kim', quantity: 1, id: '1' },
      { productName: 'Bangarwadi', quantity: 1, id: '3' },
    ]);
    const release = shop.current.holdResponses('OrderAgain');
    await showOrders();
    await clickButton('Order again: PAST-1');
    await waitFor(() => expect(shop.current.listVariablesSentTo('OrderAgain')).toHaveLength(1));
    act(signInAnotherShopper);
    release();
    const isIdle = () => screen.queryByRole('button', { name: 'Order again: PAST-1', busy: true }) === null;
    await waitFor(() => expect(isIdle()).toBe(true));
    expect(shop.current.listVariablesSentTo('AddToCart')).toEqual([]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('adds the books after the login if the session had ended', async () => {
    shop.current.pastOrders.push([{ productName: 'Kim', quantity: 2, id: '1' }]);
    shop.current.failures.set('addToCart', { code: 'NOT_SIGNED_IN', message: 'Please login.' });
    const { router } = await showOrders();
    await clickButton('Order again: PAST-1');
    await waitFor(() => expect(getBrowserSession().getShopper()).toBeNull());
    expect(shop.current.cart.size).toBe(0);
    act(signIn);
    await screen.findByText('The books from this order are in your cart.');
    expect(shop.current.cart.get('1')).toBe(2);
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart-manager'));
  });

  it('says why a book was not added if the cart is full', async () => {
    shop.current.pastOrders.push([{ productName: 'Kim', quantity: 1, id: '1' }]);
    shop.current.failures.set('addToCart', { code: 'CART_FULL', message: 'Up to 1,000 copies.' });
    await showOrders();
    await clickButton('Order again: PAST-1');
    await screen.findByText(
      "We couldn't add “Kim” right now. A cart can contain up to 1,000 copies. Please order or remove some first.",
    );
    await clickButton('OK');
  });

  it('shows an error and adds nothing when the shop cannot be reached', async () => {
    shop.current.pastOrders.push([{ productName: 'Kim', quantity: 1, id: '1' }]);
    await showOrders();
    await screen.findByRole('article', { name: 'Order PAST-1' });
    shop.current.failures.set('OrderAgain', 'offline');
    await clickButton('Order again: PAST-1');
    await screen.findByText("We can't reach the shop right now. Please try again.");
    expect(shop.current.listVariablesSentTo('AddToCart')).toEqual([]);
  });
});
