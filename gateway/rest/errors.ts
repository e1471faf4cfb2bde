import { type FailureCode, type UserError, userErrors } from '../domain/user-errors.ts';

/**
 * Why a REST call produced no usable response. The reason `status` means an unusable status, such as 500 for a GET.
 * A call with the reason `circuit-open` or `queue-full` was not sent, or not sent again after a failed attempt. The
 * reason `unauthorized` means that the host did not process the call because it lacked a token that the host accepts.
 */
export type UnavailableReason =
  | 'network'
  | 'timeout'
  | 'client-aborted'
  | 'status'
  | 'invalid-response'
  | 'circuit-open'
  | 'queue-full'
  | 'unauthorized';

/** The call that failed. */
interface FailedCall {
  endpoint: string;
  /** What users may read about the failure. Never contains anything the host sent. */
  userMessage: string;
  /** Whether the call changes data of the host. Defaults to false. */
  changesData?: boolean;
}

/** A call to the REST host produced no usable response, for example because it was not sent at all; see `reason`. */
export class UpstreamUnavailableError extends Error implements FailedCall {
  readonly endpoint: string;
  readonly userMessage: string;
  readonly reason: UnavailableReason;
  /** Whether the host may have processed the last attempt of the call; false when that is certainly not the case. */
  readonly mayHaveArrived: boolean;
  /** Whether the host's data may have changed, by this call or by an earlier one of the same command. */
  mayHaveChangedData: boolean;

  constructor(
    { endpoint, userMessage, changesData = false }: FailedCall,
    reason: UnavailableReason,
    detail: string,
    mayHaveArrived = true,
  ) {
    super(`${endpoint}: ${reason}: ${detail}`);
    this.endpoint = endpoint;
    this.userMessage = userMessage;
    this.reason = reason;
    this.mayHaveArrived = mayHaveArrived;
    this.mayHaveChangedData = changesData && mayHaveArrived;
  }
}

/**
 * The REST host, or a proxy in front of it, responded to the call with status 400 or above (for a GET, up to 499).
 * `findContactOwner` also throws it, with status 404, for a successful response that contains no shopper.
 */
export class UpstreamRejectedError extends Error implements FailedCall {
  readonly endpoint: string;
  readonly userMessage: string;
  readonly status: number;
  /** The message in the response, see `parseMessage`; null when there is none. */
  readonly hostMessage: string | null;
  /** As in `UpstreamUnavailableError`. */
  mayHaveChangedData: boolean;

  constructor(
    { endpoint, userMessage, changesData = false }: FailedCall,
    status: number,
    hostMessage: string | null,
  ) {
    super(`${endpoint}: rejected with status ${status}`);
    this.endpoint = endpoint;
    this.userMessage = userMessage;
    this.status = status;
    this.hostMessage = hostMessage;
    // A proxy sends these statuses if it received no valid response from the host (RFC 9110, 15.6.3 and 15.6.5).
    this.mayHaveChangedData = changesData && (status === 502 || status === 504);
  }
}

/** A call to the REST host failed. */
export type UpstreamFailure = UpstreamRejectedError | UpstreamUnavailableError;

export function isUpstreamFailure(error: unknown): error is UpstreamFailure {
  return error instanceof UpstreamRejectedError || error instanceof UpstreamUnavailableError;
}

/**
 * Whether a status says that the host did not process the call and may accept the same call later (RFC 9110, 15.5.9;
 * RFC 6585, 4). Such a status says nothing about the content of the call, such as a password.
 */
export function isTemporaryRejection(status: number): boolean {
  return status === 408 || status === 429;
}

/** For `catch`: turns a rejected call into null, unless the host may accept it later. Rethrows any other error. */
export function nullIfRejected(error: unknown): null {
  if (error instanceof UpstreamRejectedError && !isTemporaryRejection(error.status)) return null;
  throw error;
}

/** For `catch`: turns the failure of a call into null and rethrows any other error. */
export function nullIfUpstreamFailed(error: unknown): null {
  if (isUpstreamFailure(error)) return null;
  throw error;
}

/** The user error for a failure. */
export function toUserError(failure: UpstreamFailure, message: string): UserError<FailureCode> {
  return userErrors.failed(getFailureCode(failure), message);
}

/** The user error for a failure, with the host's reason if it rejected the change and gave one that can be shown. */
export function toUserErrorWithReason(
  failure: UpstreamFailure,
  fallbackMessage: string,
): UserError<FailureCode> {
  const code = getFailureCode(failure);
  const isRejection = code === 'UPSTREAM_REJECTED' && failure instanceof UpstreamRejectedError;
  const reason = isRejection ? extractDisplayableMessage(failure.hostMessage) : null;
  return userErrors.failed(code, reason ?? fallbackMessage, { reason });
}

function getFailureCode(failure: UpstreamFailure): FailureCode {
  if (failure.mayHaveChangedData) return 'OUTCOME_UNKNOWN';
  const isRejection =
    failure instanceof UpstreamRejectedError && failure.status < 500 && !isTemporaryRejection(failure.status);
  return isRejection ? 'UPSTREAM_REJECTED' : 'UNAVAILABLE';
}

/** Signs of HTML, an object, several lines, a stack trace, or a host (`://`, `10.0.0.7`, `db.internal:5432`). */
const technicalDetails = [
  /[<>{}\r\n]|:\/\/|Exception|Error:/,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/,
  /\b(?:localhost|[\w-]+(?:\.[\w-]+)+):\d{2,5}\b/i,
];

const maxMessageLength = 200;

/** The host's message if it can be shown to users: short, on one line and without technical details; otherwise null. */
export function extractDisplayableMessage(message: string | null): string | null {
  const trimmed = message?.trim() ?? '';
  const isTooLong = trimmed.length > maxMessageLength;
  if (trimmed === '' || isTooLong || technicalDetails.some((pattern) => pattern.test(trimmed))) return null;
  return trimmed;
}
