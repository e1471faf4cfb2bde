import { z } from 'zod';
import { type Area, type RunState, requestWith } from '../check.ts';
import { clientError, includesMessage, listOf, status, where } from '../expectations.ts';
import { type Order, order, type Product, product } from '../schemas.ts';

const isAvailable = ({ status: state }: Product) => (state ?? 'Available').toLowerCase() === 'available';
const stock = ({ remainingQuantity }: Product) => Number(remainingQuantity ?? 0);

/** The cheapest product that can be ordered. */
function cheapest({ products }: RunState): Product | undefined {
  return products
    .filter((record) => isAvailable(record) && stock(record) > 0)
    .reduce<Product | undefined>(
      (best, record) => (best === undefined || Number(record.price) < Number(best.price) ? record : best),
      undefined,
    );
}

/** The product with the lowest stock, and one copy more than that. A line can have at most 10 copies. */
function scarce({ products }: RunState): { product: Product; quantity: number } | undefined {
  const [product] = products.filter(isAvailable).toSorted((a, b) => stock(a) - stock(b));
  if (product === undefined || stock(product) > 9) return undefined;
  return { product, quantity: stock(product) + 1 };
}

/** Finds the placed order: by its id if the host returned it, otherwise it is the user's only order. */
function findPlacedOrder(list: readonly Order[], { order: placed }: RunState): Order | undefined {
  if (placed === undefined) return list[0];
  return list.find(({ orderId }) => String(orderId) === String(placed.orderId));
}

/** The body of an order as the cart checkout sends it (requirements.md 3 and 9). */
function shipment({ visitor }: RunState, { id, productName, price }: Product, quantity: number) {
  const [home] = visitor.addresses;
  const shipping = Math.min(10 * quantity, 100);
  return {
    ...home,
    productName,
    productQuantity: quantity,
    productPrice: Number(price),
    shipmentCharges: shipping,
    deliveryFee: 0,
    averageDeliveryTime: '5-6 days',
    country: 'India',
    dispatchedDate: new Date().toISOString().slice(0, 10),
    userEmail: visitor.email,
    userName: visitor.username,
    userMobile: visitor.contact,
    totalPrice: (Math.round(Number(price) * 100) * quantity) / 100 + shipping,
    coupon: null,
    conductBy: 'Online',
    transactionMode: 'UPI',
    transactionStatus: 'Paid',
    mode: 'Online',
    shipmentProducts: [{ productId: id, quantity }],
  };
}

const placing =
  (change: object = {}) =>
  (state: RunState) =>
    requestWith(
      state.user && cheapest(state),
      'no user was registered, or no product is available',
      (product) => ({
        method: 'POST' as const,
        path: '/createShipment',
        headers: { 'idempotency-key': state.orderKey },
        body: { ...shipment(state, product, 1), ...change },
      }),
    );

/** Retries need an order to compare with, since a plain host places another order for each. */
const repeating =
  (change: object, reasonAgainst: (state: RunState) => string | undefined) => (state: RunState) =>
    reasonAgainst(state) ?? placing(change)(state);

const reasonNotToRetry = ({ placed }: RunState) => {
  if (placed === undefined) return 'no order was placed';
  return placed.isOrderReturned
    ? undefined
    : 'not tried: the response to an order does not contain the order';
};

export const orders: Area = {
  name: 'Orders',
  checks: [
    {
      call: 'POST /createShipment',
      impact: 'orders',
      request: placing(),
      // The response may lack the order. The gateway then looks for it among the user's orders.
      expects: [status(201, 200)],
      save: (response, state) => {
        if (response.status !== 201 && response.status !== 200) return;
        state.order = order.safeParse(response.json).data;
        state.placed = { isOrderReturned: state.order !== undefined };
        if (state.order !== undefined) state.orderIds.add(String(state.order.orderId));
      },
    },
    {
      call: 'GET /getproductbyid/{id} after the order',
      impact: 'correct stock: copies could be sold twice',
      request: (state) =>
        requestWith(state.placed && cheapest(state), 'no order was placed', ({ id }) => ({
          method: 'GET',
          path: `/getproductbyid/${encodeURIComponent(id)}`,
        })),
      expects: [
        where(product, 'reduced stock', (now, state) => {
          const before = cheapest(state);
          const isLess = before !== undefined && stock(now) < stock(before);
          return isLess ? undefined : `${now.remainingQuantity} copies left, as before`;
        }),
      ],
    },
    {
      call: 'GET /OrdersByUserEmail?email=',
      impact: 'My Orders',
      request: ({ visitor: { email }, placed }) =>
        requestWith(placed, 'no order was placed', () => ({
          method: 'GET',
          path: '/OrdersByUserEmail',
          query: { email },
        })),
      expects: [
        status(200),
        listOf(order, 'orders'),
        where(z.array(order), 'the order with its line', (list, state) => {
          const placed = findPlacedOrder(list, state);
          if (placed === undefined) return `orders ${list.map(({ orderId }) => orderId).join(', ')}`;
          const [line] = placed.shipmentProducts ?? [];
          const hasOrderedLine =
            Number(line?.quantity) === 1 && String(line?.product?.id) === String(cheapest(state)?.id);
          return hasOrderedLine ? undefined : `shipmentProducts ${JSON.stringify(placed.shipmentProducts)}`;
        }),
      ],
      save: (response, state) => {
        const list = z.array(order).safeParse(response.json).data ?? [];
        state.order ??= findPlacedOrder(list, state);
        for (const { orderId } of list) state.orderIds.add(String(orderId));
      },
    },
    {
      call: 'POST /createShipment of more copies than in stock',
      impact: 'the message that the stock is too low, or even that more books are sold than exist',
      request: (state) =>
        requestWith(
          state.user && scarce(state),
          'no product with fewer than 10 copies',
          ({ product, quantity }) => ({
            method: 'POST',
            path: '/createShipment',
            body: shipment(state, product, quantity),
          }),
        ),
      expects: [clientError, includesMessage('Not enough stock for product')],
    },
    {
      call: 'POST /createShipment again with the same Idempotency-Key',
      impact: 'after a lost response the gateway looks for the order in the list instead',
      optional: true,
      request: repeating({}, reasonNotToRetry),
      expects: [
        where(order, 'the same order', (again, state) =>
          String(again.orderId) === String(state.order?.orderId)
            ? undefined
            : `another order: ${again.orderId}`,
        ),
      ],
      save: (response, state) => {
        const again = order.safeParse(response.json).data;
        if (again !== undefined) state.orderIds.add(String(again.orderId));
        state.supportsOrderKey =
          again !== undefined && String(again.orderId) === String(state.order?.orderId);
      },
    },
    {
      call: 'GET /OrdersByUserEmail?email= declares Idempotency-Key-Supported',
      impact:
        'an order that did not reach the host is not sent again; the shopper is asked to check My Orders',
      optional: true,
      request: ({ visitor: { email }, supportsOrderKey }) =>
        supportsOrderKey === true
          ? { method: 'GET', path: '/OrdersByUserEmail', query: { email } }
          : 'the key is not supported',
      expects: [
        {
          description: 'Idempotency-Key-Supported: true',
          findMismatch: ({ headers }) =>
            headers.get('idempotency-key-supported') === 'true' ? undefined : 'no Idempotency-Key-Supported',
        },
      ],
    },
    {
      call: 'POST /createShipment of another body with that Idempotency-Key',
      impact: 'nothing: the gateway never does it',
      optional: true,
      request: repeating(
        { landmark: 'By the other well' },
        (state) =>
          reasonNotToRetry(state) ??
          (state.supportsOrderKey ? undefined : 'the host would place another order'),
      ),
      expects: [status(422)],
    },
  ],
};
