import type { CatalogueIndex } from '../../catalogue/index.ts';
import { type Dimension, dimensions } from '../../domain/product.ts';
import { countQuantities } from '../../rest/user-schema.ts';
import type { GatewayContext } from '../context.ts';

/** How long the lists are that an operation asks for as a whole, by `Type.field`. */
export type ListSizeEstimates = ReadonlyMap<string, number>;

const listsOf: Record<Dimension, string> = {
  category: 'categories',
  language: 'languages',
  publisher: 'publishers',
  author: 'authors',
};

const none: ListSizeEstimates = new Map();
const lengthsOf = new WeakMap<CatalogueIndex, ListSizeEstimates>();

/** The lengths that lists of names have in a catalogue; none before its first load. */
export function listSizeEstimates(index: CatalogueIndex | null): ListSizeEstimates {
  if (index === null) return none;
  const lengths = lengthsOf.get(index) ?? measured(index);
  lengthsOf.set(index, lengths);
  return lengths;
}

function measured({ columns }: CatalogueIndex): ListSizeEstimates {
  return new Map(
    dimensions.flatMap((dimension) =>
      ['Query', 'ProductFacets'].map((type): [string, number] => [
        `${type}.${listsOf[dimension]}`,
        columns[dimension].all().length,
      ]),
    ),
  );
}

/** The lists that are as long as a shopper made them, by `Type.field`: a thousand books, or none. */
export const shopperLists: readonly string[] = ['Cart.lines', 'Wishlist.products'];

/**
 * How long the lists of the shopper who asks are. Reads the record, which a query then has anyway;
 * none where it cannot be read.
 */
export async function shopperListLengths(context: GatewayContext): Promise<ListSizeEstimates> {
  const record = await context.shopper().catch(() => null);
  if (record === null) return none;
  return new Map([
    ['Cart.lines', countQuantities(record.productIds).size],
    ['Wishlist.products', countQuantities(record.wishlistProductIds).size],
  ]);
}
