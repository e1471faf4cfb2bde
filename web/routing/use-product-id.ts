import { useLocation, useSearchParams } from 'react-router-dom';
import { isRecord } from '#web/payload.ts';
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts';

/**
 * The id of the product for which a page was opened, from the navigation state (requirements.md 2.1) or the query
 * (`?productId=`). Null if neither has one. If the query has none, undefined until hydration, because the server
 * cannot see the navigation state.
 */
export function useProductId(): string | null | undefined {
  const state: unknown = useLocation().state;
  const [search] = useSearchParams();
  const hydrated = useHydrated();
  // An empty id is no id.
  const idInQuery = search.get('productId') || null;
  if (!hydrated) return idInQuery ?? undefined;
  return readStateId(state) || idInQuery;
}

/**
 * The id of the product in a navigation state of the form `{ productId }` or `{ product: { id } }`. Read without zod,
 * which the pages would otherwise load only for this.
 */
function readStateId(state: unknown): string | undefined {
  if (!isRecord(state)) return undefined;
  const { productId, product } = state;
  const id = productId ?? (isRecord(product) ? product.id : undefined);
  return typeof id === 'string' ? id : undefined;
}
