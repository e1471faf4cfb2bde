import { type CartLineFields, cartLines } from '../../customers/cart-lines.ts';
import type {
  AddressResolvers,
  CartResolvers,
  QueryResolvers,
  ShipmentConnectionResolvers,
  ShipmentEdgeResolvers,
  ShipmentLineResolvers,
  UserResolvers,
  WishlistResolvers,
} from '../../generated/resolvers.ts';
import { orderPage } from '../../orders/order-list.ts';
import { countQuantities, type ShopperRecord } from '../../rest/user-schema.ts';
import type { GatewayContext } from '../context.ts';
import { badInput } from '../errors.ts';

/** The signed-in shopper, and with it all that is the shopper's own. */
export const userQueries: Pick<QueryResolvers, 'user'> = {
  async user(_, __, context) {
    const shopper = await context.shopper();
    // Clients end a session on this code alone: a null by itself may also come of a failed read.
    if (shopper === null && context.token !== null) {
      throw badInput('Your session has ended. Please log in again.', 'UNAUTHENTICATED');
    }
    return shopper;
  },
};

/** A shopper's record also holds the cart and the wish list. */
export const user: UserResolvers = {
  id: ({ id }) => String(id),
  cart: (record) => record,
  wishlist: (record) => record,
  orders: ({ email }, { first, after }, context) =>
    orderPage((range) => context.readOrders(email, range), first ?? 20, after ?? null),
  order: ({ id }, { idempotencyKey }, { services }) => services.orders.find(String(id), idempotencyKey),
};

/** Addresses the gateway saved have numbers for ids. */
export const address: AddressResolvers = {
  id: ({ id }) => String(id),
};

/** A cart; of an amount only what can be bought now counts. */
export const cart: CartResolvers = {
  id: ({ id }) => String(id),
  lines: (record, _, context) => linesOf(record, context),
  unitCount: async (record, _, context) =>
    (await linesOf(record, context)).reduce((units, line) => units + line.quantity, 0),
  itemTotal: async (record, _, context) =>
    (await linesOf(record, context))
      .filter((line) => line.available)
      .reduce((total, line) => total + line.lineTotal, 0),
};

function linesOf(record: ShopperRecord, { services, signal }: GatewayContext): Promise<CartLineFields[]> {
  return cartLines(record, services.catalogue, signal);
}

/** A wish list; products the shop no longer lists are left out. */
export const wishlist: WishlistResolvers = {
  id: ({ id }) => String(id),
  async products({ wishlistProductIds }, _, { services, signal }) {
    const ids = [...countQuantities(wishlistProductIds).keys()];
    const found = await services.catalogue.getProducts(ids, signal);
    return ids.map((id) => found.get(id)).filter((product) => product !== undefined);
  },
};

/** A page of orders in Relay's form. */
export const shipmentConnection: ShipmentConnectionResolvers = {
  edges: ({ entries }) => entries,
  nodes: ({ entries }) => entries.map(({ order }) => order),
  pageInfo: ({ entries, hasNextPage, hasPreviousPage }) => ({
    hasNextPage,
    hasPreviousPage,
    startCursor: entries[0]?.cursor ?? null,
    endCursor: entries.at(-1)?.cursor ?? null,
  }),
};

/** An order at its place. */
export const shipmentEdge: ShipmentEdgeResolvers = {
  node: ({ order }) => order,
};

/** A line of an order; its product may no longer be listed. */
export const shipmentLine: ShipmentLineResolvers = {
  product: ({ productId }, _, { services, signal }) =>
    productId === null ? null : services.catalogue.getProduct(productId, signal),
};
