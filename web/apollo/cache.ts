import { InMemoryCache } from '@apollo/client';
import { possibleTypes, typePolicies } from './type-policies.ts';

export function createCache(): InMemoryCache {
  return new InMemoryCache({ typePolicies, possibleTypes });
}

/** Evicts the shopper's data from the cache. Public data stays cached. */
export function evictShopper(cache: InMemoryCache): void {
  cache.evict({ id: 'ROOT_QUERY', fieldName: 'user' });
  cache.gc();
}
