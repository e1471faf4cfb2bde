import { type CartLineFields, cartLines } from '../../customers/cart.ts';
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
export const user: UserResolvers = {
  id: ({ id }) => String(id),
  cart: (record) => record,
  wishlist: (record) => record,
  orders: ({ email }, { first, after }, context) =>
    orderPage((range) => context.readOrders(email, range), first ?? 20, after ?? null),
  order: ({ id }, { idempotencyKey }, { services }) => services.orders.find(String(id), idempotencyKey),
};

/** The ids of addresses that the gateway saved are numbers. */
export const address: AddressResolvers = {
  id: ({ id }) => String(id),
};

/** The total of a cart counts available products only. */
export const cart: CartResolvers = {
  id: ({ id }) => String(id),
  lines: (record, _, context) => readCartLines(record, context),
  unitCount: async (record, _, context) =>
    (await readCartLines(record, context)).reduce((units, line) => units + line.quantity, 0),
  itemTotal: async (record, _, context) =>
    (await readCartLines(record, context))
      .filter((line) => line.available)
      .reduce((total, line) => total + line.lineTotal, 0),
};

function readCartLines(
  record: ShopperRecord,
  { services, signal }: GatewayContext,
): Promise<CartLineFields[]> {
  return cartLines(record, services.catalogue, signal);
}

/** Products that the shop no longer lists are omitted. */
export const wishlist: WishlistResolvers = {
  id: ({ id }) => String(id),
  async products({ wishlistProductIds }, _, { services, signal }) {
    const ids = [...countQuantities(wishlistProductIds).keys()];
    const found = await services.catalogue.getProducts(ids, signal);
    return ids.map((id) => found.get(id)).filter((product) => product !== undefined);
  },
};

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

export const shipmentEdge: ShipmentEdgeResolvers = {
  node: ({ order }) => order,
};

/** The product of a line is null if the shop no longer lists it. */
export const shipmentLine: ShipmentLineResolvers = {
  product: ({ productId }, _, { services, signal }) =>
    productId === null ? null : services.catalogue.getProduct(productId, signal),
};
