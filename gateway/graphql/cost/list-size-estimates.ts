import type { CatalogueIndex } from '../../catalogue/catalogue-index.ts';
import { type Dimension, dimensions } from '../../domain/product.ts';
import { countQuantities } from '../../rest/shoppers.ts';
import type { GatewayContext } from '../context.ts';

/**
 * Sizes of lists that are returned whole, without pages. Keys have the form `Type.field`. Some sizes are upper bounds:
 * a facet is assumed to list all collections of its dimension, and a cart or wish list all products of the shopper's
 * record, even those that the shop no longer lists.
 */
export type ListSizeEstimates = Pick<ReadonlyMap<string, number>, 'get'>;

/** The fields that list all collections of a dimension. */
const collectionFields: Record<Dimension, string> = {
  category: 'categories',
  language: 'languages',
  publisher: 'publishers',
  author: 'authors',
};

const noEstimates: ListSizeEstimates = new Map();
const estimatesByColumns = new WeakMap<CatalogueIndex['columns'], ListSizeEstimates>();

/** Sizes of the collection lists of a catalogue; empty before its first load. */
export function estimateListSizes(index: CatalogueIndex | null): ListSizeEstimates {
  if (index === null) return noEstimates;
  const estimates = estimatesByColumns.get(index.columns) ?? countCollections(index);
  estimatesByColumns.set(index.columns, estimates);
  return estimates;
}

function countCollections({ columns }: CatalogueIndex): ListSizeEstimates {
  return new Map(
    dimensions.flatMap((dimension) =>
      ['Query', 'ProductFacets'].map((type): [string, number] => [
        `${type}.${collectionFields[dimension]}`,
        columns[dimension].listCollections().length,
      ]),
    ),
  );
}

/** Unpaginated lists of products in a shopper's record. Our REST service limits each to 1,000 product ids. */
export const shopperLists: readonly string[] = ['Cart.lines', 'Wishlist.products'];

/**
 * Adds the sizes of the signed-in shopper's lists to those of the catalogue. Reads the shopper's record, which a
 * query for these lists needs in any case. Null if there is no such record, or it cannot be read.
 */
export async function addShopperListSizes(
  listSizes: ListSizeEstimates,
  context: GatewayContext,
): Promise<ListSizeEstimates | null> {
  const record = await context.getShopper().catch(() => null);
  if (record === null) return null;
  const shopperListSizes = new Map([
    ['Cart.lines', countQuantities(record.productIds).size],
    ['Wishlist.products', countQuantities(record.wishlistProductIds).size],
  ]);
  return { get: (list) => shopperListSizes.get(list) ?? listSizes.get(list) };
}
