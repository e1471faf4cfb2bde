import type { Catalogue } from '../catalogue/catalogue.ts';
import type { CatalogueProduct } from '../domain/product.ts';
import { countQuantities, type ShopperRecord } from '../rest/user-schema.ts';
import { maxQuantity } from './cart.ts';

/** A cart line with the fields of the schema; amounts in paise. */
export interface CartLineFields {
  id: string;
  product: CatalogueProduct;
  quantity: number;
  available: boolean;
  lineTotal: number;
}

const linesByRecord = new WeakMap<ShopperRecord, Promise<CartLineFields[]>>();

/**
 * The cart's lines: available products first, each group in the order of adding. A product that the shop no
 * longer lists has no line. Other clients of the host may repeat an id more than ten times; that counts as
 * ten. The result is cached per record.
 */
export function cartLines(
  record: ShopperRecord,
  catalogue: Catalogue,
  signal: AbortSignal,
): Promise<CartLineFields[]> {
  const lines = linesByRecord.get(record) ?? readLines(record, catalogue, signal);
  linesByRecord.set(record, lines);
  return lines;
}

async function readLines(
  record: ShopperRecord,
  catalogue: Catalogue,
  signal: AbortSignal,
): Promise<CartLineFields[]> {
  const counts = countQuantities(record.productIds);
  const products = await catalogue.getProducts([...counts.keys()], signal);
  const lines = [...counts].flatMap(([id, count]) => {
    const product = products.get(id);
    if (product === undefined) return [];
    const quantity = Math.min(count, maxQuantity);
    const { available, price } = product;
    return [{ id: `${record.id}:${id}`, product, quantity, available, lineTotal: price * quantity }];
  });
  return [...lines.filter(({ available }) => available), ...lines.filter(({ available }) => !available)];
}
