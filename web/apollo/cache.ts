import { type ApolloCache, InMemoryCache } from '@apollo/client';
import { possibleTypes, typePolicies } from './type-policies.ts';

/**
 * @param resultCaching whether reads reuse the results of earlier reads. If a page is rendered only once, this costs
 *   more than it saves.
 */
export function createCache({ resultCaching = true } = {}): InMemoryCache {
  return new InMemoryCache({ typePolicies, possibleTypes, resultCaching });
}

/** Evicts the shopper's data from the cache. Public data stays cached. */
export function evictShopper(cache: ApolloCache): void {
  for (const fieldName of ['user', 'node']) cache.evict({ id: 'ROOT_QUERY', fieldName });
  cache.gc();
}

/**
 * Evicts the stock of the products of an order that was placed or cancelled, so that it is fetched again where it is
 * shown.
 */
export function evictStock(cache: ApolloCache, productIds: readonly string[]): void {
  for (const productId of productIds) {
    const id = `Product:${productId}`;
    cache.evict({ id, fieldName: 'available' });
    cache.evict({ id, fieldName: 'remainingQuantity' });
  }
}
