import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { CatalogueLoader } from '../../catalogue/sync/loader.ts';
import { getCartLines } from '../../customers/cart.ts';
import { findAddress } from '../../customers/profile.ts';
import { type CatalogueProduct, type Collection, dimensions } from '../../domain/product.ts';
import type { NodeResolvers, QueryResolvers } from '../../generated/resolvers.ts';
import type { ShopperRecord } from '../../rest/shoppers.ts';
import type { GatewayContext } from '../context.ts';
import { decodeId, type NodeKey, type NodeType } from '../global-id.ts';
import { checkListLength } from './arguments.ts';
import { objectTypeByDimension } from './collection.ts';
import { readActiveShopper, toShopperAddress } from './user.ts';

/** Equals the size that the schema assumes for `Query.nodes`. */
const maxIds = 100;

/**
 * A product, a collection, or a copy of another object with the name of its type added, because `User`, `Cart` and
 * `Wishlist` are resolved from the same record. In a list, an error takes the place of an object that could not be
 * read: graphql-js then reports it for this element only.
 */
export type NodeParent = CatalogueProduct | Collection | { __typename: NodeType } | Error;

/** Resolves the object type of a node. */
export const node: NodeResolvers = {
  __resolveType(value) {
    // Compiled queries don't check whether a value is an error. Throwing it makes graphql-js execute the query again.
    if (value instanceof Error) throw value;
    if ('__typename' in value) return value.__typename;
    return 'dimension' in value ? objectTypeByDimension[value.dimension] : 'Product';
  },
};

/** Finds objects by their ids. Objects of a shopper are found for that shopper alone. */
export function createNodeQueries(
  catalogue: Catalogue,
  loader: CatalogueLoader,
): Pick<QueryResolvers, 'node' | 'nodes'> {
  async function findNode(id: string, context: GatewayContext): Promise<NodeParent | null> {
    const nodeKey = decodeId(id);
    if (nodeKey === null) return null;
    const { type, key } = nodeKey;
    const { signal } = context;
    const dimension = dimensions.find((each) => objectTypeByDimension[each] === type);
    if (dimension !== undefined) return catalogue.getCollection(dimension, key, signal);
    switch (type) {
      case 'Product':
        return catalogue.getProduct(key, signal);
      case 'Coupon':
        return findItem(type, key, await loader.coupons.getContent());
      case 'Notification':
        return findItem(type, key, await loader.notifications.getContent());
      case 'Slide':
        return findItem(type, key, await loader.slides.getContent());
      case 'MarketingPost':
        return findItem(type, key, await loader.marketingPosts.getContent());
      default: {
        const shopper = await readActiveShopper(context);
        return shopper === null ? null : findShopperNode(nodeKey, shopper, catalogue, context);
      }
    }
  }

  return {
    node: (_, { id }, context) => findNode(id, context),
    nodes(_, { ids }, context) {
      checkListLength(ids, maxIds, 'ids');
      return Promise.all(ids.map((id) => findNode(id, context).catch(toError)));
    },
  };
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

function findItem<Item extends { id: string }>(
  type: NodeType,
  key: string,
  items: readonly Item[],
): NodeParent | null {
  const found = items.find(({ id }) => id === key);
  return found === undefined ? null : { ...found, __typename: type };
}

/** Finds an object of this shopper; null if the shopper has no such object. */
async function findShopperNode(
  { type, key }: NodeKey,
  shopper: ShopperRecord,
  catalogue: Catalogue,
  { readOrders, signal }: GatewayContext,
): Promise<NodeParent | null> {
  const ownId = String(shopper.id);
  switch (type) {
    case 'User':
    case 'Cart':
    case 'Wishlist':
      return key === ownId ? { ...shopper, __typename: type } : null;
    case 'Address': {
      const address = key.startsWith(`${ownId}:`) ? findAddress(shopper, key.slice(ownId.length + 1)) : null;
      return address === null ? null : { ...toShopperAddress(shopper, address), __typename: type };
    }
    case 'CartLine':
      return findItem(type, key, await getCartLines(shopper, catalogue, signal));
    case 'Shipment':
      return findItem(type, key, (await readOrders(shopper.email)).orders);
    default:
      return null;
  }
}
