import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigationType } from 'react-router-dom';
import { browserSession } from '#web/auth/session.ts';
import { changeQueue } from '#web/cart/change-queue.ts';
import type { CheckoutSource } from '#web/generated/schema.ts';
import { CheckoutQuoteDocument } from '#web/quote/CheckoutQuote.generated.ts';
import { clearSelection } from '#web/quote/purchase-selection.ts';
import { useIsUnmounted } from '#web/ui/hooks/use-is-unmounted.ts';
import { useToast } from '#web/ui/toast/toasts.ts';
import type { CheckoutState, CheckoutStateHandle } from './checkout-state.ts';
import { OrderByKeyDocument } from './OrderByKey.generated.ts';
import { createOrderKey } from './order-key.ts';
import {
  confirmedOrder,
  noResponse,
  type OrderFailure,
  type OrderRequest,
  outcomeUnknown,
  quoteInputOf,
  submissionAfter,
} from './order-request.ts';
import { PlaceOrderDocument, type PlaceOrderMutation } from './PlaceOrder.generated.ts';
import { noPaymentProvider, type PaymentProvider } from './payment-provider.ts';

interface Ordering {
  placing: boolean;
  failure: OrderFailure | null;
  place: (request: OrderRequest) => Promise<void>;
  /** Lets a failure be, once the shopper changed what it was about. */
  dismiss: () => void;
  /** Whether the shopper has looked at My Orders since the outcome became unknown. */
  ordersChecked: boolean;
  /** Keeps that the shopper goes to look at My Orders. */
  markOrdersChecked: () => Promise<void>;
  /** Gives up the order's key: the next confirmation is another order. */
  startNewOrder: () => Promise<void>;
}

type Payload = PlaceOrderMutation['createShipment'];
type Shipment = NonNullable<Payload['shipment']>;

/**
 * Places one order, however often it is asked to: the key is kept with the screen's place in the
 * history before anything is sent, and used again by every retry and after a reload.
 *
 * An order that was confirmed when the session had ended is sent after the login, by itself. One whose
 * answer has not been seen, because the shopper left the page or the network lost it, is asked for by
 * its key when the screen opens, which places nothing; if there is none, it waits for 'Try Again'.
 */
export function useOrder(
  source: CheckoutSource,
  { entry, keep }: CheckoutStateHandle,
  provider: PaymentProvider = noPaymentProvider,
): Ordering {
  const { t } = useTranslation('checkout');
  const client = useApolloClient();
  const toast = useToast();
  const isUnmounted = useIsUnmounted();
  const cameFromLogin = useNavigationType() !== 'POP';
  const running = useRef(false);
  const [resumed] = useState(() =>
    entry.attempt === 'sent' && cameFromLogin ? confirmedOrder(source, entry) : undefined,
  );
  const [unconfirmedKey] = useState(() =>
    entry.attempt === undefined || resumed !== undefined ? undefined : entry.orderKey,
  );
  const [placing, setPlacing] = useState(resumed !== undefined || unconfirmedKey !== undefined);
  const [failure, setFailure] = useState<OrderFailure | null>(null);

  async function send(request: OrderRequest, orderKey: string): Promise<Payload | undefined> {
    const { addressId, total } = request;
    await provider.collect({ amount: total, orderKey });
    const order = await changeQueue(client).add({
      send: async () => {
        const { data } = await client.mutate({
          mutation: PlaceOrderDocument,
          variables: {
            input: {
              ...quoteInputOf(request),
              addressId,
              expectedTotal: total,
              idempotencyKey: orderKey,
            },
          },
        });
        return data?.createShipment;
      },
    });
    return order.superseded ? undefined : order.answer;
  }

  async function finish({ id, totalPrice, address }: Shipment): Promise<void> {
    if (source !== 'SINGLE_PRODUCT') clearSelection();
    if (isUnmounted()) toast.success(t('placed.title'));
    await keep({ placed: { orderId: id, totalPrice, address } });
    // An order changes the list of orders, and what is left of the books.
    client.cache.evict({ id: `User:${browserSession().current()?.userId}`, fieldName: 'orders' });
    client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'checkoutQuote' });
  }

  async function refuse(payload: Payload | undefined, sent: CheckoutState, request: OrderRequest) {
    const error = payload?.userErrors[0] ?? noResponse;
    // The way to the login is under way, and the order will be sent after it.
    if (error.code === 'NOT_SIGNED_IN' && browserSession().current() === null) return;
    setFailure(error);
    await keep({ ...sent, attempt: submissionAfter(error) });
    if (error.code === 'NOT_IN_CART') {
      // Ordered or removed in another tab: the screen leaves out what is no longer there.
      await changeQueue(client).refresh();
    } else if (payload?.quote != null) {
      // Shown in place of the one the shopper confirmed, before anything is ordered.
      client.writeQuery({
        query: CheckoutQuoteDocument,
        variables: { input: quoteInputOf(request) },
        data: { checkoutQuote: payload.quote },
      });
    }
  }

  async function place(request: OrderRequest): Promise<void> {
    if (running.current) return;
    running.current = true;
    setPlacing(true);
    setFailure(null);
    const { lines, couponId, addressId, total } = request;
    const orderKey = entry.orderKey ?? createOrderKey();
    const choice = { lines: [...lines], couponId, addressId, shownTotal: total };
    const sent: CheckoutState = { ...entry, ...choice, orderKey, attempt: 'sent' };
    try {
      await keep(sent);
      const payload = await send(request, orderKey);
      await (payload?.shipment == null ? refuse(payload, sent, request) : finish(payload.shipment));
    } catch {
      setFailure(noResponse);
      await keep({ ...sent, attempt: 'lost' });
    } finally {
      running.current = false;
      setPlacing(false);
    }
  }

  async function fetchOrderByKey(orderKey: string): Promise<void> {
    try {
      const { data } = await client.query({
        query: OrderByKeyDocument,
        variables: { idempotencyKey: orderKey },
        fetchPolicy: 'network-only',
      });
      const order = data?.user?.order;
      if (order == null) {
        setFailure(entry.attempt === 'unknown' ? outcomeUnknown : noResponse);
        return;
      }
      await finish(order);
      await changeQueue(client).refresh();
    } catch {
      setFailure(entry.attempt === 'unknown' ? outcomeUnknown : noResponse);
    } finally {
      setPlacing(false);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen opens.
  useEffect(() => {
    if (resumed !== undefined) void place(resumed);
    if (unconfirmedKey !== undefined) void fetchOrderByKey(unconfirmedKey);
  }, []);

  return {
    placing,
    failure,
    dismiss: () => setFailure(null),
    ordersChecked: entry.ordersChecked === true,
    markOrdersChecked: () => keep({ ...entry, ordersChecked: true }),
    startNewOrder: async () => {
      setFailure(null);
      await keep({ ...entry, orderKey: undefined, attempt: undefined, ordersChecked: undefined });
    },
    place,
  };
}
