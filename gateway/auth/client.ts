import type { Logger } from 'pino';
import { type UpstreamFailure, UpstreamRejectedError } from '../rest/errors.ts';
import type { ShopperRecord } from '../rest/shoppers.ts';
import { StoreUnavailableError } from '../storage/key-value.ts';
import type { PartnerDirectory } from './partner-directory.ts';
import type { Session } from './sessions.ts';

/** The client that sent a request, for quotas, logs and metrics. */
export type Client =
  /** The storefront, rendering a page in this process. */
  | { kind: 'storefront' }
  | { kind: 'visitor'; network: string }
  | { kind: 'shopper'; userId: string; network: string }
  /** `budget`, as stored partners call it, is the quota in points per minute for all keys of the partner. */
  | { kind: 'partner'; name: string; keyDigest: string; budget: number };

export type PartnerClient = Extract<Client, { kind: 'partner' }>;

/** The credentials of a request. */
export interface Credentials extends Pick<Viewer, 'clientNetwork' | 'getSession'> {
  /** The value of the `X-API-Key` header; null if it is not sent. */
  apiKey: string | null;
  /** Whether the `Authorization` header, which is for shoppers' tokens, contains an API key. */
  hasMisplacedKey: boolean;
  /** The value of the `Origin` header; null if it is not sent. */
  originHeader: string | null;
}

/**
 * Identifies the client; null if its API key is rejected, see `PartnerDirectory.find`, or is only in the header for
 * shoppers' tokens. An API key takes precedence over a shopper's token, since a partner serves its shoppers with its own
 * quota.
 *
 * @throws {StoreUnavailableError} when the partners have not been read yet.
 */
export async function authenticateClient(
  { apiKey, hasMisplacedKey, originHeader, clientNetwork, getSession }: Credentials,
  partners: PartnerDirectory,
): Promise<Client | null> {
  if (apiKey !== null) return partners.find(apiKey, originHeader);
  if (hasMisplacedKey) return null;
  if (clientNetwork === '') return { kind: 'storefront' };
  const visitor = { kind: 'visitor', network: clientNetwork } as const;
  // A token that cannot be checked for revocation must not spend the quota of its shopper.
  const session = await getSession().catch((error: unknown) => {
    if (error instanceof StoreUnavailableError) return null;
    throw error;
  });
  return session === null ? visitor : { kind: 'shopper', userId: session.userId, network: clientNetwork };
}

/**
 * The label of a client in logs, metrics and traces: `partner:` and the name for a partner, the kind of any other
 * client, and `unknown` if the client was not identified.
 */
export function getClientLabel(client: Client | null): string {
  if (client === null) return 'unknown';
  return client.kind === 'partner' ? `partner:${client.name}` : client.kind;
}

/**
 * The sender of a request, and the parts of the request that use cases need. The session is read at most once per
 * request; the record of the shopper is read again only after `forgetShopper`.
 */
export interface Viewer {
  requestId: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** The client's network, see `getRateLimitNetwork`. Empty for pages rendered in this process. */
  clientNetwork: string;
  /** The value of `Accept-Language`, for the host's e-mails; null if it is not sent. */
  acceptLanguage: string | null;
  /**
   * The session of the bearer token; null for visitors and for invalid, expired or revoked tokens.
   * @throws {StoreUnavailableError}
   */
  getSession(): Promise<Session | null>;
  /** The signed-in shopper's record; null without a session, or if the REST host has no such record. */
  getShopper(): Promise<ShopperRecord | null>;
  /** Makes `getShopper` read the record again. Called after a command that may have changed it. */
  forgetShopper(): void;
}

/** Logs why a call to the REST host failed. The client receives a friendlier message. */
export function logUpstreamFailure(logger: Logger, { requestId }: Viewer, error: UpstreamFailure): void {
  // Part of normal operation: rejections, for example of a contact number already in use, and clients that disconnect.
  const isExpected =
    error instanceof UpstreamRejectedError ? error.status < 500 : error.reason === 'client-aborted';
  const level = isExpected ? 'info' : 'warn';
  logger[level]({ requestId, reason: error.message }, 'a call to the REST host failed');
}
