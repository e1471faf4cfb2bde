import { type Location, useLocation } from 'react-router-dom';
import { isRecord } from '#web/payload.ts';
import { isOwnPath } from '#web/routing/own-path.ts';

/** The path of the login page (requirements.md 2.1). */
export const loginPath = '/user-login';

/** The navigation state of the login page. It survives a reload. */
export interface LoginState {
  /** The path to which the shopper goes after the login. */
  returnTo: string;
  /** The navigation state to restore there. */
  returnState?: unknown;
}

/**
 * Creates the state with which the login page brings the shopper back to a location, including its navigation state.
 * Pages that only ask for a login link to the login with `replace`: otherwise, they would be in the history twice.
 */
export function createLoginState({
  pathname,
  search,
  hash,
  state,
}: Pick<Location<unknown>, 'pathname' | 'search' | 'hash' | 'state'>): LoginState {
  const returnTo = `${pathname}${search}${hash}`;
  return state == null ? { returnTo } : { returnTo, returnState: state };
}

/** Where the shopper goes after the login, and the navigation state to restore there. */
interface ReturnLocation {
  path: string;
  state: unknown;
}

/** Where to go after the login: the location in the navigation state, else the profile. Never another website. */
export function useReturnLocation(): ReturnLocation {
  const state: unknown = useLocation().state;
  return isRecord(state) && isOwnPath(state.returnTo)
    ? { path: state.returnTo, state: state.returnState ?? null }
    : { path: '/profile', state: null };
}
