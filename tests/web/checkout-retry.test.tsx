// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { refetchCart } from '#web/apollo/cart-link.ts';
import { getBrowserSession } from '#web/auth/session.ts';
import { checkoutUrl, confirmOrder, prepareCheckout } from './checkout.ts';
import { clickButton } from './render-routes.tsx';
import { renderShop } from './render-shop.tsx';
import { asha, signInAnotherShopper } from './shoppers.ts';
import { setUpShoppingGateway } from './shopping-setup.ts';

const shop = setUpShoppingGateway();

/** Sends the order again, and waits for its confirmation. */
async function tryAgain(): Promise<void> {
  await clickButton('Try Again');
  await screen.findByText('ORDER-1');
}

/** Sends the order again, and expects it to be the same as at the first attempt. */
async function expectUnchangedOnRetry(): Promise<void> {
  await tryAgain();
  const [first, ...retries] = shop.current.listOrderInputs();
  expect(retries.at(-1)).toEqual(first);
}

describe('the address page', () => {
  beforeEach(() => prepareCheckout(shop.current));

  it('retries with the same key after the response was lost', async () => {
    shop.current.failures.set('PlaceOrder', 'network');
    const { router } = await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByText('There was an issue confirming your Order.');
    screen.getByText('Your order may have been placed. Please check My Orders.');
    expect(screen.queryByText('Failed to Place Order.')).toBeNull();
    const savedState = router.state.location.state;
    await waitFor(() => expect(document.activeElement?.textContent).toBe('My Orders'));
    await tryAgain();
    const keys = shop.current
      .listVariablesSentTo('PlaceOrder')
      .map(({ input }) =>
        input instanceof Object && 'idempotencyKey' in input ? input.idempotencyKey : null,
      );
    expect(keys).toEqual([savedState.orderKey, savedState.orderKey]);
    expect(savedState.orderKey).toMatch(/^[\w-]{8,128}$/);
    expect(Object.keys(savedState)).toEqual(['orderKey']);
  });

  it('hides the failure of an order and Try Again from another shopper who signs in', async () => {
    shop.current.failures.set('PlaceOrder', 'network');
    await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByText('There was an issue confirming your Order.');
    act(signInAnotherShopper);
    await screen.findByRole('button', { name: 'Confirm Order' });
    expect(screen.queryByText('There was an issue confirming your Order.')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  it('resends an order unchanged after a lost response, although its lines have left the cart', async () => {
    shop.current.failures.set('PlaceOrder', 'network');
    const { client } = await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByText('There was an issue confirming your Order.');
    // Simulates that the shop placed the order although its response was lost.
    shop.current.cart.delete('1');
    await act(() => refetchCart(client));
    await expectUnchangedOnRetry();
  });

  it('resends an order unchanged if the shopper tried to change it before the response was lost', async () => {
    shop.current.failures.set('PlaceOrder', 'network');
    const release = shop.current.holdResponses('PlaceOrder');
    await renderShop('/buy-single-product?product=1');
    await confirmOrder('₹210.00');
    await waitFor(() => expect(shop.current.listOrderInputs()).toHaveLength(1));
    await userEvent.click(screen.getByRole('radio', { name: /3 Karve Road/ }));
    await clickButton(/^READ10/);
    await clickButton('Increase quantity of Kim');
    release();
    await screen.findByText('There was an issue confirming your Order.');
    await expectUnchangedOnRetry();
  });

  it('resends an order unchanged if an address whose dialog was closed is saved before the response is lost', async () => {
    shop.current.failures.set('PlaceOrder', 'network');
    const releaseAddress = shop.current.holdResponses('CreateAddress');
    const releaseOrder = shop.current.holdResponses('PlaceOrder');
    await renderShop(checkoutUrl);
    await clickButton('Add an address');
    await screen.findByRole('dialog');
    for (const [label, value] of [
      ['Address', '7 Tilak Road'],
      ['Area', 'Sadashiv Peth'],
      ['Landmark', 'The theatre'],
      ['Pincode', '411030'],
    ] as const) {
      await userEvent.click(screen.getByLabelText(label));
      await userEvent.paste(value);
    }
    await clickButton('Save address');
    await waitFor(() => expect(shop.current.listVariablesSentTo('CreateAddress')).toHaveLength(1));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await confirmOrder();
    await waitFor(() => expect(shop.current.listOrderInputs()).toHaveLength(1));
    releaseAddress();
    await screen.findByText('Address saved.');
    releaseOrder();
    await screen.findByText('There was an issue confirming your Order.');
    await expectUnchangedOnRetry();
  });

  it('does not say that the order may have been placed if the quota is used up, and offers to try again', async () => {
    shop.current.failures.set('PlaceOrder', 'quota');
    const { router } = await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByText(/^Too many requests this minute\./);
    expect(screen.queryByText(/may have been placed/)).toBeNull();
    // A reload opens the page as if no order had been sent.
    expect(router.state.location.state).toEqual({ reservedKey: expect.any(String) });
    await expectUnchangedOnRetry();
  });

  it('resends a possibly placed order unchanged if a retry returns NOT_SIGNED_IN after a new login', async () => {
    const unknownMessage = 'Your order may have been placed. Please check My Orders.';
    shop.current.failures.set('createShipment', {
      code: 'OUTCOME_UNKNOWN',
      message: unknownMessage,
      isPlaced: true,
    });
    await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByText(unknownMessage);
    const signedOut = 'Please Login or Create your account';
    shop.current.failures.set('createShipment', { code: 'NOT_SIGNED_IN', message: signedOut });
    const release = shop.current.holdResponses('PlaceOrder');
    try {
      await clickButton('Try Again');
      await waitFor(() => expect(shop.current.listOrderInputs()).toHaveLength(2));
      act(() => getBrowserSession().signIn({ ...asha, token: 'second' }));
    } finally {
      release();
    }
    await screen.findByText(signedOut);
    await expectUnchangedOnRetry();
  });

  /** Browsers limit how often a page may change its history entry. */
  const tooManyCalls = new DOMException('Too many calls of the History API', 'SecurityError');

  it('says that the order failed if its key could not be saved, and offers to try again', async () => {
    const { router } = await renderShop(checkoutUrl);
    await screen.findByText('₹380.00');
    await userEvent.click(await screen.findByRole('radio', { name: /12 Laxmi Road/ }));
    vi.spyOn(router, 'navigate').mockRejectedValueOnce(tooManyCalls);
    await clickButton('Confirm Order');
    await screen.findByText('Failed to Place Order.');
    expect(screen.queryByText(/may have been placed/)).toBeNull();
    expect(shop.current.listOrderInputs()).toEqual([]);
    await tryAgain();
    expect(shop.current.listOrderInputs()).toHaveLength(1);
  });

  it('still says that the order may have been placed if its key could not be saved on retry', async () => {
    shop.current.failures.set('PlaceOrder', 'network');
    const { router } = await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByText(/^Your order may have been placed/);
    const navigate = vi.spyOn(router, 'navigate').mockRejectedValueOnce(tooManyCalls);
    await clickButton('Try Again');
    expect(navigate).toHaveBeenCalledOnce();
    await screen.findByText(/^Your order may have been placed/);
    expect(shop.current.listOrderInputs()).toHaveLength(1);
    await expectUnchangedOnRetry();
  });

  it('shows why the order was rejected and reuses its key, even if the history entry cannot be updated', async () => {
    const rejection = { code: 'UPSTREAM_REJECTED', message: 'Not today.', reason: 'Not today.' };
    shop.current.failures.set('createShipment', rejection);
    const { router } = await renderShop(checkoutUrl);
    const release = shop.current.holdResponses('PlaceOrder');
    await confirmOrder();
    await waitFor(() => expect(shop.current.listOrderInputs()).toHaveLength(1));
    vi.spyOn(router, 'navigate').mockRejectedValueOnce(tooManyCalls);
    release();
    await screen.findByText('There was an issue confirming your Order.');
    screen.getByText('Not today.');
    expect(screen.queryByText(/may have been placed/)).toBeNull();
    await expectUnchangedOnRetry();
  });

  it('shows the reason for which the shop rejected the order', async () => {
    shop.current.failures.set('createShipment', {
      code: 'UPSTREAM_REJECTED',
      message: 'The order was rejected: The shop is closed today.',
      reason: 'The shop is closed today.',
    });
    await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByText('The shop is closed today.');
    screen.getByRole('button', { name: 'Try Again' });
  });

  it('says that the order failed when the shop is unavailable, and offers to try again', async () => {
    shop.current.failures.set('createShipment', { code: 'UNAVAILABLE', message: 'The shop is unavailable.' });
    await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByText('Failed to Place Order.');
    await tryAgain();
  });

  it.each([
    ['This order can contain at most 20 different products.', { code: 'TOO_MANY_LINES', maxLines: 20 }],
    ['No product data available.', { code: 'PRODUCT_NOT_FOUND' }],
    ['Choose a quantity from 1 to 10.', { code: 'QUANTITY_OUT_OF_RANGE', maxQuantity: 10 }],
  ])('does not offer to resend an order that would fail again: %s', async (message, error) => {
    shop.current.failures.set('createShipment', { ...error, message });
    await renderShop(checkoutUrl);
    await confirmOrder();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(message);
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    screen.getByRole('button', { name: 'Confirm Order' });
  });

  it('does not offer a second order when the first may have been placed', async () => {
    shop.current.failures.set('createShipment', { code: 'IDEMPOTENCY_KEY_REUSED', message: 'Used.' });
    await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByText(/An earlier attempt may have gone through/);
    expect(screen.queryByRole('button', { name: 'Confirm Order' })).toBeNull();
  });

  it('asks the shopper to check My Orders when the outcome is unknown, and offers a new order only afterwards', async () => {
    const message = 'Your order may have been placed. Please check My Orders.';
    shop.current.failures.set('createShipment', { code: 'OUTCOME_UNKNOWN', message });
    const { router } = await renderShop(checkoutUrl);
    await confirmOrder();
    await screen.findByText(message);
    expect(screen.queryByRole('button', { name: 'Confirm Order' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Place a new order/ })).toBeNull();
    const ordersLink = screen.getByRole('link', { name: 'My Orders' });
    await waitFor(() => expect(document.activeElement).toBe(ordersLink));
    await userEvent.click(ordersLink);
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
    await act(() => router.navigate(-1));
    await screen.findByText(message);
    await clickButton(/Place a new order/);
    await clickButton('Confirm Order');
    await screen.findByText('ORDER-1');
    const [first, newInput] = shop.current.listOrderInputs();
    expect(newInput).not.toMatchObject({
      idempotencyKey: z.object({ idempotencyKey: z.string() }).parse(first).idempotencyKey,
    });
  });

  it.each([
    ['placed', true],
    ['not placed', false],
  ])(
    'sends the same order again on retry when the outcome was unknown and the order was %s',
    async (_, isPlaced) => {
      const message = 'Your order may have been placed. Please check My Orders.';
      shop.current.failures.set('createShipment', { code: 'OUTCOME_UNKNOWN', message, isPlaced });
      await renderShop(checkoutUrl);
      await confirmOrder();
      await screen.findByText(message);
      expect(shop.current.orders.size).toBe(isPlaced ? 1 : 0);
      await tryAgain();
      expect(shop.current.orders.size).toBe(1);
      const [first, again] = shop.current.listOrderInputs();
      expect(again).toEqual(first);
    },
  );
});
