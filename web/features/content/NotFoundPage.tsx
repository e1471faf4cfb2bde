import { NotFound } from '#web/routing/NotFound.tsx';
import type { PageLoader } from '#web/routing/page.tsx';

export const loader: PageLoader = async () => 'not-found';

/** The page of every URL without a route. */
export const Component = NotFound;
