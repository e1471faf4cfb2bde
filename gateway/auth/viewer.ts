import type { PartnerDirectory } from './partners/directory.ts';
import type { Sessions } from './sessions.ts';

/** Who asks, as far as budgets, logs and metrics care. */
export type Client =
  /** The storefront's rendering in this process. */
  | { kind: 'storefront' }
  | { kind: 'visitor'; network: string }
  | { kind: 'shopper'; userId: string }
  | { kind: 'partner'; name: string; budget: number };

/** What a request says about who asks. */
export interface Credentials {
  /** The value of `X-API-Key`; null for none. */
  apiKey: string | null;
  /** The caller's network address; empty for the storefront in this process. */
  clientSubnet: string;
  /** The token that came along; null for none. */
  token: string | null;
}

/**
 * Who asks; null when the key that was shown is no partner's. A partner's key comes before a
 * shopper's token: what it serves its shoppers with is its own budget.
 *
 * @throws {StoreUnavailableError} when partners are not known yet.
 */
export async function authenticateViewer(
  { apiKey, clientSubnet, token }: Credentials,
  partners: PartnerDirectory,
  sessions: Sessions,
): Promise<Client | null> {
  if (apiKey !== null) {
    const partner = await partners.find(apiKey);
    return partner === null ? null : { kind: 'partner', name: partner.name, budget: partner.budget };
  }
  if (clientSubnet === '') return { kind: 'storefront' };
  const userId = token === null ? null : await sessions.holder(token);
  return userId === null ? { kind: 'visitor', network: clientSubnet } : { kind: 'shopper', userId };
}

/** How a client is called in logs, metrics and traces: a partner by name, all others by kind. */
export function metricLabel(client: Client | null): string {
  if (client === null) return 'unknown';
  return client.kind === 'partner' ? `partner:${client.name}` : client.kind;
}
