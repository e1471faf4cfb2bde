import { type Location, type NavigateOptions, useLocation } from 'react-router-dom';

/** The path of the login page (requirements.md 2.1). */
export const loginPath = '/user-login';

/**
 * Navigation options that let the login lead back to where the shopper is, with all that this place in
 * the history holds: `navigate(loginPath, returningTo(location))`. A reload of the login page keeps it.
 */
export function returningTo({
  pathname,
  search,
  hash,
  state,
}: Pick<Location<unknown>, 'pathname' | 'search' | 'hash' | 'state'>): NavigateOptions {
  const returnTo = `${pathname}${search}${hash}`;
  return { state: state == null ? { returnTo } : { returnTo, returnState: state } };
}

/** Where the login leads, and the navigation state that place is to have again. */
export interface ReturnLocation {
  path: string;
  state: unknown;
}

/** Where the login should lead: the screen that asked for it, else the path that is given. */
export function useReturnLocation(otherwise: string): ReturnLocation {
  const state: unknown = useLocation().state;
  const elsewhere = { path: otherwise, state: null };
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return elsewhere;
  const { returnTo } = state;
  if (typeof returnTo !== 'string' || !/^\/(?!\/)/.test(returnTo)) return elsewhere;
  return { path: returnTo, state: 'returnState' in state ? state.returnState : null };
}
