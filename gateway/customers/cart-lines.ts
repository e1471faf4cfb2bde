import type { Catalogue } from '../catalogue/catalogue.ts';
import type { CatalogueProduct } from '../domain/product.ts';
import { countQuantities, type ShopperRecord } from '../rest/user-schema.ts';
import { maxQuantity } from './quantity.ts';

/** A line of a cart, as the schema has it; amounts in paise. */
export interface CartLineFields {
  id: string;
  product: CatalogueProduct;
  quantity: number;
  available: boolean;
  lineTotal: number;
}

const linesOf = new WeakMap<ShopperRecord, Promise<CartLineFields[]>>();

/**
 * The cart's lines: available ones first, unavailable ones last, else as they were added. A product
 * the shop no longer lists has no line; records of other programs may repeat an id more than ten
 * times, which counts as ten.
 */
export function cartLines(
  record: ShopperRecord,
  catalogue: Catalogue,
  signal: AbortSignal,
): Promise<CartLineFields[]> {
  const known = linesOf.get(record) ?? readLines(record, catalogue, signal);
  linesOf.set(record, known);
  return known;
}

async function readLines(
  record: ShopperRecord,
  catalogue: Catalogue,
  signal: AbortSignal,
): Promise<CartLineFields[]> {
  const counts = countQuantities(record.productIds);
  const found = await catalogue.products([...counts.keys()], signal);
  const lines = [...counts].flatMap(([id, count]) => {
    const product = found.get(id);
    if (product === undefined) return [];
    const quantity = Math.min(count, maxQuantity);
    const { available, price } = product;
    return [{ id: `${record.id}:${id}`, product, quantity, available, lineTotal: price * quantity }];
  });
  return [...lines.filter(({ available }) => available), ...lines.filter(({ available }) => !available)];
}
