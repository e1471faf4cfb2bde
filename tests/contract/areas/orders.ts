import { z } from 'zod';
import { isOffered } from '#gateway/domain/product.ts';
import { isCancelled } from '#gateway/orders/cancel-order.ts';
import { toShipmentAddress } from '#gateway/orders/shipment.ts';
import { productSchema } from '#gateway/rest/catalogue-schema.ts';
import { orderSchema } from '#gateway/rest/order-schema.ts';
import { type Area, type Order, type Product, type RunState, requestWith } from '../check.ts';
import {
  bodyMatching,
  includesMessage,
  isSuccess,
  listOf,
  rejection,
  status,
  success,
} from '../expectations.ts';
import type { HostResponse, Request } from '../host.ts';
import { homeAddress } from '../test-user.ts';
import { requestWithUser } from './registration.ts';

const getStock = ({ remainingQuantity }: Product) => remainingQuantity ?? 0;

/** Finds the cheapest product that can be ordered. */
function findCheapestProduct({ products }: RunState): Product | undefined {
  return products
    .filter(({ available }) => available)
    .reduce<Product | undefined>(
      (best, record) => (best === undefined || record.price < best.price ? record : best),
      undefined,
    );
}

/**
 * Finds the offered product with the lowest stock, and a quantity that exceeds it by one. Undefined if all stocks are
 * 10 or more, because a line can have at most 10 copies.
 */
function findScarceProduct({ products }: RunState): { product: Product; quantity: number } | undefined {
  const [product] = products.filter(isOffered).toSorted((a, b) => getStock(a) - getStock(b));
  if (product === undefined || getStock(product) > 9) return undefined;
  return { product, quantity: getStock(product) + 1 };
}

/** Finds the placed order: by its id if the host has returned it, otherwise as the user's only order. */
function findPlacedOrder(list: readonly Order[], { order: placed }: RunState): Order | undefined {
  if (placed === undefined) return list[0];
  return list.find(({ id }) => id === placed.id);
}

/** Names an order by its id if the response contains it, otherwise by the user's e-mail. */
function nameOrder({ testUser }: RunState, response?: HostResponse): string {
  const placed = orderSchema.safeParse(response?.json).data;
  return placed === undefined ? `an order of ${testUser.email}` : `order ${placed.id}`;
}

/** The body of an order from the cart that is paid online (requirements.md 3 and 9). */
function createShipmentBody({ testUser }: RunState, { restId, name, price }: Product, quantity: number) {
  const shipping = Math.min(10 * quantity, 100);
  return {
    ...toShipmentAddress(homeAddress),
    productName: name,
    productQuantity: quantity,
    productPrice: price / 100,
    shipmentCharges: shipping,
    deliveryFee: 0,
    averageDeliveryTime: '5-6 days',
    country: 'India',
    dispatchedDate: new Date().toISOString().slice(0, 10),
    userEmail: testUser.email,
    userName: testUser.username,
    userMobile: testUser.contact,
    totalPrice: (price * quantity + shipping * 100) / 100,
    coupon: null,
    conductBy: 'Online',
    transactionMode: 'UPI',
    transactionStatus: 'Paid',
    mode: 'Online',
    shipmentProducts: [{ productId: restId, quantity }],
  };
}

const createOrderRequest =
  (change: object = {}) =>
  (state: RunState) =>
    requestWith(
      state.user && findCheapestProduct(state),
      'no user was registered, or no product is available',
      (product) => ({
        method: 'POST' as const,
        path: '/createShipment',
        headers: { 'idempotency-key': state.orderKey },
        body: { ...createShipmentBody(state, product, 1), ...change },
      }),
    );

/** Creates the order request with a change and the same key, unless there is a reason against sending it. */
const createRetryRequest =
  (change: object, findReasonAgainst: (state: RunState) => string | undefined) => (state: RunState) =>
    findReasonAgainst(state) ?? createOrderRequest(change)(state);

/** An order is retried only if the host's response contained it: otherwise, a second order would go unnoticed. */
const findReasonNotToRetry = ({ orderPlacement }: RunState) => {
  if (orderPlacement === undefined) return 'no order was placed';
  return orderPlacement.isOrderReturned
    ? undefined
    : 'not checked: the response to an order does not contain the order';
};

const createReadProductRequest = ({ id }: Product): Request => ({
  method: 'GET',
  path: `/getproductbyid/${encodeURIComponent(id)}`,
});

const createListRequest = ({ testUser }: RunState, email = testUser.email): Request => ({
  method: 'GET',
  path: '/OrdersByUserEmail',
  query: { email },
});

/** The request to cancel an order, as the gateway sends it. */
const createCancelRequest = ({ testUser: { email } }: RunState, orderId: Order['id']): Request => ({
  method: 'POST',
  path: '/cancelOrder',
  body: { orderId, userEmail: email, reason: 'Contract check' },
});

/** The request to change the user's e-mail. */
const createEmailRequest = (selectEmail: (email: string) => string) => (state: RunState) =>
  requestWithUser(state, ({ user, testUser }) => ({
    method: 'PUT',
    path: `/updateUser/${encodeURIComponent(user?.id ?? '')}`,
    body: { ...user, email: selectEmail(testUser.email) },
  }));

const toNewEmail = (email: string) => `new-${email}`;

const notCancelled = 'no order was cancelled';

export const orders: Area = {
  name: 'Orders',
  checks: [
    {
      call: 'POST /createShipment',
      impact: 'orders',
      request: createOrderRequest(),
      // The response may lack the order. The gateway then looks for it among the user's orders.
      expects: [success],
      save: (response, state) => {
        if (!isSuccess(response)) return;
        state.order = orderSchema.safeParse(response.json).data;
        state.orderPlacement = { isOrderReturned: state.order !== undefined };
      },
      creates: nameOrder,
    },
    {
      call: 'GET /getproductbyid/{id} after the order',
      impact: 'the stock shown in the shop: copies could be sold twice',
      request: (state) =>
        requestWith(
          state.orderPlacement && findCheapestProduct(state),
          'no order was placed',
          createReadProductRequest,
        ),
      expects: [
        bodyMatching(productSchema, 'reduced stock', (now, state) => {
          const before = findCheapestProduct(state);
          const isLess = before !== undefined && getStock(now) < getStock(before);
          return isLess ? undefined : `${getStock(now)} copies left, not fewer than before`;
        }),
      ],
    },
    {
      call: 'GET /OrdersByUserEmail?email=',
      impact: 'My Orders',
      request: (state) =>
        requestWith(state.orderPlacement, 'no order was placed', () => createListRequest(state)),
      expects: [
        success,
        listOf(orderSchema, 'orders', { mayBeNull: true }),
        bodyMatching(z.array(orderSchema), 'the order with its line', (list, state) => {
          const placed = findPlacedOrder(list, state);
          if (placed === undefined) return `orders ${list.map(({ id }) => id).join(', ')}`;
          const [line] = placed.lines;
          const hasOrderedLine = line?.quantity === 1 && line.productId === findCheapestProduct(state)?.id;
          return hasOrderedLine ? undefined : `shipmentProducts ${JSON.stringify(placed.lines)}`;
        }),
      ],
      save: (response, state) => {
        const list = z.array(orderSchema).safeParse(response.json).data ?? [];
        state.order ??= findPlacedOrder(list, state);
        if (list.length > 0) state.leftoverRecords.delete(nameOrder(state));
        for (const { id } of list) state.leftoverRecords.set(`order ${id}`, true);
      },
    },
    {
      call: 'POST /createShipment of more copies than in stock',
      impact: 'the message that the stock is too low',
      request: (state) =>
        requestWith(
          state.user && findScarceProduct(state),
          'no user was registered, or no available product has fewer than 10 copies',
          ({ product, quantity }) => ({
            method: 'POST',
            path: '/createShipment',
            body: createShipmentBody(state, product, quantity),
          }),
        ),
      expects: [
        { ...rejection, impact: 'more books are sold than exist' },
        includesMessage('Not enough stock for product'),
      ],
      creates: nameOrder,
    },
    {
      call: 'POST /createShipment again with the same Idempotency-Key',
      impact: 'after a lost response the gateway looks for the order in the list instead',
      optional: true,
      request: createRetryRequest({}, findReasonNotToRetry),
      expects: [
        bodyMatching(orderSchema, 'the same order', (repeated, state) =>
          repeated.id === state.order?.id ? undefined : `another order: ${repeated.id}`,
        ),
      ],
      save: (response, state) => {
        const repeated = orderSchema.safeParse(response.json).data;
        state.supportsOrderKey = repeated !== undefined && repeated.id === state.order?.id;
      },
      creates: nameOrder,
    },
    {
      call: 'GET /OrdersByUserEmail?email= declares Idempotency-Key-Supported',
      impact:
        'an order that did not reach the host is not sent again; the shopper is asked to check My Orders',
      optional: true,
      request: (state) =>
        state.supportsOrderKey === true ? createListRequest(state) : 'the key is not supported',
      expects: [
        {
          description: 'Idempotency-Key-Supported: true',
          findMismatch: ({ headers }) =>
            headers.get('idempotency-key-supported') === 'true' ? undefined : 'no Idempotency-Key-Supported',
        },
      ],
    },
    {
      call: 'POST /createShipment of another order with the same key',
      impact: 'nothing: the gateway never reuses a key for another order',
      optional: true,
      request: createRetryRequest(
        { landmark: 'By the other well' },
        (state) =>
          findReasonNotToRetry(state) ??
          (state.supportsOrderKey ? undefined : 'the host would place another order'),
      ),
      expects: [status(422)],
      creates: nameOrder,
    },
    {
      call: 'POST /cancelOrder',
      impact: 'shoppers cannot cancel their orders',
      optional: true,
      // The gateway, too, uses this call only for orders that the host declares cancellable.
      request: (state) =>
        requestWith(
          state.order?.cancellable ? state.order : undefined,
          'no order can be cancelled',
          ({ id }) => createCancelRequest(state, id),
        ),
      expects: [success],
      save: (response, state) => {
        if (isSuccess(response) && state.order !== undefined) state.cancelledId = state.order.id;
      },
    },
    {
      call: 'POST /cancelOrder again',
      impact: 'nothing: the gateway recognizes a cancelled order by its status',
      optional: true,
      request: (state) =>
        requestWith(state.cancelledId, notCancelled, (orderId) => createCancelRequest(state, orderId)),
      expects: [success],
    },
    {
      call: 'GET /OrdersByUserEmail?email= after the cancellation',
      impact: 'the status in My Orders',
      optional: true,
      request: (state) => requestWith(state.cancelledId, notCancelled, () => createListRequest(state)),
      expects: [
        bodyMatching(z.array(orderSchema), 'the cancelled order', (list, { cancelledId }) => {
          const order = list.find(({ id }) => id === cancelledId);
          return order !== undefined && isCancelled(order) ? undefined : `status ${order?.status}`;
        }),
      ],
    },
    {
      call: 'GET /getproductbyid/{id} after the cancellation',
      impact: 'the copies of cancelled orders cannot be sold',
      optional: true,
      request: (state) =>
        requestWith(
          state.cancelledId === undefined ? undefined : findCheapestProduct(state),
          notCancelled,
          createReadProductRequest,
        ),
      expects: [
        bodyMatching(productSchema, 'the stock as before the order', (now, state) => {
          const before = findCheapestProduct(state);
          const isRestored = before !== undefined && getStock(now) >= getStock(before);
          return isRestored ? undefined : `${now.remainingQuantity} copies left`;
        }),
      ],
    },
    {
      call: 'PUT /updateUser/{id} with another e-mail',
      impact: 'changing the e-mail',
      request: createEmailRequest(toNewEmail),
      expects: [success],
    },
    {
      call: 'GET /OrdersByUserEmail?email= with the changed e-mail',
      impact: 'after a change of the e-mail, earlier orders are missing in My Orders',
      optional: true,
      request: (state) =>
        requestWith(state.order, 'no order was placed', () =>
          createListRequest(state, toNewEmail(state.testUser.email)),
        ),
      expects: [
        bodyMatching(z.array(orderSchema), 'the order', (list, { order }) =>
          list.some(({ id }) => id === order?.id) ? undefined : 'the order is not listed',
        ),
      ],
    },
    {
      // Later checks use the previous e-mail.
      call: 'PUT /updateUser/{id} with the previous e-mail',
      impact: 'changing the e-mail',
      request: createEmailRequest((email) => email),
      expects: [success],
    },
  ],
};
