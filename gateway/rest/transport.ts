import { setTimeout as sleep } from 'node:timers/promises';
import { ConcurrencyLimit, QueueFullError } from '../concurrency/concurrency-limit.ts';
import type { TracedCall, TraceHeaders } from '../telemetry/tracing.ts';
import {
  createInterruptedError,
  Deadline,
  type RestCall,
  type RestResponse,
  type RestStream,
  readBody,
  readStream,
} from './call.ts';
import {
  type AttemptHealth,
  CircuitBreaker,
  type CircuitBreakerPolicy,
  type CircuitState,
} from './circuit-breaker.ts';
import { type UnavailableReason, UpstreamUnavailableError } from './errors.ts';
import { HttpPool, type HttpPoolOptions, type HttpResponse } from './http-pool.ts';

/** How the gateway calls the REST host. */
export interface RestPolicy {
  /** Time limit of a call, including the wait for a slot and all retries. */
  timeoutMs: number;
  /** Replaces `timeoutMs` for the list of all products: the maximum time without receiving data. */
  catalogueTimeoutMs: number;
  /** Attempts of a repeatable call. A write is attempted once: only its caller knows whether it may be repeated. */
  maxAttempts: number;
  /** The pause before a retry is random: at most twice this before the first, and four times this before the second. */
  baseBackoffMs: number;
  /**
   * When calls to a failing endpoint are suspended. An attempt counts as failed if the connection fails, no complete
   * response arrives in time, or the response has a status of 502 to 504.
   */
  breaker: CircuitBreakerPolicy;
  /** Calls that run at the same time. Further calls wait in a queue. */
  maxConcurrent: number;
  /** Maximum number of waiting calls. Further calls are rejected, since they would probably time out anyway. */
  maxQueued: number;
  maxResponseBytes: number;
  /** The limit for the list of all products, which is not held in memory as a whole. */
  maxCatalogueBytes: number;
}

/** The policy of production gateways. */
export const restPolicy: RestPolicy = {
  timeoutMs: 8_000,
  catalogueTimeoutMs: 60_000,
  maxAttempts: 3,
  baseBackoffMs: 100,
  breaker: { failureThreshold: 5, minOpenMs: 1_000, maxOpenMs: 30_000 },
  maxConcurrent: 64,
  // With a host that takes a second per call, the timeout allows for eight rounds of 64 calls.
  maxQueued: 512,
  maxResponseBytes: 16 * 1024 * 1024,
  // The index stores all texts of a field in one buffer, with 32-bit offsets.
  maxCatalogueBytes: 4 * 1024 * 1024 * 1024 - 1,
};

/** Receives the events of calls, for metrics and traces. */
export interface RestObserver {
  /** Called before each attempt. Returns headers to send and a callback for the outcome. */
  onAttemptStart(endpoint: string, method: string): TracedCall;
  /** @param outcome the status or, if the attempt was interrupted, the reason. */
  onAttemptEnd(endpoint: string, outcome: string, seconds: number): void;
  onRetry(endpoint: string): void;
  /** Called instead of `onAttemptStart` and `onAttemptEnd` for an attempt that is not sent. */
  onNotSent(endpoint: string, reason: UnavailableReason): void;
}

/** Reasons after which a retry would probably fail too. */
const nonRetryableReasons: ReadonlySet<UnavailableReason> = new Set<UnavailableReason>([
  'invalid-response',
  'circuit-open',
  'queue-full',
  'unauthorized',
]);

/** What a call without a complete response says about the host. */
const healthByReason: Partial<Record<UnavailableReason, AttemptHealth>> = {
  network: 'failed',
  timeout: 'failed',
  'client-aborted': 'unknown',
};

type ReadResponse<Result> = (response: HttpResponse) => Promise<Result>;

/** Sends calls to the REST host over persistent connections, as the policy says. */
export class RestTransport {
  readonly #policy: RestPolicy;
  readonly #hasToken: boolean;
  readonly #pool: HttpPool;
  readonly #observer: RestObserver;
  readonly #limit: ConcurrencyLimit;
  readonly #breakers = new Map<string, CircuitBreaker>();

  constructor(baseUrl: string, observer: RestObserver, policy: RestPolicy, options?: HttpPoolOptions) {
    this.#pool = new HttpPool(baseUrl, policy.maxConcurrent, options);
    this.#hasToken = options?.token !== undefined;
    this.#observer = observer;
    this.#policy = policy;
    this.#limit = new ConcurrencyLimit(policy.maxConcurrent, policy.maxQueued);
  }

  /** The state of the circuit breaker of each endpoint that has been called so far. */
  getBreakerStates(): Map<string, CircuitState> {
    return new Map([...this.#breakers].map(([endpoint, { state }]) => [endpoint, state]));
  }

  /** The number of calls that are running, and of those waiting for a slot. */
  get load(): { running: number; waiting: number } {
    const { running, waiting } = this.#limit;
    return { running, waiting };
  }

  /** Closes the connections when the running calls have ended. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  /**
   * Sends a call as soon as a slot is free and reads the whole response.
   *
   * @throws {UpstreamUnavailableError} if no complete response arrives, the response is too long, the endpoint's
   * circuit breaker is open, the queue is full, the host requires a token that the call lacks, or a GET receives a
   * server error.
   */
  async send(call: RestCall): Promise<RestResponse> {
    const { timeoutMs, maxResponseBytes } = this.#policy;
    const deadline = new Deadline(timeoutMs, call.signal);
    try {
      return await this.#sendWithRetries(call, deadline, async ({ status, headers, body }) => {
        const content = await readBody(body, maxResponseBytes, call, deadline);
        rejectServerError(call, status);
        return { status, headers, body: content };
      });
    } finally {
      deadline.end();
    }
  }

  /**
   * Sends a call for the catalogue as soon as a slot is free and passes its response to `read` while it arrives.
   * The call keeps its slot and its connection until `read` ends. The timeout applies to the start of the
   * response and to each wait for a chunk. If the response to a GET is interrupted, the call and `read` are repeated.
   *
   * @throws {UpstreamUnavailableError} as `send` does, and what `read` throws.
   */
  async stream<Result>(call: RestCall, read: (response: RestStream) => Promise<Result>): Promise<Result> {
    const { catalogueTimeoutMs, maxCatalogueBytes } = this.#policy;
    const deadline = new Deadline(catalogueTimeoutMs, call.signal);
    try {
      const readResponse: ReadResponse<Result> = ({ status, headers, body }) => {
        rejectServerError(call, status);
        deadline.suspend();
        return read({ status, headers, body: readStream(body, maxCatalogueBytes, call, deadline) });
      };
      return await this.#sendWithRetries(call, deadline, readResponse, () => deadline.restart());
    } finally {
      deadline.end();
    }
  }

  async #sendWithRetries<Result>(
    call: RestCall,
    deadline: Deadline,
    read: ReadResponse<Result>,
    beforeRetry = () => {},
  ): Promise<Result> {
    const { isRepeatable = call.method === 'GET' } = call;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#sendInSlot(call, deadline, read);
      } catch (error) {
        const isLast = !isRepeatable || attempt >= this.#policy.maxAttempts || deadline.signal.aborted;
        if (isLast || !(error instanceof UpstreamUnavailableError) || nonRetryableReasons.has(error.reason))
          throw error;
        // No slot is held during the pause, so that other calls can run.
        const backoffMs = Math.random() * this.#policy.baseBackoffMs * 2 ** attempt;
        await sleep(backoffMs, undefined, { signal: deadline.signal }).catch(() => {});
        if (deadline.signal.aborted) throw error;
      }
      this.#observer.onRetry(call.endpoint);
      beforeRetry();
    }
  }

  async #sendInSlot<Result>(call: RestCall, deadline: Deadline, read: ReadResponse<Result>): Promise<Result> {
    const release = await this.#limit.acquire(deadline.signal).catch((error: unknown) => {
      if (error instanceof QueueFullError) throw this.#createNotSentError(call, 'queue-full', error.message);
      throw this.#createNotSentError(call, deadline.reason ?? 'timeout', 'the call was waiting for a slot');
    });
    try {
      return await this.#sendThroughBreaker(call, deadline, read);
    } finally {
      release();
    }
  }

  async #sendThroughBreaker<Result>(
    call: RestCall,
    deadline: Deadline,
    read: ReadResponse<Result>,
  ): Promise<Result> {
    const breaker = this.#breakers.get(call.endpoint) ?? new CircuitBreaker(this.#policy.breaker);
    this.#breakers.set(call.endpoint, breaker);
    const report = breaker.admit();
    if (report === null)
      throw this.#createNotSentError(call, 'circuit-open', 'the endpoint has failed repeatedly');
    const startedAt = performance.now();
    const traced = this.#observer.onAttemptStart(call.endpoint, call.method);
    let [outcome, health]: [string, AttemptHealth] = ['failed', 'unknown'];
    try {
      const response = await this.#request(call, deadline, traced.headers);
      [outcome, health] = [String(response.status), isUnavailable(response.status) ? 'failed' : 'succeeded'];
      try {
        this.#rejectUnauthorized(call, response);
        return await read(response);
      } finally {
        response.discard();
      }
    } catch (error) {
      if (error instanceof UpstreamUnavailableError) {
        const interruptedHealth = healthByReason[error.reason];
        if (interruptedHealth !== undefined) [outcome, health] = [error.reason, interruptedHealth];
      }
      throw error;
    } finally {
      report(health);
      traced.end(outcome);
      this.#observer.onAttemptEnd(call.endpoint, outcome, (performance.now() - startedAt) / 1000);
    }
  }

  async #request(call: RestCall, deadline: Deadline, traceHeaders: TraceHeaders): Promise<HttpResponse> {
    const query = call.query === undefined ? '' : `?${new URLSearchParams(call.query)}`;
    try {
      return await this.#pool.request({
        method: call.method,
        path: `${call.path}${query}`,
        headers: {
          accept: 'application/json, text/plain',
          ...(call.body !== undefined && { 'content-type': 'application/json' }),
          ...call.headers,
          ...traceHeaders,
        },
        body: call.body === undefined ? null : JSON.stringify(call.body),
        signal: deadline.signal,
      });
    } catch (error) {
      throw createInterruptedError(call, deadline, error);
    }
  }

  #rejectUnauthorized(call: RestCall, { status, headers }: HttpResponse): void {
    if (!isTokenRejection(status, headers['www-authenticate'])) return;
    // Some frameworks add this header to every 401, even if the host requires no token.
    if (call.verifiesPassword && !this.#hasToken) return;
    const advice = 'the host requires a token; set REST_API_TOKEN to one that it accepts';
    throw new UpstreamUnavailableError(call, 'unauthorized', advice, false);
  }

  #createNotSentError(call: RestCall, reason: UnavailableReason, detail: string): UpstreamUnavailableError {
    this.#observer.onNotSent(call.endpoint, reason);
    return new UpstreamUnavailableError(call, reason, detail, false);
  }
}

/**
 * Whether a status means that the host is down or overloaded: 502, 503 or 504 (RFC 9110, 15.6). Any other status, even
 * 500, shows that the host works: some hosts reject individual calls with 500.
 */
function isUnavailable(status: number): boolean {
  return status >= 502 && status <= 504;
}

/**
 * Whether a host rejects the token of a request, or the lack of one, rather than a shopper's password.
 * `WWW-Authenticate` distinguishes the two.
 */
export function isTokenRejection(status: number, challenge: string | null = null): boolean {
  const unquoted = challenge?.replaceAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)/g, '') ?? '';
  return status === 401 && /(?:^|,)\s*bearer(?![^\s,])/i.test(unquoted);
}

/** A GET that receives a server error has no usable response. The response to a write may say why it was rejected. */
function rejectServerError(call: RestCall, status: number): void {
  if (call.method !== 'GET' || status < 500) return;
  throw new UpstreamUnavailableError(call, 'status', `status ${status}`);
}
