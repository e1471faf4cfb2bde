import type { Catalogue } from '../../catalogue/catalogue.ts';
import { findDefaultAddress } from '../../customers/profile.ts';
import type { RestId } from '../../domain/product.ts';
import type {
  AddressResolvers,
  OrderStatus,
  OrderStepResolvers,
  QueryResolvers,
  ShipmentLineResolvers,
  ShipmentResolvers,
  UserResolvers,
} from '../../generated/resolvers.ts';
import { loadOrderPage } from '../../orders/order-list.ts';
import { parsePaymentMethod } from '../../orders/payment.ts';
import type { OrderService } from '../../orders/place-order.ts';
import { isDeliveredTo } from '../../orders/shipment.ts';
import type { AddressRecord, ShopperRecord } from '../../rest/shoppers.ts';
import type { GatewayContext } from '../context.ts';
import { createClientError } from '../errors.ts';
import { encodeId, readKey } from '../global-id.ts';

/** An address of a shopper. Its id is unique only among this shopper's addresses. */
export type ShopperAddress = AddressRecord & { shopperId: RestId };

export function toShopperAddress(shopper: ShopperRecord, address: AddressRecord): ShopperAddress {
  return { ...address, shopperId: shopper.id };
}

/**
 * The signed-in shopper; null without a token.
 *
 * @throws {GraphQLError} `UNAUTHENTICATED` if the token is not valid, or the shopper's record does not exist.
 */
export async function readActiveShopper(context: GatewayContext): Promise<ShopperRecord | null> {
  const shopper = await context.getShopper();
  // The code tells clients that the session has ended. A null user alone could also mean that reading it failed.
  if (shopper === null && context.token !== null) {
    throw createClientError('Your session has ended. Please log in again.', 'UNAUTHENTICATED');
  }
  return shopper;
}

/** The signed-in shopper. */
export const userQueries: Pick<QueryResolvers, 'user'> = {
  user: (_, __, context) => readActiveShopper(context),
};

/** Cart and wish list are resolved from the shopper's record. */
export function createUserResolvers(orders: OrderService): UserResolvers {
  return {
    id: ({ id }) => encodeId('User', id),
    addresses: (record) => record.addresses.map((address) => toShopperAddress(record, address)),
    defaultAddress(record) {
      const address = findDefaultAddress(record);
      return address === null ? null : toShopperAddress(record, address);
    },
    async lastUsedAddress(record, _, context) {
      const { edges } = await loadOrderPage((range) => context.readOrders(record.email, range), { first: 1 });
      const address = record.addresses.find((saved) => edges.some(({ node }) => isDeliveredTo(node, saved)));
      return address === undefined ? null : toShopperAddress(record, address);
    },
    cart: (record) => record,
    wishlist: (record) => record,
    orders: ({ email }, page, context) => loadOrderPage((range) => context.readOrders(email, range), page),
    order: (shopper, { idempotencyKey }) => orders.find(shopper, idempotencyKey),
  };
}

export const address: AddressResolvers = {
  id: ({ id, shopperId }) => encodeId('Address', `${shopperId}:${id}`),
};

/**
 * The REST id of the address that a mutation's input identifies. The key of another shopper's
 * address keeps its prefix, so it matches none of this shopper's addresses.
 */
export async function readAddressKey(id: string, { getSession }: GatewayContext): Promise<string> {
  const key = readKey('Address', id, 'addressId');
  const prefix = `${(await getSession())?.userId}:`;
  return key.startsWith(prefix) ? key.slice(prefix.length) : key;
}

/** The values of the enum by the texts that hosts send, in lower case. */
const orderStatuses: ReadonlyMap<string, OrderStatus> = new Map([
  ['placed', 'PLACED'],
  ['paid', 'PAID'],
  ['packed', 'PACKED'],
  ['dispatched', 'DISPATCHED'],
  ['shipped', 'DISPATCHED'],
  ['delivered', 'DELIVERED'],
  ['cancelled', 'CANCELLED'],
  ['canceled', 'CANCELLED'],
]);

function parseOrderStatus(text: string): OrderStatus {
  return orderStatuses.get(text.toLowerCase()) ?? 'UNKNOWN';
}

/** A step of an order. */
export const orderStep: OrderStepResolvers = {
  status: ({ status }) => parseOrderStatus(status),
};

/** An order. Its other fields, such as the deprecated `trackingNo`, are plain properties. */
export const shipment: ShipmentResolvers = {
  id: ({ id }) => encodeId('Shipment', id),
  number: ({ id }) => id,
  status: ({ status }) => parseOrderStatus(status),
  statusText: ({ status }) => status,
  // Hosts record a method even for an order with a total of 0, for which nothing is paid.
  paymentMethod: ({ totalPrice, paymentMode, status }) =>
    totalPrice === 0 ? null : parsePaymentMethod(paymentMode, status),
  trackingNumber: ({ trackingNo }) => trackingNo,
  shipping: ({ shipmentCharges }) => shipmentCharges,
};

/** The product of a line is null if the shop no longer lists it, or the host omits the product's id. */
export function createShipmentLineResolvers(catalogue: Catalogue): ShipmentLineResolvers {
  return {
    product: ({ productId }, _, { signal }) =>
      productId === null ? null : catalogue.getProduct(productId, signal),
  };
}
