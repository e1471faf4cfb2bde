import type { MutationResolvers } from '../generated/resolvers.ts';
import type { GatewayContext } from '../graphql/context.ts';
import { RestRefusal } from '../rest/errors.ts';
import type { ShopperRecord } from '../rest/shopper-shapes.ts';
import { waitingText } from '../session/rate-limits.ts';
import { type UserErrorFields, userError } from './user-errors.ts';

/** Signing in and out. Tries are limited by contact number and by address; a success forgets them. */
export const sessionMutations: Pick<MutationResolvers, 'login' | 'logout'> = {
  async login(_, { input }, context) {
    const contact = input.contact.trim();
    if (contact === '' || input.password === '') {
      const field = contact === '' ? 'contact' : 'password';
      return refused(userError('REQUIRED', 'Please enter both contact and password', [field]));
    }
    const { sessions, rateLimits } = context.services;
    const wait = await rateLimits.take(
      ['login by address', context.clientAddress],
      ['login by contact', contact],
    );
    if (wait !== null) return refused(userError('RATE_LIMITED', waitingText(wait)));
    const begunAt = await sessions.beginLogin();
    const shopper = await signedIn(context, contact, input.password);
    if (shopper === null) {
      return refused(userError('LOGIN_FAILED', 'Login failed. Please check your credentials.'));
    }
    await rateLimits.forget('login by contact', contact);
    const { token, expiresAt } = await sessions.open(String(shopper.id), shopper.email, begunAt);
    return { token, expiresAt: expiresAt.toISOString(), user: shopper, userErrors: [] };
  },

  async logout(_, __, context) {
    const session = await context.session();
    if (session !== null) await context.services.sessions.revoke(session);
    return { loggedOut: session !== null, userErrors: [] };
  },
};

/** The shopper to whom contact and password belong; null when they do not belong together. */
async function signedIn(
  { services: { rest, accounts } }: GatewayContext,
  contact: string,
  password: string,
): Promise<ShopperRecord | null> {
  if (!(await rest.loginByContact(contact, password))) return null;
  try {
    const owner = await rest.ownerOfContact(contact);
    // The two calls are apart at the host; the session must be that of the one who gave the password.
    if (owner.contact !== contact) return null;
    return owner.record ?? (await accounts.read(String(owner.id)));
  } catch (error) {
    if (error instanceof RestRefusal) return null;
    throw error;
  }
}

function refused(error: UserErrorFields) {
  return { token: null, expiresAt: null, user: null, userErrors: [error] };
}
