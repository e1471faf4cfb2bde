/**
 * Why a REST call produced no usable response. A call with the reason `circuit-open` or `queue-full` was
 * never sent.
 */
export type UnavailableReason =
  | 'network'
  | 'timeout'
  | 'client-aborted'
  | 'status'
  | 'invalid-response'
  | 'circuit-open'
  | 'queue-full';

/** The REST host could not be reached, was too slow, or answered something that makes no sense. */
export class UpstreamUnavailableError extends Error {
  readonly endpoint: string;
  readonly reason: UnavailableReason;
  /** What a shopper may read about it; the texts of requirements.md 8. Never holds anything the host said. */
  readonly userMessage: string;
  /** Whether the host may have got the call; false when it was certainly never sent. */
  readonly mayHaveArrived: boolean;

  constructor(
    endpoint: string,
    reason: UnavailableReason,
    userMessage: string,
    detail: string,
    mayHaveArrived = true,
  ) {
    super(`${endpoint}: ${reason}: ${detail}`);
    this.mayHaveArrived = mayHaveArrived;
    this.endpoint = endpoint;
    this.reason = reason;
    this.userMessage = userMessage;
  }
}

/** The REST host understood the call and refused it. */
export class UpstreamRejectedError extends Error {
  readonly endpoint: string;
  readonly status: number;
  /** The host's own words, the `message` of its answer; null when it gave none. */
  readonly hostMessage: string | null;
  /** What a shopper may read where nothing better is known; the texts of requirements.md 8. */
  readonly userMessage: string;

  constructor(endpoint: string, status: number, hostMessage: string | null, userMessage: string) {
    super(`${endpoint}: refused with status ${status}`);
    this.endpoint = endpoint;
    this.status = status;
    this.hostMessage = hostMessage;
    this.userMessage = userMessage;
  }
}

/** For `catch`: null where the host refused a call; any other error is thrown again. */
export function nullIfRejected(error: unknown): null {
  if (error instanceof UpstreamRejectedError) return null;
  throw error;
}

/**
 * The host's words where they are fit for a shopper, else `fallback`. Fit is one short plain
 * sentence of a refusal (4xx): not a stack, an address or a page that came along with an error.
 */
export function userMessageOf(refusal: UpstreamRejectedError, fallback: string): string {
  return (refusal.status < 500 ? displayableMessage(refusal.hostMessage) : null) ?? fallback;
}

/** Marks of a page, an object, a stack, or of an address: `://`, `10.0.0.7`, `db.internal:5432`. */
const unfit = [
  /[<>{}\r\n]|:\/\/|Exception|Error:/,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/,
  /\b(?:localhost|[\w-]+(?:\.[\w-]+)+):\d{2,5}\b/i,
];

/** The host's words where they are fit for a shopper; null where they are not, or where there are none. */
export function displayableMessage(words: string | null): string | null {
  const text = words?.trim() ?? '';
  return text.length > 0 && text.length <= 200 && !unfit.some((mark) => mark.test(text)) ? text : null;
}
