import { hash } from 'node:crypto';
import type { CatalogueProduct } from '../../domain/product.ts';

/**
 * A hash of what clients see of a product, to find out which products a refresh has changed. It leaves out the
 * remaining quantity, which changes with each order, but includes whether the product is available. Unknown values are left
 * out, so that a new field changes only the products that have it.
 */
export function hashProduct(product: CatalogueProduct): bigint {
  const shown = Object.entries(product).filter(
    ([field, value]) => value !== null && field !== 'remainingQuantity',
  );
  return hash('sha256', JSON.stringify(shown), 'buffer').readBigUInt64LE();
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
