import type { PartnerDirectory } from './partners/directory.ts';
import type { Sessions } from './sessions.ts';

/** The client that sent a request, for quotas, logs and metrics. */
export type Client =
  /** The storefront, rendering a page in this process. */
  | { kind: 'storefront' }
  | { kind: 'visitor'; subnet: string }
  | { kind: 'shopper'; userId: string }
  | { kind: 'partner'; name: string; budget: number };

/** The credentials of a request. */
export interface Credentials {
  /** The value of the `X-API-Key` header; null if it is not sent. */
  apiKey: string | null;
  /** The client's IPv4 address or IPv6 subnet; empty for the storefront in this process. */
  clientSubnet: string;
  /** The session token; null if none is sent. */
  token: string | null;
}

/**
 * Identifies the client; null for an invalid API key. An API key takes precedence over a shopper's token,
 * since a partner serves its shoppers with its own quota.
 *
 * @throws {StoreUnavailableError} when the partners have not been read yet.
 */
export async function authenticateClient(
  { apiKey, clientSubnet, token }: Credentials,
  partners: PartnerDirectory,
  sessions: Sessions,
): Promise<Client | null> {
  if (apiKey !== null) {
    const partner = await partners.find(apiKey);
    return partner === null ? null : { kind: 'partner', name: partner.name, budget: partner.budget };
  }
  if (clientSubnet === '') return { kind: 'storefront' };
  const userId = token === null ? null : await sessions.userIdOf(token);
  return userId === null ? { kind: 'visitor', subnet: clientSubnet } : { kind: 'shopper', userId };
}

/** The label of a client in logs, metrics and traces: a partner's name, otherwise its kind. */
export function metricLabel(client: Client | null): string {
  if (client === null) return 'unknown';
  return client.kind === 'partner' ? `partner:${client.name}` : client.kind;
}
