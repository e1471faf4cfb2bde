import { NotFound } from '#web/routing/NotFound.tsx';
import type { PageLoader } from '#web/routing/page.tsx';

export const loader: PageLoader = async () => 'not-found';

/** Any address the shop does not have. */
export const Component = NotFound;
