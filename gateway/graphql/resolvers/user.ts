import type { Catalogue } from '../../catalogue/catalogue.ts';
import type {
  AddressResolvers,
  OrderStatus,
  QueryResolvers,
  ShipmentLineResolvers,
  ShipmentResolvers,
  UserResolvers,
} from '../../generated/resolvers.ts';
import { orderPage } from '../../orders/order-list.ts';
import type { OrderService } from '../../orders/place-order.ts';
import { badInput } from '../errors.ts';

/** The signed-in shopper. */
export const userQueries: Pick<QueryResolvers, 'user'> = {
  async user(_, __, context) {
    const shopper = await context.shopper();
    // The code tells clients that the session has ended. Null alone could also be the result of a failed read.
    if (shopper === null && context.token !== null) {
      throw badInput('Your session has ended. Please log in again.', 'UNAUTHENTICATED');
    }
    return shopper;
  },
};

/** Cart and wish list are resolved from the shopper's record. */
export function createUserResolvers(orders: OrderService): UserResolvers {
  return {
    id: ({ id }) => String(id),
    cart: (record) => record,
    wishlist: (record) => record,
    orders: ({ email }, page, context) => orderPage((range) => context.readOrders(email, range), page),
    order: ({ id }, { idempotencyKey }) => orders.find(String(id), idempotencyKey),
  };
}

/** The ids of addresses that the gateway saved are numbers. */
export const address: AddressResolvers = {
  id: ({ id }) => String(id),
};

/** The values of the enum by the texts that hosts send, in lower case. */
const orderStatuses: ReadonlyMap<string, OrderStatus> = new Map([
  ['placed', 'PLACED'],
  ['paid', 'PAID'],
  ['dispatched', 'DISPATCHED'],
  ['shipped', 'DISPATCHED'],
  ['delivered', 'DELIVERED'],
  ['cancelled', 'CANCELLED'],
  ['canceled', 'CANCELLED'],
]);

/** An order. Its names in the records of the host are deprecated. */
export const shipment: ShipmentResolvers = {
  status: ({ status }) => orderStatuses.get(status.toLowerCase()) ?? 'UNKNOWN',
  statusText: ({ status }) => status,
  trackingNumber: ({ trackingNo }) => trackingNo,
  shipping: ({ shipmentCharges }) => shipmentCharges,
};

/** The product of a line is null if the shop no longer lists it. */
export function createShipmentLineResolvers(catalogue: Catalogue): ShipmentLineResolvers {
  return {
    product: ({ productId }, _, { signal }) =>
      productId === null ? null : catalogue.getProduct(productId, signal),
  };
}
