import type { ApolloClient } from '@apollo/client';
import { skipToken, useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { toPincode } from '#web/address/delivery-pincode.ts';
import { evictStock } from '#web/apollo/cache.ts';
import { refetchCart } from '#web/apollo/cart-link.ts';
import { getBrowserSession } from '#web/auth/session.ts';
import { ShopperChangedError } from '#web/auth/session-store.ts';
import type { CreateShipmentErrorCode } from '#web/generated/schema.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { CheckoutQuoteDocument } from '#web/quote/CheckoutQuote.generated.ts';
import { type PurchaseChoice, stepPaths } from '#web/quote/purchase-choice.ts';
import { refetchOptions } from '#web/quote/refetch-options.ts';
import { toQuoteInput } from '#web/quote/use-quote.ts';
import { useIsUnmounted } from '#web/ui/hooks/use-is-unmounted.ts';
import { useSingleTask } from '#web/ui/hooks/use-single-task.ts';
import { toasts } from '#web/ui/toast/toasts.ts';
import { type CheckoutPageName, checkoutPages } from './checkout-pages.ts';
import { useOrderByKeyQuery } from './OrderByKey.generated.ts';
import { type ReservedKeyState, useOrderKey } from './order-key.ts';
import {
  getFailureText,
  mayHaveBeenPlaced,
  notSent,
  type OrderFailure,
  type OrderRequest,
  orderNotFound,
  outcomeUnknown,
  toOrderFailure,
} from './order-request.ts';
import type { PlacedOrderFragment } from './PlacedOrder.generated.ts';
import { type PlaceOrderMutation, usePlaceOrderMutation } from './PlaceOrder.generated.ts';

type Payload = PlaceOrderMutation['createShipment'];

/** The last attempt to place the order. */
interface Attempt {
  /**
   * The order that was sent; null again once it is certain that no order was placed with the key, or the shopper
   * changes the order. While it is set, 'Try Again' sends it unchanged.
   */
  sent: OrderRequest | null;
  failure: OrderFailure | null;
  /** Whether the shopper logged in again to send the order that they had confirmed. */
  isResuming: boolean;
}

const noAttempt: Attempt = { sent: null, failure: null, isResuming: false };

/** The order of a checkout page. */
export interface PageOrder extends Attempt {
  /** The order that was placed with this page's key, now or on an earlier visit; null if none is known. */
  placed: PlacedOrderFragment | null;
  /**
   * The query for an order that an earlier visit to the page or another step may have sent; undefined if there is no key
   * to search with, and once the query has succeeded.
   */
  lookup: { error?: unknown; refetch: () => Promise<unknown> } | undefined;
  /** Whether the order is being sent or the payment page is opening. */
  placing: boolean;
  place: (request: OrderRequest) => Promise<void>;
  /** Opens the payment page, where the shopper confirms the order. */
  openPayment: (request: OrderRequest) => Promise<void>;
  /** The navigation state for links to the other steps. */
  linkState: ReservedKeyState | null;
  /** Forgets the last attempt, because the shopper has changed the order. */
  clear: () => void;
  /** Drops the idempotency key: the next confirmation places another order. */
  startNewOrder: () => void;
}

/**
 * Places an order at most once, however often it is submitted: the idempotency key is stored in the history entry
 * before the order is sent, and reused by every retry and after a reload.
 *
 * A page that opens with the key of a sent order first queries the gateway for this order, without placing anything. If
 * the gateway has no such order, 'Try Again' sends it. If the session had ended when the shopper confirmed the order,
 * it is sent automatically after the login, unless its total, address or payment method has changed. When the shopper
 * goes back from the payment page, the address page also queries the gateway for an order that the payment page sent.
 */
export function useOrder(page: CheckoutPageName): PageOrder {
  const { t } = useTranslation('checkout');
  const client = useApolloClient();
  const isUnmounted = useIsUnmounted();
  const { sentKey, reservedKey, saveKey, openStepWithKey, markKeyUnused, dropKey } = useOrderKey();
  // After Back, Forward or a reload.
  const isRestored = useNavigationType() === 'POP';
  const [keyToFind] = useState(sentKey ?? (isRestored ? reservedKey : null));
  const [attempt, setAttempt] = useState<Attempt>(() => {
    if (sentKey === null) return noAttempt;
    return isRestored ? { ...noAttempt, failure: orderNotFound } : { ...noAttempt, isResuming: true };
  });
  const [placed, setPlaced] = useState<PlacedOrderFragment | null>(null);
  const [runTask, placing] = useSingleTask();
  const [sendOrder] = usePlaceOrderMutation();
  const { data, loading, error, refetch } = useOrderByKeyQuery(
    keyToFind === null
      ? skipToken
      : { variables: { idempotencyKey: keyToFind }, fetchPolicy: 'network-only' },
  );
  const foundOrder = data?.user?.order ?? null;
  const isFound = foundOrder !== null;
  useEffect(() => {
    if (!isFound) return;
    evictOutdated(client);
    void refetchCart(client);
  }, [isFound, client]);

  const clear = () => setAttempt(noAttempt);

  /** Shows why the order failed: on the page, or in a toast if the shopper has left it. */
  function showFailure(failure: OrderFailure): void {
    setAttempt((current) => ({ ...current, failure }));
    // My Orders must not show a cached list from before the order.
    if (mayHaveBeenPlaced(failure)) evictShopperField(client, 'orders');
    if (isUnmounted()) toasts.error(getFailureText(failure, t, t(checkoutPages[page].failed)));
  }

  async function send(request: OrderRequest, idempotencyKey: string): Promise<Payload | undefined> {
    const { addressId, paymentMethod, total } = request;
    // The gateway takes the PIN code from the address.
    const { pincode: _, ...quoteInput } = toQuoteInput(request);
    const input = { ...quoteInput, addressId, paymentMethod, expectedTotal: total, idempotencyKey };
    const { data: result } = await sendOrder({ variables: { input } });
    return result?.createShipment;
  }

  /** Forgets what was sent, because no order was placed with the key. */
  async function forgetSent(key: string): Promise<void> {
    clear();
    // If this fails, the next order reuses the key all the same.
    await markKeyUnused(key).catch(() => undefined);
  }

  async function handleRejection(
    payload: Payload | undefined,
    request: OrderRequest,
    key: string,
  ): Promise<void> {
    const rejection = payload?.userErrors[0] ?? outcomeUnknown;
    // The shopper is being redirected to the login, after which the order is sent again.
    if (rejection.code === 'NOT_SIGNED_IN' && getBrowserSession().getShopper() === null) return;
    if (!mayHaveBeenPlaced(rejection)) await forgetSent(key);
    await refreshOutdated(payload, rejection, request);
    // Shown last, so that a message about a new total appears together with that total. If the page has to request a new
    // quote itself, the old amounts are dimmed until the quote arrives.
    showFailure(rejection);
  }

  /** Refreshes what the rejected order was based on: the addresses and payment options, and the quote. */
  async function refreshOutdated(
    payload: Payload | undefined,
    { code }: OrderFailure,
    { addressId, pincode, ...request }: OrderRequest,
  ): Promise<void> {
    const options = outdatedOptionsCodes.has(code) ? await refetchOptions(client) : undefined;
    // NOT_IN_CART: another tab or device ordered or removed lines. The refetched cart changes this page's lines and
    // their quote.
    if (code === 'NOT_IN_CART' || payload?.quote == null) return;
    const address = options?.user?.addresses.find(({ id }) => id === addressId);
    if (address === undefined || toPincode(address.pincode) !== pincode) {
      // The new quote is, or may be, for another PIN code than the order, so the page requests another quote.
      evictQuotes(client);
      return;
    }
    // Show the new quote, so that the shopper can confirm it. If the coupon was rejected, it is without the coupon.
    const couponId = code === 'COUPON_NOT_FOUND' ? null : request.couponId;
    client.writeQuery({
      query: CheckoutQuoteDocument,
      variables: { input: toQuoteInput({ ...request, pincode, couponId }) },
      data: { checkoutQuote: payload.quote },
    });
  }

  /** Nothing was sent this time. If the page has a `sentKey`, an earlier attempt with it may have placed an order. */
  function handleUnsent(): void {
    if (sentKey !== null) {
      showFailure(outcomeUnknown);
      return;
    }
    clear();
    showFailure(notSent);
  }

  async function place(request: OrderRequest): Promise<void> {
    setAttempt({ ...noAttempt, sent: request });
    const key = await saveKey(getConfirmedChoice(request)).catch(() => null);
    if (key === null) {
      handleUnsent();
      return;
    }
    try {
      const payload = await send(request, key);
      if (payload?.shipment == null) {
        await handleRejection(payload, request, key);
      } else {
        if (isUnmounted()) toasts.success(t('placed.title'));
        setPlaced(payload.shipment);
        evictOutdated(client);
        const productIds = request.lines.map(({ productId }) => productId);
        evictStock(client.cache, productIds);
      }
    } catch (error) {
      // Another shopper has signed in, whom this order does not concern. After a mere logout, the message still appears.
      if (error instanceof ShopperChangedError && getBrowserSession().getShopper() !== null) return;
      const failure = toOrderFailure(error);
      // If the page has a `sentKey`, an earlier attempt with it may have placed an order.
      if (!mayHaveBeenPlaced(failure) && sentKey === null) await forgetSent(key);
      showFailure(failure);
    }
  }

  async function openPayment(request: OrderRequest): Promise<void> {
    clear();
    try {
      await openStepWithKey(stepPaths.payment, getConfirmedChoice(request));
    } catch {
      handleUnsent();
    }
  }

  const key = sentKey ?? reservedKey;
  return {
    ...attempt,
    placed: placed ?? foundOrder,
    lookup: error !== undefined || (loading && data === undefined) ? { error, refetch } : undefined,
    placing,
    place: (request) => runTask(() => place(request)),
    openPayment: (request) => runTask(() => openPayment(request)),
    linkState: key === null ? null : { reservedKey: key },
    clear,
    startNewOrder: () => {
      clear();
      void dropKey();
    },
  };
}

/**
 * Errors after which the addresses and payment options are fetched again: the selected address or option may have been
 * removed, or the address edited, which can also change the quote.
 */
const outdatedOptionsCodes: ReadonlySet<CreateShipmentErrorCode> = new Set([
  'ADDRESS_NOT_FOUND',
  'PAYMENT_METHOD_UNAVAILABLE',
  'TOTAL_CHANGED',
  'OUT_OF_STOCK',
  'COUPON_NOT_FOUND',
]);

function getConfirmedChoice({ addressId, paymentMethod, total }: OrderRequest): Partial<PurchaseChoice> {
  return { addressId, paymentMethod, shownTotal: total };
}

/** Evicts what a new order changes: the list of orders, the last used address, and the stock in quotes. */
function evictOutdated(client: ApolloClient): void {
  evictShopperField(client, 'orders');
  evictShopperField(client, 'lastUsedAddress');
  evictQuotes(client);
}

function evictShopperField({ cache }: ApolloClient, fieldName: 'orders' | 'lastUsedAddress'): void {
  cache.evict({ id: `User:${getBrowserSession().getShopper()?.userId}`, fieldName });
}

function evictQuotes({ cache }: ApolloClient): void {
  cache.evict({ id: 'ROOT_QUERY', fieldName: 'checkoutQuote' });
}
