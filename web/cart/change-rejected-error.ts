import type { UserErrorCode } from '#web/generated/schema.ts';

/** The gateway refused a change and says why, in the words shown to a shopper. */
export class ChangeRejectedError extends Error {
  readonly code: UserErrorCode;

  constructor(code: UserErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

interface Payload {
  userErrors: ReadonlyArray<{ code: UserErrorCode; message: string }>;
}

/**
 * The payload of a mutation that was done.
 *
 * @throws {ChangeRejectedError} with the first of its errors.
 */
export function acceptedPayload<P extends Payload>(payload: P | undefined): P {
  if (payload === undefined) throw new Error('The gateway gave no answer.');
  const [refusal] = payload.userErrors;
  if (refusal !== undefined) throw new ChangeRejectedError(refusal.code, refusal.message);
  return payload;
}

/** What an error says to the shopper: the gateway's words, or nothing when it did not answer. */
export function toRejection(error: unknown): ChangeRejectedError | undefined {
  return error instanceof ChangeRejectedError ? error : undefined;
}
