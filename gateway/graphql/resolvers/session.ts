import { rateLimitMessage } from '../../auth/attempt-limits.ts';
import { authenticate } from '../../customers/authenticate.ts';
import type { MutationResolvers } from '../../generated/resolvers.ts';
import { nullIfRejected } from '../../rest/errors.ts';
import type { GatewayContext } from '../context.ts';
import { type UserErrorFields, userError } from './user-errors.ts';

/** Login and logout. */
export const sessionMutations: Pick<MutationResolvers, 'login' | 'logout'> = {
  async login(_, { input }, context) {
    const contact = input.contact.trim();
    if (contact === '' || input.password === '') {
      const field = contact === '' ? 'contact' : 'password';
      return loginFailed(userError('REQUIRED', 'Please enter both contact and password', [field]));
    }
    const { sessions, accountLimits } = context.services;
    const wait = await waitForLogin(context, contact);
    if (wait !== null) return loginFailed(userError('RATE_LIMITED', rateLimitMessage(wait)));
    const startedAt = await sessions.startLogin();
    const shopper = await authenticate(context.services, contact, input.password);
    if (shopper === null) {
      return loginFailed(userError('LOGIN_FAILED', 'Login failed. Please check your credentials.'));
    }
    await accountLimits.recordLogin(contact, shopper.email, context.clientSubnet);
    const { token, expiresAt } = await sessions.open(String(shopper.id), shopper.email, startedAt);
    return { token, expiresAt: expiresAt.toISOString(), user: shopper, userErrors: [] };
  },

  async logout(_, __, context) {
    const session = await context.session();
    if (session !== null) await context.services.sessions.revoke(session);
    return { loggedOut: session !== null, userErrors: [] };
  },
};

/** Counts a login attempt. Returns the seconds to wait if there were too many, else null. */
async function waitForLogin(context: GatewayContext, contact: string): Promise<number | null> {
  const { clientSubnet, services } = context;
  const { accountLimits, rest } = services;
  const wait = await accountLimits.take('login', contact, clientSubnet);
  if (wait === null) return null;
  const emailOf = async () => {
    const owner = await rest.findContactOwner(contact).catch(nullIfRejected);
    return owner?.email ?? null;
  };
  const isLifted = await accountLimits.liftAfterReset(contact, clientSubnet, emailOf);
  return isLifted ? accountLimits.take('login', contact, clientSubnet) : wait;
}

function loginFailed(error: UserErrorFields) {
  return { token: null, expiresAt: null, user: null, userErrors: [error] };
}
