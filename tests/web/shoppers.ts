import { getBrowserSession } from '#web/auth/session.ts';
import type { Shopper } from '#web/auth/session-store.ts';

export const asha: Shopper = {
  userId: '7',
  contact: '9876543210',
  userEmail: 'asha@example.test',
  token: 'first',
};

export const bina: Shopper = {
  userId: '8',
  contact: '9876543211',
  userEmail: 'bina@example.test',
  token: 'bina-token',
};

/** Signs a shopper in, as the login form does. */
export function signIn(): void {
  getBrowserSession().signIn(asha);
}

/** Signs another shopper in, as a login in another tab does. */
export function signInAnotherShopper(): void {
  getBrowserSession().signIn(bina);
}
