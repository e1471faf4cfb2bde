import { type Location, type NavigateOptions, useLocation } from 'react-router-dom';

/** The path of the login page (spec.md 2.1). */
export const loginPath = '/user-login';

/** Navigation options that let the login lead back to where the shopper is: `navigate(loginPath, returningTo(location))`. */
export function returningTo({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): NavigateOptions {
  return { state: { returnTo: `${pathname}${search}${hash}` } };
}

/** Where the login should lead: the screen that asked for it, else what is given. */
export function useReturnPath(otherwise: string): string {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return otherwise;
  const { returnTo } = state;
  return typeof returnTo === 'string' && /^\/(?!\/)/.test(returnTo) ? returnTo : otherwise;
}
