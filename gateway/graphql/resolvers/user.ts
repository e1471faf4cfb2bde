import type { Catalogue } from '../../catalogue/catalogue.ts';
import { cartLines } from '../../customers/cart.ts';
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
import type { OrderService } from '../../orders/place-order.ts';
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
export function createUserResolvers(orders: OrderService): UserResolvers {
  return {
    id: ({ id }) => String(id),
    cart: (record) => record,
    wishlist: (record) => record,
    orders: ({ email }, { first, after }, context) =>
      orderPage((range) => context.readOrders(email, range), first ?? 20, after ?? null),
    order: ({ id }, { idempotencyKey }) => orders.find(String(id), idempotencyKey),
  };
}

/** The ids of addresses that the gateway saved are numbers. */
export const address: AddressResolvers = {
  id: ({ id }) => String(id),
};

/** The total of a cart counts available products only. */
export function createCartResolvers(catalogue: Catalogue): CartResolvers {
  const readLines = (record: ShopperRecord, _: unknown, { signal }: GatewayContext) =>
    cartLines(record, catalogue, signal);
  return {
    id: ({ id }) => String(id),
    lines: readLines,
    unitCount: async (record, _, context) =>
      (await readLines(record, _, context)).reduce((units, line) => units + line.quantity, 0),
    itemTotal: async (record, _, context) =>
      (await readLines(record, _, context))
        .filter((line) => line.available)
        .reduce((total, line) => total + line.lineTotal, 0),
  };
}

/** Products that the shop no longer lists are omitted. */
export function createWishlistResolvers(catalogue: Catalogue): WishlistResolvers {
  return {
    id: ({ id }) => String(id),
    async products({ wishlistProductIds }, _, { signal }) {
      const ids = [...countQuantities(wishlistProductIds).keys()];
      const found = await catalogue.getProducts(ids, signal);
      return ids.map((id) => found.get(id)).filter((product) => product !== undefined);
    },
  };
}

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
export function createShipmentLineResolvers(catalogue: Catalogue): ShipmentLineResolvers {
  return {
    product: ({ productId }, _, { signal }) =>
      productId === null ? null : catalogue.getProduct(productId, signal),
  };
}
