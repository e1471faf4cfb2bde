import { z } from 'zod';
import { type Area, given, type Known } from '../check.ts';
import { listOf, refused, says, status, where } from '../expectations.ts';
import { type Order, order, type Product, product } from '../shapes.ts';

const isAvailable = ({ status: state }: Product) => (state ?? 'Available').toLowerCase() === 'available';
const stock = ({ remainingQuantity }: Product) => Number(remainingQuantity ?? 0);

/** What costs the shop least to sell. */
function cheapest({ products }: Known): Product | undefined {
  return products
    .filter((record) => isAvailable(record) && stock(record) > 0)
    .reduce<Product | undefined>(
      (best, record) => (best === undefined || Number(record.price) < Number(best.price) ? record : best),
      undefined,
    );
}

/** One copy more than there is of what is scarcest; a line takes at most 10. */
function scarce({ products }: Known): { wanted: Product; quantity: number } | undefined {
  const [wanted] = products.filter(isAvailable).toSorted((one, other) => stock(one) - stock(other));
  if (wanted === undefined || stock(wanted) > 9) return undefined;
  return { wanted, quantity: stock(wanted) + 1 };
}

/** The order that was placed: by its id where the host answered with it, else the only one of its new user. */
function orderIn(list: readonly Order[], { order: placed }: Known): Order | undefined {
  if (placed === undefined) return list[0];
  return list.find(({ orderId }) => String(orderId) === String(placed.orderId));
}

/** The body of an order of the cart flow (requirements.md 3 and 9). */
function shipment({ visitor }: Known, { id, productName, price }: Product, quantity: number) {
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
  (known: Known) =>
    given(known.user && cheapest(known), 'no user was registered, or no product is available', (wanted) => ({
      method: 'POST' as const,
      path: '/createShipment',
      headers: { 'idempotency-key': known.orderKey },
      body: { ...shipment(known, wanted, 1), ...change },
    }));

/** Repeats are only tried once there is an order to compare with: on a plain host each places another. */
const repeating = (change: object, reasonAgainst: (known: Known) => string | undefined) => (known: Known) =>
  reasonAgainst(known) ?? placing(change)(known);

const noOrderToCompare = ({ placed }: Known) => {
  if (placed === undefined) return 'no order was placed';
  return placed.isAnswered ? undefined : 'not tried: the answer to an order does not say which it is';
};

export const orders: Area = {
  name: 'Orders',
  checks: [
    {
      call: 'POST /createShipment',
      loses: 'orders',
      request: placing(),
      // The answer need not be the order: the gateway then looks for it among the user's orders.
      expects: [status(201, 200)],
      learn: (answer, known) => {
        if (answer.status !== 201 && answer.status !== 200) return;
        known.order = order.safeParse(answer.json).data;
        known.placed = { isAnswered: known.order !== undefined };
        if (known.order !== undefined) known.orderIds.add(String(known.order.orderId));
      },
    },
    {
      call: 'GET /getproductbyid/{id} after the order',
      loses: 'the promise that nothing is sold twice',
      request: (known) =>
        given(known.placed && cheapest(known), 'no order was placed', ({ id }) => ({
          method: 'GET',
          path: `/getproductbyid/${encodeURIComponent(id)}`,
        })),
      expects: [
        where(product, 'fewer copies left', (now, known) => {
          const before = cheapest(known);
          const isLess = before !== undefined && stock(now) < stock(before);
          return isLess ? undefined : `${now.remainingQuantity} left, as before`;
        }),
      ],
    },
    {
      call: 'GET /OrdersByUserEmail?email=',
      loses: 'My Orders',
      request: ({ visitor: { email }, placed }) =>
        given(placed, 'no order was placed', () => ({
          method: 'GET',
          path: '/OrdersByUserEmail',
          query: { email },
        })),
      expects: [
        status(200),
        listOf(order, 'an order'),
        where(z.array(order), 'with the order and its line', (list, known) => {
          const placed = orderIn(list, known);
          if (placed === undefined) return `orders ${list.map(({ orderId }) => orderId).join(', ')}`;
          const [line] = placed.shipmentProducts ?? [];
          const isRight =
            Number(line?.quantity) === 1 && String(line?.product?.id) === String(cheapest(known)?.id);
          return isRight ? undefined : `shipmentProducts ${JSON.stringify(placed.shipmentProducts)}`;
        }),
      ],
      learn: (answer, known) => {
        const list = z.array(order).safeParse(answer.json).data ?? [];
        known.order ??= orderIn(list, known);
        for (const { orderId } of list) known.orderIds.add(String(orderId));
      },
    },
    {
      call: 'POST /createShipment of more copies than there are',
      loses: 'the message that the stock is too low, or worse: books are sold that are not there',
      request: (known) =>
        given(
          known.user && scarce(known),
          'no product with fewer than 10 copies',
          ({ wanted, quantity }) => ({
            method: 'POST',
            path: '/createShipment',
            body: shipment(known, wanted, quantity),
          }),
        ),
      expects: [refused, says('Not enough stock for product')],
    },
    {
      call: 'POST /createShipment again with the same Idempotency-Key',
      loses: 'after a lost answer the gateway looks for the order in the list instead',
      optional: true,
      request: repeating({}, noOrderToCompare),
      expects: [
        where(order, 'the same order', (again, known) =>
          String(again.orderId) === String(known.order?.orderId)
            ? undefined
            : `another order: ${again.orderId}`,
        ),
      ],
      learn: (answer, known) => {
        const again = order.safeParse(answer.json).data;
        if (again !== undefined) known.orderIds.add(String(again.orderId));
        known.honoursOrderKey = again !== undefined && String(again.orderId) === String(known.order?.orderId);
      },
    },
    {
      call: 'GET /OrdersByUserEmail?email= says that Idempotency-Key is honoured',
      loses:
        'an order that was lost before it arrived is not sent again; the shopper is asked to look at My Orders',
      optional: true,
      request: ({ visitor: { email }, honoursOrderKey }) =>
        honoursOrderKey === true
          ? { method: 'GET', path: '/OrdersByUserEmail', query: { email } }
          : 'it is not honoured',
      expects: [
        {
          claim: 'Idempotency-Key-Supported: true',
          fault: ({ headers }) =>
            headers.get('idempotency-key-supported') === 'true' ? undefined : 'no Idempotency-Key-Supported',
        },
      ],
    },
    {
      call: 'POST /createShipment of another body with that Idempotency-Key',
      loses: 'nothing: the gateway never does it',
      optional: true,
      request: repeating(
        { landmark: 'By the other well' },
        (known) =>
          noOrderToCompare(known) ?? (known.honoursOrderKey ? undefined : 'it would be another order there'),
      ),
      expects: [status(422)],
    },
  ],
};
