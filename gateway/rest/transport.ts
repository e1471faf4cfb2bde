import { setTimeout as pause } from 'node:timers/promises';
import { ConcurrencyLimit, QueueFullError } from '../concurrency/concurrency-limit.ts';
import type { TracedCall } from '../telemetry/tracing.ts';
import { type AttemptOutcome, CircuitBreaker, type CircuitState } from './circuit-breaker.ts';
import { type UnavailableReason, UpstreamUnavailableError } from './errors.ts';
import type { RestPolicy } from './policy.ts';

/** One call of requirements.md 7. */
export interface RestCall {
  /** The endpoint's name in logs and metrics, for example `getallproducts`. */
  endpoint: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the host's address, its parameters encoded. */
  path: string;
  query?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Ends the call when whoever waits for it is gone. */
  signal?: AbortSignal | undefined;
  /** What a shopper reads when the host cannot be used. */
  userMessage: string;
  timeoutMs?: number;
  maxResponseBytes?: number;
}

/** What the host answered, of whatever status. */
export interface RestResponse {
  status: number;
  headers: Headers;
  /** The text in UTF-8, in the parts it came in. */
  parts: readonly Uint8Array[];
}

/** The whole text of an answer. */
export function textOf(answer: RestResponse): string {
  return new TextDecoder().decode(Buffer.concat(answer.parts));
}

/** Told of what becomes of calls. */
export interface RestObserver {
  /** A try begins; gives the headers to send along and what to tell when it ends. */
  attemptStarted(endpoint: string, method: string): TracedCall;
  /** A try ended: with a status, or with the reason why there was none. */
  attemptEnded(endpoint: string, outcome: string, seconds: number): void;
  /** A call is tried again. */
  retried(endpoint: string): void;
  /** A call ended before it was sent. */
  notSent(endpoint: string, reason: UnavailableReason): void;
}

/** Reasons after which another try would end the same. */
const isFinal: ReadonlySet<UnavailableReason> = new Set<UnavailableReason>([
  'invalid-response',
  'circuit-open',
]);

/** Sends calls to the REST host by a policy, over kept-alive connections. */
export class RestTransport {
  readonly policy: RestPolicy;
  readonly #baseUrl: string;
  readonly #observer: RestObserver;
  readonly #turnstile: ConcurrencyLimit;
  readonly #breakers = new Map<string, CircuitBreaker>();

  constructor(baseUrl: string, observer: RestObserver, policy: RestPolicy) {
    this.#baseUrl = baseUrl;
    this.#observer = observer;
    this.policy = policy;
    this.#turnstile = new ConcurrencyLimit(policy.maxConcurrent, policy.maxQueue);
  }

  /** The state of each endpoint that was called so far. */
  breakers(): Map<string, CircuitState> {
    return new Map([...this.#breakers].map(([endpoint, { state }]) => [endpoint, state]));
  }

  /** How many calls run now, and how many wait for their turn. */
  get load(): { running: number; waiting: number } {
    const { running, waiting } = this.#turnstile;
    return { running, waiting };
  }

  /**
   * Sends one call when its turn comes and reads its whole answer.
   *
   * @throws {UpstreamUnavailableError} when there is no answer, or, for a GET, only a server error, when the
   * endpoint failed so often that it is left alone, and when too many calls wait already.
   */
  async send(call: RestCall): Promise<RestResponse> {
    const deadline = AbortSignal.timeout(call.timeoutMs ?? this.policy.timeoutMs);
    const signal = call.signal === undefined ? deadline : AbortSignal.any([deadline, call.signal]);
    try {
      return await this.#turnstile.run(() => this.#tryUntil(call, signal), signal);
    } catch (error) {
      if (error instanceof QueueFullError) throw this.#notSent(call, 'queue-full', error.message);
      if (error instanceof UpstreamUnavailableError || !signal.aborted) throw error;
      throw this.#notSent(call, endOf(call, signal), 'it waited for its turn');
    }
  }

  async #tryUntil(call: RestCall, signal: AbortSignal): Promise<RestResponse> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#guarded(call, signal);
      } catch (error) {
        const last = call.method !== 'GET' || attempt >= this.policy.maxAttempts || signal.aborted;
        if (last || !(error instanceof UpstreamUnavailableError) || isFinal.has(error.reason)) throw error;
      }
      await pause(Math.random() * this.policy.baseBackoffMs * 2 ** attempt, undefined, { signal }).catch(
        () => {},
      );
      this.#observer.retried(call.endpoint);
    }
  }

  async #guarded(call: RestCall, signal: AbortSignal): Promise<RestResponse> {
    const breaker = this.#breakers.get(call.endpoint) ?? new CircuitBreaker(this.policy.breaker);
    this.#breakers.set(call.endpoint, breaker);
    const report = breaker.admit();
    if (report === null) throw this.#notSent(call, 'circuit-open', 'it failed too often');
    let outcome: AttemptOutcome = 'failed';
    try {
      const answer = await this.#once(call, signal);
      outcome = saysUnavailable(answer.status) ? 'failed' : 'answered';
      if (call.method === 'GET' && answer.status >= 500) {
        throw new UpstreamUnavailableError(
          call.endpoint,
          'status',
          call.userMessage,
          `status ${answer.status}`,
        );
      }
      return answer;
    } catch (error) {
      if (error instanceof UpstreamUnavailableError && error.reason === 'client-aborted') outcome = 'unknown';
      throw error;
    } finally {
      report(outcome);
    }
  }

  async #once(call: RestCall, signal: AbortSignal): Promise<RestResponse> {
    const started = performance.now();
    const traced = this.#observer.attemptStarted(call.endpoint, call.method);
    let outcome = 'failed';
    try {
      const response = await fetch(this.#address(call), {
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
      const parts = await readParts(response, call, call.maxResponseBytes ?? this.policy.maxResponseBytes);
      return { status: response.status, headers: response.headers, parts };
    } catch (error) {
      if (error instanceof UpstreamUnavailableError) throw error;
      const reason = endOf(call, signal);
      outcome = reason;
      const mayHaveArrived = !(reason === 'network' && isWithoutConnection(error));
      throw new UpstreamUnavailableError(
        call.endpoint,
        reason,
        call.userMessage,
        describe(error),
        mayHaveArrived,
      );
    } finally {
      traced.end(outcome);
      this.#observer.attemptEnded(call.endpoint, outcome, (performance.now() - started) / 1000);
    }
  }

  #notSent(call: RestCall, reason: UnavailableReason, detail: string): UpstreamUnavailableError {
    this.#observer.notSent(call.endpoint, reason);
    return new UpstreamUnavailableError(call.endpoint, reason, call.userMessage, detail, false);
  }

  #address(call: RestCall): string {
    const query = call.query === undefined ? '' : `?${new URLSearchParams(call.query)}`;
    return `${this.#baseUrl}${call.path}${query}`;
  }
}

/**
 * Whether an answer says that the host is away or overloaded: RFC 9110 gives 502, 503 and 504 that
 * meaning. Any other status, also 500, is the answer of a host that works: some refuse single calls so.
 */
function saysUnavailable(status: number): boolean {
  return status >= 502 && status <= 504;
}

/** Why a call ended that gave no answer. */
function endOf(call: RestCall, signal: AbortSignal): UnavailableReason {
  if (call.signal?.aborted) return 'client-aborted';
  return signal.aborted ? 'timeout' : 'network';
}

/** Errors of a connection that never came about, so that nothing was sent over it. */
const connectionErrors: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function isWithoutConnection(error: unknown): boolean {
  if (!(error instanceof Error && error.cause instanceof Error)) return false;
  return 'code' in error.cause && connectionErrors.has(error.cause.code);
}

async function readParts(response: Response, call: RestCall, longest: number): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > longest) {
      throw new UpstreamUnavailableError(
        call.endpoint,
        'invalid-response',
        call.userMessage,
        `longer than ${longest} bytes`,
      );
    }
    parts.push(chunk);
  }
  return parts;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
