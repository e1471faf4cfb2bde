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

/** Signs Asha in, as the login form does. */
export function signIn(): void {
  getBrowserSession().signIn(asha);
}

/** Signs Bina in, with the same effect as her login in another tab. */
export function signInAnotherShopper(): void {
  getBrowserSession().signIn(bina);
}
