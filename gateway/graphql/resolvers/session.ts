import { rateLimitMessage } from '../../auth/attempt-limits.ts';
import { authenticate } from '../../customers/authenticate.ts';
import type { MutationResolvers } from '../../generated/resolvers.ts';
import { nullIfRejected } from '../../rest/errors.ts';
import type { GatewayContext, GatewayServices } from '../context.ts';
import { type UserErrorFields, userError } from './user-errors.ts';

type LoginServices = Pick<GatewayServices, 'rest' | 'customers' | 'sessions' | 'accountLimits'>;

/** Login and logout. */
export function createSessionMutations(services: LoginServices): Pick<MutationResolvers, 'login' | 'logout'> {
  const { sessions, accountLimits } = services;
  return {
    async login(_, { input }, context) {
      const contact = input.contact.trim();
      if (contact === '' || input.password === '') {
        const field = contact === '' ? 'contact' : 'password';
        return loginFailed(userError('REQUIRED', 'Please enter both contact and password', [field]));
      }
      const retryAfterSeconds = await countLoginAttempt(services, context, contact);
      if (retryAfterSeconds !== null)
        return loginFailed(userError('RATE_LIMITED', rateLimitMessage(retryAfterSeconds)));
      const startedAt = await sessions.startLogin();
      const shopper = await authenticate(services, contact, input.password);
      if (shopper === null) {
        return loginFailed(userError('LOGIN_FAILED', 'Login failed. Please check your credentials.'));
      }
      await accountLimits.recordLogin(contact, shopper.email, context.clientSubnet);
      const { token, expiresAt } = await sessions.open(String(shopper.id), shopper.email, startedAt);
      return { token, expiresAt: expiresAt.toISOString(), user: shopper, userErrors: [] };
    },

    async logout(_, __, context) {
      const session = await context.session();
      if (session !== null) await sessions.revoke(session);
      return { loggedOut: session !== null, userErrors: [] };
    },
  };
}

/** Counts a login attempt. Returns the seconds to wait if there were too many, otherwise null. */
async function countLoginAttempt(
  { accountLimits, rest }: LoginServices,
  { clientSubnet }: GatewayContext,
  contact: string,
): Promise<number | null> {
  const retryAfterSeconds = await accountLimits.countAttempt('login', contact, clientSubnet);
  if (retryAfterSeconds === null) return null;
  const fetchEmail = async () => {
    const owner = await rest.findContactOwner(contact).catch(nullIfRejected);
    return owner?.email ?? null;
  };
  const isLifted = await accountLimits.liftAfterReset(contact, clientSubnet, fetchEmail);
  return isLifted ? accountLimits.countAttempt('login', contact, clientSubnet) : retryAfterSeconds;
}

function loginFailed(error: UserErrorFields) {
  return { token: null, expiresAt: null, user: null, userErrors: [error] };
}
