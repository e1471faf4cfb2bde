import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigationType } from 'react-router-dom';
import { browserSession } from '#web/auth/session.ts';
import { changeQueue } from '#web/cart/change-queue.ts';
import type { CheckoutSource } from '#web/generated/schema.ts';
import { CheckoutQuoteDocument } from '#web/quote/CheckoutQuote.generated.ts';
import { clearSelection } from '#web/quote/purchase-selection.ts';
import { toQuoteInput } from '#web/quote/use-quote.ts';
import { useIsUnmounted } from '#web/ui/hooks/use-is-unmounted.ts';
import { useToast } from '#web/ui/toast/toasts.ts';
import type { CheckoutState, CheckoutStateHandle } from './checkout-state.ts';
import { OrderByKeyDocument } from './OrderByKey.generated.ts';
import {
  confirmedOrder,
  createOrderKey,
  noResponse,
  type OrderFailure,
  type OrderRequest,
  outcomeUnknown,
  submissionAfter,
} from './order-request.ts';
import { PlaceOrderDocument, type PlaceOrderMutation } from './PlaceOrder.generated.ts';
import { noPaymentProvider, type PaymentProvider } from './payment-provider.ts';

interface OrderState {
  placing: boolean;
  failure: OrderFailure | null;
  placeOrder: (request: OrderRequest) => Promise<void>;
  /** Clears the failure, once the shopper has changed the order. */
  clearFailure: () => void;
  /** Whether the shopper has opened My Orders since the outcome became unknown. */
  ordersChecked: boolean;
  /** Records that the shopper opens My Orders. */
  markOrdersChecked: () => Promise<void>;
  /** Drops the idempotency key: the next confirmation places another order. */
  startNewOrder: () => Promise<void>;
}

type Payload = PlaceOrderMutation['createShipment'];
type Shipment = NonNullable<Payload['shipment']>;

/**
 * Places an order exactly once, however often it is submitted: the idempotency key is stored in the history
 * state before the order is sent, and reused by every retry and after a reload.
 *
 * If the session ended before the order was sent, it is sent automatically after the login. If the response
 * never arrived, because the shopper left the page or the network failed, the order is looked up by its key
 * when the page opens again, which places nothing. If it is not found, 'Try Again' sends it.
 */
export function useOrder(
  source: CheckoutSource,
  { state, saveState }: CheckoutStateHandle,
  provider: PaymentProvider = noPaymentProvider,
): OrderState {
  const { t } = useTranslation('checkout');
  const client = useApolloClient();
  const toast = useToast();
  const isUnmounted = useIsUnmounted();
  const cameFromLogin = useNavigationType() !== 'POP';
  const running = useRef(false);
  const [orderToResume] = useState(() =>
    state.submission === 'sent' && cameFromLogin ? confirmedOrder(source, state) : undefined,
  );
  const [unconfirmedKey] = useState(() =>
    state.submission === undefined || orderToResume !== undefined ? undefined : state.orderKey,
  );
  const [placing, setPlacing] = useState(orderToResume !== undefined || unconfirmedKey !== undefined);
  const [failure, setFailure] = useState<OrderFailure | null>(null);

  async function send(request: OrderRequest, orderKey: string): Promise<Payload | undefined> {
    const { addressId, total } = request;
    await provider.collect({ amount: total, orderKey });
    const result = await changeQueue(client).add({
      send: async () => {
        const { data } = await client.mutate({
          mutation: PlaceOrderDocument,
          variables: {
            input: {
              ...toQuoteInput(request),
              addressId,
              expectedTotal: total,
              idempotencyKey: orderKey,
            },
          },
        });
        return data?.createShipment;
      },
    });
    return result.superseded ? undefined : result.payload;
  }

  async function handlePlaced({ number, totalPrice, address }: Shipment): Promise<void> {
    if (source !== 'SINGLE_PRODUCT') clearSelection();
    if (isUnmounted()) toast.success(t('placed.title'));
    await saveState({ placed: { orderNumber: number, totalPrice, address } });
    // The order is missing from the cached list of orders, and cached quotes show the stock before it.
    client.cache.evict({ id: `User:${browserSession().current()?.userId}`, fieldName: 'orders' });
    client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'checkoutQuote' });
  }

  async function handleRejected(payload: Payload | undefined, sent: CheckoutState, request: OrderRequest) {
    const error = payload?.userErrors[0] ?? noResponse;
    // The shopper is being redirected to the login, after which the order is sent again.
    if (error.code === 'NOT_SIGNED_IN' && browserSession().current() === null) return;
    setFailure(error);
    await saveState({ ...sent, submission: submissionAfter(error) });
    if (error.code === 'NOT_IN_CART') {
      // Lines were ordered or removed in another tab: refresh the cart, so that the page leaves them out.
      await changeQueue(client).refresh();
    } else if (payload?.quote != null) {
      // Show the new quote, so that the shopper can confirm it.
      client.writeQuery({
        query: CheckoutQuoteDocument,
        variables: { input: toQuoteInput(request) },
        data: { checkoutQuote: payload.quote },
      });
    }
  }

  async function placeOrder(request: OrderRequest): Promise<void> {
    if (running.current) return;
    running.current = true;
    setPlacing(true);
    setFailure(null);
    const { lines, couponId, addressId, total } = request;
    const orderKey = state.orderKey ?? createOrderKey();
    const order = { lines: [...lines], couponId, addressId, shownTotal: total };
    const sent: CheckoutState = { ...state, ...order, orderKey, submission: 'sent' };
    try {
      await saveState(sent);
      const payload = await send(request, orderKey);
      if (payload?.shipment == null) await handleRejected(payload, sent, request);
      else await handlePlaced(payload.shipment);
    } catch {
      setFailure(noResponse);
      await saveState({ ...sent, submission: 'noResponse' });
    } finally {
      running.current = false;
      setPlacing(false);
    }
  }

  async function findPlacedOrder(orderKey: string): Promise<void> {
    const notFound = state.submission === 'outcomeUnknown' ? outcomeUnknown : noResponse;
    try {
      const { data } = await client.query({
        query: OrderByKeyDocument,
        variables: { idempotencyKey: orderKey },
        fetchPolicy: 'network-only',
      });
      const order = data?.user?.order;
      if (order == null) {
        setFailure(notFound);
        return;
      }
      await handlePlaced(order);
      await changeQueue(client).refresh();
    } catch {
      setFailure(notFound);
    } finally {
      setPlacing(false);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page opens.
  useEffect(() => {
    if (orderToResume !== undefined) void placeOrder(orderToResume);
    if (unconfirmedKey !== undefined) void findPlacedOrder(unconfirmedKey);
  }, []);

  return {
    placing,
    failure,
    clearFailure: () => setFailure(null),
    ordersChecked: state.ordersChecked === true,
    markOrdersChecked: () => saveState({ ...state, ordersChecked: true }),
    startNewOrder: async () => {
      setFailure(null);
      await saveState({ ...state, orderKey: undefined, submission: undefined, ordersChecked: undefined });
    },
    placeOrder,
  };
}
