import type { Logger } from 'pino';
import { type UpstreamFailure, UpstreamRejectedError } from '../rest/errors.ts';
import type { ShopperRecord } from '../rest/user-schema.ts';
import type { Session } from './sessions.ts';

/** Who sends a command. Session and record are read once per request. */
export interface Viewer {
  requestId: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** The client's subnet, see `rateLimitSubnet`. Empty for pages rendered in this process. */
  clientSubnet: string;
  /** The session of the bearer token; null for visitors and for invalid, expired or revoked tokens. */
  session(): Promise<Session | null>;
  /** The signed-in shopper's record; null without a session, or if the REST host has no such record. */
  shopper(): Promise<ShopperRecord | null>;
}

/** Logs why a call to the REST host failed. The shopper sees a friendlier message. */
export function logFailure(logger: Logger, { requestId }: Viewer, error: UpstreamFailure): void {
  // Rejections are part of normal operation, for example if a contact number is already in use.
  const level = error instanceof UpstreamRejectedError && error.status < 500 ? 'info' : 'warn';
  logger[level]({ requestId, reason: error.message }, 'a call to the REST host failed');
}
