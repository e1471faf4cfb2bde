import { NotFound } from '#web/routing/NotFound.tsx';

/** The page for URLs without a route. */
export const Component = NotFound;
