import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit';
import { sessionStore, updateSession } from './session.ts';

const fetchGraphQL = createGraphiQLFetcher({ url: '/graphql', enableIncrementalDelivery: false });

/**
 * Sends operations to the gateway in the current session, and updates the session after a login or logout, or if its
 * token is rejected. Headers from the editor take precedence.
 */
export const fetchInSession: Fetcher = async (parameters, options) => {
  const session = sessionStore.get();
  const headers = new Headers(options?.headers);
  const sendsSession = session !== null && !headers.has('authorization');
  if (sendsSession) headers.set('authorization', `Bearer ${session.token}`);
  const result = await fetchGraphQL(parameters, { ...options, headers: Object.fromEntries(headers) });
  // Another session may have started in the meantime.
  updateSession(result, sendsSession && sessionStore.get() === session);
  return result;
};

/** Sends an operation of the sandbox itself, such as the login of its sign-in button, rather than of the editor. */
export async function sendOperation(query: string, variables: Record<string, unknown>): Promise<unknown> {
  return fetchInSession({ query, variables });
}
