import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import type { CheckoutSource, UserErrorCode } from '#web/generated/schema.ts';
import { CheckoutQuoteDocument } from '#web/shopping/CheckoutQuote.generated.ts';
import { type ChosenLine, forgetChoice } from '#web/shopping/checkout-choice.ts';
import { shopperChanges } from '#web/shopping/shopper-changes.ts';
import type { KeptEntry } from './checkout-entry.ts';
import { makeOrderKey } from './order-key.ts';
import { PlaceOrderDocument, type PlaceOrderMutation } from './PlaceOrder.generated.ts';
import { noPaymentProvider, type PaymentProvider } from './payment-provider.ts';

/** An order as the shopper sees it, whole. */
export interface OrderRequest {
  source: CheckoutSource;
  lines: readonly ChosenLine[];
  couponId: string | null;
  addressId: string;
  /** The grand total in sight, in rupees. */
  total: number;
}

/** Why an order was not placed; without a code when the gateway did not answer. */
export interface OrderFailure {
  code: UserErrorCode | null;
  message: string | null;
}

interface Ordering {
  placing: boolean;
  failure: OrderFailure | null;
  place: (request: OrderRequest) => Promise<void>;
  /** Lets a failure be, once the shopper changed what it was about. */
  dismiss: () => void;
  /** Gives up the order's key: the next confirmation is another order. */
  startAnew: () => Promise<void>;
}

type Payload = PlaceOrderMutation['createShipment'];

/**
 * Places one order, however often it is asked to: the key is kept with the screen's place in the
 * history before anything is sent, and used again by every retry and after a reload.
 */
export function useOrder(
  { entry, keep }: KeptEntry,
  provider: PaymentProvider = noPaymentProvider,
): Ordering {
  const client = useApolloClient();
  const running = useRef(false);
  const [placing, setPlacing] = useState(false);
  const [failure, setFailure] = useState<OrderFailure | null>(null);

  async function send(request: OrderRequest, orderKey: string) {
    const { addressId, total } = request;
    await provider.collect({ amount: total, orderKey });
    const order = await shopperChanges(client).add({
      send: async () => {
        const { data } = await client.mutate({
          mutation: PlaceOrderDocument,
          variables: {
            input: {
              ...inputOf(request),
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

  async function finish(payload: Payload | undefined, request: OrderRequest): Promise<void> {
    const shipment = payload?.shipment;
    if (shipment != null) {
      if (request.source !== 'SINGLE_PRODUCT') forgetChoice();
      const { id, totalPrice, address } = shipment;
      await keep({ placed: { orderId: id, totalPrice, address } });
      return;
    }
    if (payload?.quote != null) {
      // Shown in place of the one the shopper confirmed, before anything is ordered.
      client.writeQuery({
        query: CheckoutQuoteDocument,
        variables: {
          input: inputOf(request),
        },
        data: { checkoutQuote: payload.quote },
      });
    }
    const [error] = payload?.userErrors ?? [];
    setFailure(error === undefined ? { code: null, message: null } : error);
  }

  return {
    placing,
    failure,
    dismiss: () => setFailure(null),
    startAnew: async () => {
      setFailure(null);
      await keep({ ...entry, orderKey: undefined });
    },
    place: async (request) => {
      if (running.current) return;
      running.current = true;
      setPlacing(true);
      setFailure(null);
      try {
        const { lines, couponId, addressId, total } = request;
        const orderKey = entry.orderKey ?? makeOrderKey();
        await keep({ ...entry, lines: [...lines], couponId, addressId, seenTotal: total, orderKey });
        await finish(await send(request, orderKey), request);
      } catch {
        setFailure({ code: null, message: null });
      } finally {
        running.current = false;
        setPlacing(false);
      }
    },
  };
}

function inputOf({ source, lines, couponId }: OrderRequest) {
  return { source, lines: lines.map(({ productId, quantity }) => ({ productId, quantity })), couponId };
}
