import type { PageLoader } from '#web/routing/page.tsx';
import { NotFound } from '#web/ui/NotFound.tsx';

export const loader: PageLoader = async () => 'not-found';

/** Any address the shop does not have. */
export const Component = NotFound;
