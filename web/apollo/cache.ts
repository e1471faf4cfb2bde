import { InMemoryCache } from '@apollo/client';
import { possibleTypes, typePolicies } from './type-policies.ts';

export function createCache(): InMemoryCache {
  return new InMemoryCache({ typePolicies, possibleTypes });
}

/** Forgets what belongs to one shopper; what the shop shows everybody stays. */
export function forgetShopper(cache: InMemoryCache): void {
  cache.evict({ id: 'ROOT_QUERY', fieldName: 'user' });
  cache.gc();
}
