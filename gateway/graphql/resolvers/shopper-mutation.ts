import type { Logger } from 'pino';
import { isWriteFailure, ShopperNotFoundError } from '../../customers/record.ts';
import { UpstreamRejectedError, type UpstreamUnavailableError } from '../../rest/errors.ts';
import type { ShopperRecord } from '../../rest/user-schema.ts';
import type { GatewayContext } from '../context.ts';
import { notSignedIn, type UserErrorFields, userError } from './user-errors.ts';

/** The result of a mutation: the shopper's record afterwards, and the errors that the shopper can act on. */
export interface ShopperChange {
  record: ShopperRecord | null;
  userErrors: UserErrorFields[];
}

/** Wraps the changed record in the result of a successful mutation. */
export function toSuccess(record: ShopperRecord): ShopperChange {
  return { record, userErrors: [] };
}

/** The user errors of a failed mutation. */
export interface MutationErrors {
  notSignedIn?: UserErrorFields;
  /** For a failure of the REST host: the message of a `FAILED` error, or a function that returns the error. */
  failed: string | ((failure: UpstreamRejectedError | UpstreamUnavailableError) => UserErrorFields);
}

/**
 * Changes the signed-in shopper's record. Failures that the shopper can act on become `userErrors`;
 * the result then contains the unchanged record, if it can be read.
 */
export async function updateShopper(
  logger: Logger,
  context: GatewayContext,
  errors: MutationErrors,
  change: (userId: string) => Promise<ShopperChange>,
): Promise<ShopperChange> {
  const session = await context.session();
  const notSignedInResult = { record: null, userErrors: [errors.notSignedIn ?? notSignedIn] };
  if (session === null) return notSignedInResult;
  try {
    return await change(session.userId);
  } catch (error) {
    if (!isWriteFailure(error)) throw error;
    if (error instanceof ShopperNotFoundError) return notSignedInResult;
    logFailure(logger, context, error);
    const { failed } = errors;
    const userErrors = [typeof failed === 'string' ? userError('FAILED', failed) : failed(error)];
    return { record: await context.shopper().catch(() => null), userErrors };
  }
}

/** Logs why a call to the REST host failed. The shopper sees a friendlier message. */
export function logFailure(
  logger: Logger,
  { requestId }: GatewayContext,
  error: UpstreamRejectedError | UpstreamUnavailableError,
): void {
  // Rejections are part of normal operation, for example if a contact number is already in use.
  const level = error instanceof UpstreamRejectedError && error.status < 500 ? 'info' : 'warn';
  logger[level]({ requestId, reason: error.message }, 'a call to the REST host failed');
}
