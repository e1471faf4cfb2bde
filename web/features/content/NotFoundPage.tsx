import { NotFound } from '#web/routing/NotFound.tsx';

/** The page of every URL without a route. */
export const Component = NotFound;
