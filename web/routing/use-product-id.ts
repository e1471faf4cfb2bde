import { useLocation, useSearchParams } from 'react-router-dom';
import { z } from 'zod/mini';
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts';

/** The two shapes of navigation state that hold a product: its id, or the whole product. */
const stateWithId = z.object({ productId: z.string() });
const stateWithProduct = z.object({ product: z.object({ id: z.string() }) });

/**
 * The id of the product in the navigation state (requirements.md 2.1), or its SKU in the query (`?productId=`). Null when
 * there is none. Undefined until hydration, because the server cannot see the navigation state.
 */
export function useProductId(): string | null | undefined {
  const state: unknown = useLocation().state;
  const [search] = useSearchParams();
  const hydrated = useHydrated();
  const idInQuery = search.get('productId');
  if (!hydrated) return idInQuery ?? undefined;
  return (
    stateWithId.safeParse(state).data?.productId ??
    stateWithProduct.safeParse(state).data?.product.id ??
    idInQuery
  );
}
