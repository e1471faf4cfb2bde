import { isWriteFailure, ShopperNotFoundError } from '../../customers/record.ts';
import { UpstreamRejectedError, type UpstreamUnavailableError } from '../../rest/errors.ts';
import type { ShopperRecord } from '../../rest/user-schema.ts';
import type { GatewayContext } from '../context.ts';
import { notSignedIn, type UserErrorFields, userError } from './user-errors.ts';

/** What became of a change: the record as it then is, and what stood in the way. */
export interface ShopperChange {
  record: ShopperRecord | null;
  userErrors: UserErrorFields[];
}

/** A change that came about. */
export function done(record: ShopperRecord): ShopperChange {
  return { record, userErrors: [] };
}

/** What a kind of change tells a shopper when it does not come about. */
export interface ChangeTexts {
  notSignedIn?: UserErrorFields;
  /** The error of a failure of the REST host; a text stands for `FAILED` with that text. */
  failed: string | ((failure: UpstreamRejectedError | UpstreamUnavailableError) => UserErrorFields);
}

/**
 * Runs a change of the signed-in shopper's record. Whatever the shopper can act on becomes a
 * `userErrors` entry; the record then is the one before, where it can be read.
 */
export async function updateShopper(
  context: GatewayContext,
  texts: ChangeTexts,
  work: (userId: string) => Promise<ShopperChange>,
): Promise<ShopperChange> {
  const session = await context.session();
  const stranger = { record: null, userErrors: [texts.notSignedIn ?? notSignedIn] };
  if (session === null) return stranger;
  try {
    return await work(session.userId);
  } catch (error) {
    if (!isWriteFailure(error)) throw error;
    if (error instanceof ShopperNotFoundError) return stranger;
    logFailure(context, error);
    const { failed } = texts;
    const userErrors = [typeof failed === 'string' ? userError('FAILED', failed) : failed(error)];
    return { record: await context.shopper().catch(() => null), userErrors };
  }
}

/** A failure the shopper was told of in kind words goes into the log in plain ones. */
export function logFailure(
  { services, requestId }: GatewayContext,
  error: UpstreamRejectedError | UpstreamUnavailableError,
): void {
  // A refusal is an everyday answer, such as a contact number that is taken; silence is not.
  const level = error instanceof UpstreamRejectedError && error.status < 500 ? 'info' : 'warn';
  services.logger[level]({ requestId, reason: error.message }, 'the REST host did not do what was asked');
}
