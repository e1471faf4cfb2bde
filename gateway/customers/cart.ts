import type { RestId } from '../domain/product.ts';
import { countQuantities, type ShopperRecord } from '../rest/user-schema.ts';

/** Pure changes of the cart in a shopper's record, where an id's repeats are its quantity. */

/** The record with so many copies of a product; a product that was not in the cart comes last. 0 removes it. */
export function withQuantity(record: ShopperRecord, product: RestId, quantity: number): ShopperRecord {
  const counts = countQuantities(record.productIds);
  counts.set(String(product), quantity);
  return withCounts(record, counts, product);
}

/** The record without the copies that were ordered; copies added since stay. */
export function withoutOrdered(
  record: ShopperRecord,
  ordered: ReadonlyArray<{ productId: string; quantity: number }>,
): ShopperRecord {
  const counts = countQuantities(record.productIds);
  for (const { productId, quantity } of ordered) {
    const left = (counts.get(productId) ?? 0) - quantity;
    if (counts.has(productId)) counts.set(productId, Math.max(0, left));
  }
  return withCounts(record, counts);
}

function withCounts(record: ShopperRecord, counts: Map<string, number>, added?: RestId): ShopperRecord {
  // The host's own ids are written back as they came: a number stays a number.
  const own = new Map(record.productIds.map((id) => [String(id), id]));
  const productIds = [...counts].flatMap(([id, count]) =>
    Array<RestId>(count).fill(own.get(id) ?? added ?? id),
  );
  return { ...record, productIds };
}
