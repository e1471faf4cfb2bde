import { hash } from 'node:crypto';
import type { CatalogueProduct } from '../../domain/product.ts';

/**
 * Hashes the fields of a product, so that a refresh can tell which products have changed. Leaves out the remaining
 * quantity, which changes with each order, and null values, so that adding a field to the schema changes only the hashes
 * of products that have a value for it.
 */
export function hashProduct(product: CatalogueProduct): bigint {
  const hashedFields = Object.entries(product).filter(
    ([field, value]) => value !== null && field !== 'remainingQuantity',
  );
  return hash('sha256', JSON.stringify(hashedFields), 'buffer').readBigUInt64LE();
}

/** Identifies a set of products, in any order, by the hashes of the products. */
export function combineHashes(hashes: BigUint64Array): string {
  let combined = 0n;
  for (const each of hashes) combined ^= each;
  return formatHash(combined);
}

/** A hash as 16 hexadecimal digits. */
export function formatHash(value: bigint): string {
  return value.toString(16).padStart(16, '0');
}
