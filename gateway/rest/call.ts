import { describeReason } from '../domain/describe-reason.ts';
import { UpstreamUnavailableError } from './errors.ts';
import { BodyTooLongError, limitBytes, type ResponseHeaders, readBytes } from './http-pool.ts';

/** A call to the REST API (requirements.md 7). */
export interface RestCall {
  /** Name of the endpoint in logs and metrics, for example `getallproducts`. */
  endpoint: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the host's URL, with encoded parameters. */
  path: string;
  query?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Aborted when the caller no longer needs the response. */
  signal?: AbortSignal | undefined;
  /** What users read if the call fails, unless the use case has a message of its own. */
  userMessage: string;
  /** Whether the call changes data of the host. Defaults to false. */
  changesData?: boolean;
  /** Whether the call may be sent again after an attempt without a usable response. By default, only GET may. */
  isRepeatable?: boolean;
  /** Whether a 401 may mean that a shopper's password is wrong. */
  verifiesPassword?: boolean;
}

type CallOptions = Omit<RestCall, 'endpoint' | 'method' | 'path' | 'userMessage'>;

/** Creates a call. The first segment of the path is the name of its endpoint. */
export function createCall(
  method: RestCall['method'],
  path: `/${string}`,
  userMessage: string,
  options: CallOptions = {},
): RestCall {
  const [, endpoint = ''] = path.split('/', 2);
  return { endpoint, method, path, userMessage, ...options };
}

/**
 * Creates a call on behalf of a shopper or visitor. Every method except GET changes the host's data unless the options
 * say otherwise.
 */
export function createShopperCall(
  method: RestCall['method'],
  path: `/${string}`,
  options?: CallOptions,
): RestCall {
  const userMessage = method === 'GET' ? 'Failed to fetch user data' : 'Something went wrong!';
  return createCall(method, path, userMessage, { changesData: method !== 'GET', ...options });
}

/** The header that tells the host the language of its e-mails. */
export function createLanguageHeader(acceptLanguage: string | null): Record<string, string> {
  return acceptLanguage === null ? {} : { 'accept-language': acceptLanguage };
}

/** A response of the host with any status. */
export interface RestResponse {
  status: number;
  headers: ResponseHeaders;
  /** UTF-8. */
  body: Uint8Array;
}

/** A response of the host with any status, whose body is read while it arrives. */
export interface RestStream {
  status: number;
  headers: ResponseHeaders;
  /** UTF-8 in chunks. Iterating over it throws an UpstreamUnavailableError if it is interrupted or too long. */
  body: AsyncIterable<Uint8Array>;
}

/** The whole body as text. */
export function decodeBody({ body }: RestResponse): string {
  return new TextDecoder().decode(body);
}

/** Aborts its signal on a timeout, or when the caller's signal aborts. Costs less per call than `AbortSignal.any`. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #abort = () => this.#controller.abort();
  readonly #ms: number;
  readonly #callerSignal: AbortSignal | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Starts the timer. `end` must be called when the work is done. */
  constructor(ms: number, callerSignal: AbortSignal | undefined) {
    this.#ms = ms;
    this.#callerSignal = callerSignal;
    if (callerSignal?.aborted) this.#abort();
    else callerSignal?.addEventListener('abort', this.#abort);
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the signal was aborted; null while it is not. */
  get reason(): 'client-aborted' | 'timeout' | null {
    if (this.#callerSignal?.aborted) return 'client-aborted';
    return this.signal.aborted ? 'timeout' : null;
  }

  /** Restarts the timer from zero. */
  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#abort, this.#ms);
  }

  /** Stops the timer until `restart`. */
  suspend(): void {
    clearTimeout(this.#timer);
  }

  /** Releases the timer and the signal of the caller. */
  end(): void {
    this.suspend();
    this.#callerSignal?.removeEventListener('abort', this.#abort);
  }
}

/** Codes of errors that occur before a connection is established, so that nothing was sent. */
const connectionErrorCodes: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Creates the error for a call that was aborted or whose connection failed. */
export function createInterruptedError(
  call: RestCall,
  deadline: Deadline,
  error: unknown,
): UpstreamUnavailableError {
  const isConnectionError = error instanceof Error && 'code' in error && connectionErrorCodes.has(error.code);
  const mayHaveArrived = deadline.reason !== null || !isConnectionError;
  return new UpstreamUnavailableError(
    call,
    deadline.reason ?? 'network',
    describeReason(error),
    mayHaveArrived,
  );
}

/** Reads a whole body. @throws {UpstreamUnavailableError} if it is interrupted or longer than `maxBytes`. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  call: RestCall,
  deadline: Deadline,
): Promise<Uint8Array> {
  try {
    return await readBytes(body, maxBytes);
  } catch (error) {
    throw createReadError(call, deadline, error);
  }
}

/** Creates the error for a body that was interrupted or is too long. */
function createReadError(call: RestCall, deadline: Deadline, error: unknown): UpstreamUnavailableError {
  return error instanceof BodyTooLongError
    ? new UpstreamUnavailableError(call, 'invalid-response', error.message)
    : createInterruptedError(call, deadline, error);
}

/** Reads a body chunk by chunk. The timer runs while a chunk is awaited, not while the caller processes one. */
export async function* readWithIdleTimeout(
  body: AsyncIterable<Uint8Array>,
  deadline: Deadline,
): AsyncGenerator<Uint8Array> {
  deadline.restart();
  for await (const chunk of body) {
    deadline.suspend();
    yield chunk;
    deadline.restart();
  }
}

/** Like `readBody`, but reads chunk by chunk with an idle timeout. */
export async function* readStream(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  call: RestCall,
  deadline: Deadline,
): AsyncGenerator<Uint8Array> {
  try {
    yield* readWithIdleTimeout(limitBytes(body, maxBytes), deadline);
  } catch (error) {
    throw createReadError(call, deadline, error);
  }
}
