import { setTimeout as sleep } from 'node:timers/promises';
import { ConcurrencyLimit, QueueFullError } from '../concurrency/concurrency-limit.ts';
import type { TracedCall } from '../telemetry/tracing.ts';
import { type AttemptOutcome, CircuitBreaker, type CircuitState } from './circuit-breaker.ts';
import { type UnavailableReason, UpstreamUnavailableError } from './errors.ts';
import type { RestPolicy } from './policy.ts';

/** A call of requirements.md 7. */
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
  /** What users read when the host is unavailable. */
  userMessage: string;
  timeoutMs?: number;
  maxResponseBytes?: number;
}

/** A response of the host with any status. */
export interface RestResponse {
  status: number;
  headers: Headers;
  /** The body as it arrived: UTF-8 in chunks. */
  chunks: readonly Uint8Array[];
}

/** The whole body as text. */
export function bodyText(response: RestResponse): string {
  return new TextDecoder().decode(Buffer.concat(response.chunks));
}

/** Receives what happens to calls. */
export interface RestObserver {
  /** Called before each attempt. Returns headers to send and a callback for the outcome. */
  attemptStarted(endpoint: string, method: string): TracedCall;
  /** @param outcome the status, or the reason why there is none. */
  attemptEnded(endpoint: string, outcome: string, seconds: number): void;
  retried(endpoint: string): void;
  /** Called for a call that fails before it is sent. */
  notSent(endpoint: string, reason: UnavailableReason): void;
}

/** Reasons for which a retry would fail again. */
const finalReasons: ReadonlySet<UnavailableReason> = new Set<UnavailableReason>([
  'invalid-response',
  'circuit-open',
]);

/** Sends calls to the REST host over persistent connections, as the policy says. */
export class RestTransport {
  readonly policy: RestPolicy;
  readonly #baseUrl: string;
  readonly #observer: RestObserver;
  readonly #limit: ConcurrencyLimit;
  readonly #breakers = new Map<string, CircuitBreaker>();

  constructor(baseUrl: string, observer: RestObserver, policy: RestPolicy) {
    this.#baseUrl = baseUrl;
    this.#observer = observer;
    this.policy = policy;
    this.#limit = new ConcurrencyLimit(policy.maxConcurrent, policy.maxQueue);
  }

  /** The state of the circuit breaker of each endpoint that was called so far. */
  breakers(): Map<string, CircuitState> {
    return new Map([...this.#breakers].map(([endpoint, { state }]) => [endpoint, state]));
  }

  /** The number of calls that are running, and of those waiting for a slot. */
  get load(): { running: number; waiting: number } {
    const { running, waiting } = this.#limit;
    return { running, waiting };
  }

  /**
   * Sends a call as soon as a slot is free and reads the whole response.
   *
   * @throws {UpstreamUnavailableError} if no response arrives, the endpoint's circuit breaker is open, the
   * queue is full, or a GET receives a server error.
   */
  async send(call: RestCall): Promise<RestResponse> {
    const timeout = AbortSignal.timeout(call.timeoutMs ?? this.policy.timeoutMs);
    const signal = call.signal === undefined ? timeout : AbortSignal.any([timeout, call.signal]);
    try {
      return await this.#limit.run(() => this.#sendWithRetries(call, signal), signal);
    } catch (error) {
      if (error instanceof QueueFullError) throw this.#notSent(call, 'queue-full', error.message);
      if (error instanceof UpstreamUnavailableError || !signal.aborted) throw error;
      throw this.#notSent(call, reasonOf(call, signal), 'the call was waiting for a slot');
    }
  }

  async #sendWithRetries(call: RestCall, signal: AbortSignal): Promise<RestResponse> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#sendThroughBreaker(call, signal);
      } catch (error) {
        // A write is sent once: only its caller knows whether it may be repeated.
        const isLast = call.method !== 'GET' || attempt >= this.policy.maxAttempts || signal.aborted;
        if (isLast || !(error instanceof UpstreamUnavailableError) || finalReasons.has(error.reason))
          throw error;
      }
      const backoffMs = Math.random() * this.policy.baseBackoffMs * 2 ** attempt;
      await sleep(backoffMs, undefined, { signal }).catch(() => {});
      this.#observer.retried(call.endpoint);
    }
  }

  async #sendThroughBreaker(call: RestCall, signal: AbortSignal): Promise<RestResponse> {
    const breaker = this.#breakers.get(call.endpoint) ?? new CircuitBreaker(this.policy.breaker);
    this.#breakers.set(call.endpoint, breaker);
    const report = breaker.admit();
    if (report === null) throw this.#notSent(call, 'circuit-open', 'the endpoint has failed repeatedly');
    let outcome: AttemptOutcome = 'failed';
    try {
      const response = await this.#sendOnce(call, signal);
      outcome = isUnavailable(response.status) ? 'failed' : 'succeeded';
      if (call.method === 'GET' && response.status >= 500) {
        throw new UpstreamUnavailableError(
          call.endpoint,
          'status',
          call.userMessage,
          `status ${response.status}`,
        );
      }
      return response;
    } catch (error) {
      if (error instanceof UpstreamUnavailableError && error.reason === 'client-aborted') outcome = 'unknown';
      throw error;
    } finally {
      report(outcome);
    }
  }

  async #sendOnce(call: RestCall, signal: AbortSignal): Promise<RestResponse> {
    const startedAt = performance.now();
    const traced = this.#observer.attemptStarted(call.endpoint, call.method);
    let outcome = 'failed';
    try {
      const response = await fetch(this.#urlOf(call), {
        method: call.method,
        headers: {
          accept: 'application/json, text/plain',
          ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...call.headers,
          ...traced.headers,
        },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        redirect: 'manual',
        signal,
      });
      outcome = String(response.status);
      const chunks = await readChunks(response, call, call.maxResponseBytes ?? this.policy.maxResponseBytes);
      return { status: response.status, headers: response.headers, chunks };
    } catch (error) {
      if (error instanceof UpstreamUnavailableError) throw error;
      const reason = reasonOf(call, signal);
      outcome = reason;
      const mayHaveArrived = !(reason === 'network' && isConnectionError(error));
      throw new UpstreamUnavailableError(
        call.endpoint,
        reason,
        call.userMessage,
        describeError(error),
        mayHaveArrived,
      );
    } finally {
      traced.end(outcome);
      this.#observer.attemptEnded(call.endpoint, outcome, (performance.now() - startedAt) / 1000);
    }
  }

  #notSent(call: RestCall, reason: UnavailableReason, detail: string): UpstreamUnavailableError {
    this.#observer.notSent(call.endpoint, reason);
    return new UpstreamUnavailableError(call.endpoint, reason, call.userMessage, detail, false);
  }

  #urlOf(call: RestCall): string {
    const query = call.query === undefined ? '' : `?${new URLSearchParams(call.query)}`;
    return `${this.#baseUrl}${call.path}${query}`;
  }
}

/**
 * Whether a status means that the host is down or overloaded: 502, 503 or 504 (RFC 9110, 15.6). A host
 * that responds with any other status works, even with 500: some hosts reject single calls that way.
 */
function isUnavailable(status: number): boolean {
  return status >= 502 && status <= 504;
}

/** Why a call ended without a response. */
function reasonOf(call: RestCall, signal: AbortSignal): UnavailableReason {
  if (call.signal?.aborted) return 'client-aborted';
  return signal.aborted ? 'timeout' : 'network';
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

function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error && error.cause instanceof Error)) return false;
  return 'code' in error.cause && connectionErrorCodes.has(error.cause.code);
}

async function readChunks(response: Response, call: RestCall, maxBytes: number): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) {
      throw new UpstreamUnavailableError(
        call.endpoint,
        'invalid-response',
        call.userMessage,
        `the response is longer than ${maxBytes} bytes`,
      );
    }
    chunks.push(chunk);
  }
  return chunks;
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
