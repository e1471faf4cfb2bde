import { useLocation, useSearchParams } from 'react-router-dom';
import { z } from 'zod/mini';
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts';

/** The product as another screen hands it over in the navigation state: by its id, or whole. */
const byId = z.object({ productId: z.string() });
const whole = z.object({ product: z.object({ id: z.string() }) });

/**
 * The id of the product another screen handed over in the navigation state (requirements.md 2.1), or in the
 * address as `?productId=`; null when there is none, undefined while that is not known: the server
 * cannot see the navigation state.
 */
export function useProductId(): string | null | undefined {
  const state: unknown = useLocation().state;
  const [search] = useSearchParams();
  const hydrated = useHydrated();
  const inAddress = search.get('productId');
  if (!hydrated) return inAddress ?? undefined;
  return byId.safeParse(state).data?.productId ?? whole.safeParse(state).data?.product.id ?? inAddress;
}
