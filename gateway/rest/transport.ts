import { setTimeout as sleep } from 'node:timers/promises';
import { ConcurrencyLimit, QueueFullError } from '../concurrency/concurrency-limit.ts';
import type { TracedCall, TraceHeaders } from '../telemetry/tracing.ts';
import { type AttemptOutcome, CircuitBreaker, type CircuitState } from './circuit-breaker.ts';
import { Deadline } from './deadline.ts';
import { type UnavailableReason, UpstreamUnavailableError } from './errors.ts';
import { HttpPool, type HttpResponse, type ResponseHeaders } from './http-pool.ts';
import type { RestPolicy } from './policy.ts';
import { interrupted, readChunks, readWithPauses } from './response-body.ts';

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
  /** For `send`, the time limit of the call. For `stream`, the limit until the response begins and of each pause in it. */
  timeoutMs?: number;
  /** For `send` only. */
  maxResponseBytes?: number;
}

/** A response of the host with any status. */
export interface RestResponse {
  status: number;
  headers: ResponseHeaders;
  /** The body as it arrived: UTF-8 in chunks. */
  chunks: readonly Uint8Array[];
}

/** A response of the host with any status, whose body is read while it arrives. */
export interface RestStream {
  status: number;
  headers: ResponseHeaders;
  /** UTF-8 in chunks. Iterating over it throws an UpstreamUnavailableError when the response breaks off. */
  body: AsyncIterable<Uint8Array>;
}

/** The whole body as text. */
export function bodyText({ chunks: [first, ...others] }: RestResponse): string {
  if (first === undefined) return '';
  return new TextDecoder().decode(others.length === 0 ? first : Buffer.concat([first, ...others]));
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
  'queue-full',
]);

/** What a call without a complete response says about the host. */
const healthOfInterrupted: ReadonlyMap<UnavailableReason, AttemptOutcome> = new Map<
  UnavailableReason,
  AttemptOutcome
>([
  ['network', 'failed'],
  ['timeout', 'failed'],
  ['client-aborted', 'unknown'],
]);

type ReadResponse<Result> = (response: HttpResponse) => Promise<Result>;

/** Sends calls to the REST host over persistent connections, as the policy says. */
export class RestTransport {
  readonly policy: RestPolicy;
  readonly #pool: HttpPool;
  readonly #observer: RestObserver;
  readonly #limit: ConcurrencyLimit;
  readonly #breakers = new Map<string, CircuitBreaker>();

  constructor(baseUrl: string, observer: RestObserver, policy: RestPolicy) {
    this.#pool = new HttpPool(baseUrl, policy.maxConcurrent);
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

  /** Closes the connections when the running calls have ended. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  /**
   * Sends a call as soon as a slot is free and reads the whole response.
   *
   * @throws {UpstreamUnavailableError} if no response arrives, the endpoint's circuit breaker is open, the
   * queue is full, or a GET receives a server error.
   */
  async send(call: RestCall): Promise<RestResponse> {
    const deadline = new Deadline(call.timeoutMs ?? this.policy.timeoutMs, call.signal);
    const maxBytes = call.maxResponseBytes ?? this.policy.maxResponseBytes;
    try {
      return await this.#sendWithRetries(call, deadline, async ({ status, headers, body }) => {
        const chunks = await readChunks(body, maxBytes, call, deadline);
        rejectServerError(call, status);
        return { status, headers, chunks };
      });
    } finally {
      deadline.end();
    }
  }

  /**
   * Sends a call as soon as a slot is free and passes its response to `read`, without a limit of its size.
   * The call keeps its slot and its connection until `read` ends. The time limit applies to the start of the
   * response and to each wait for a chunk. A GET whose response breaks off is repeated with another `read`.
   *
   * @throws {UpstreamUnavailableError} as `send` does, and what `read` throws.
   */
  async stream<Result>(call: RestCall, read: (response: RestStream) => Promise<Result>): Promise<Result> {
    const deadline = new Deadline(call.timeoutMs ?? this.policy.timeoutMs, call.signal);
    try {
      return await this.#sendWithRetries(call, deadline, ({ status, headers, body }) => {
        rejectServerError(call, status);
        deadline.suspend();
        return read({ status, headers, body: readWithPauses(body, call, deadline) });
      });
    } finally {
      deadline.end();
    }
  }

  async #sendWithRetries<Result>(
    call: RestCall,
    deadline: Deadline,
    read: ReadResponse<Result>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#sendInSlot(call, deadline, read);
      } catch (error) {
        // A write is sent once: only its caller knows whether it may be repeated.
        const isLast = call.method !== 'GET' || attempt >= this.policy.maxAttempts || deadline.signal.aborted;
        if (isLast || !(error instanceof UpstreamUnavailableError) || finalReasons.has(error.reason))
          throw error;
        // The pause holds no slot: others can use it meanwhile.
        const backoffMs = Math.random() * this.policy.baseBackoffMs * 2 ** attempt;
        await sleep(backoffMs, undefined, { signal: deadline.signal }).catch(() => {});
        if (deadline.signal.aborted) throw error;
      }
      this.#observer.retried(call.endpoint);
    }
  }

  async #sendInSlot<Result>(call: RestCall, deadline: Deadline, read: ReadResponse<Result>): Promise<Result> {
    let hasSlot = false;
    const task = () => {
      hasSlot = true;
      return this.#sendThroughBreaker(call, deadline, read);
    };
    try {
      return await this.#limit.run(task, deadline.signal);
    } catch (error) {
      if (hasSlot) throw error;
      if (error instanceof QueueFullError) throw this.#notSent(call, 'queue-full', error.message);
      throw this.#notSent(call, deadline.reason ?? 'timeout', 'the call was waiting for a slot');
    }
  }

  async #sendThroughBreaker<Result>(
    call: RestCall,
    deadline: Deadline,
    read: ReadResponse<Result>,
  ): Promise<Result> {
    const breaker = this.#breakers.get(call.endpoint) ?? new CircuitBreaker(this.policy.breaker);
    this.#breakers.set(call.endpoint, breaker);
    const report = breaker.admit();
    if (report === null) throw this.#notSent(call, 'circuit-open', 'the endpoint has failed repeatedly');
    const startedAt = performance.now();
    const traced = this.#observer.attemptStarted(call.endpoint, call.method);
    let [outcome, health]: [string, AttemptOutcome] = ['failed', 'unknown'];
    try {
      const response = await this.#request(call, deadline, traced.headers);
      [outcome, health] = [String(response.status), isUnavailable(response.status) ? 'failed' : 'succeeded'];
      try {
        return await read(response);
      } finally {
        response.discard();
      }
    } catch (error) {
      if (error instanceof UpstreamUnavailableError) {
        const interruptedHealth = healthOfInterrupted.get(error.reason);
        if (interruptedHealth !== undefined) [outcome, health] = [error.reason, interruptedHealth];
      }
      throw error;
    } finally {
      report(health);
      traced.end(outcome);
      this.#observer.attemptEnded(call.endpoint, outcome, (performance.now() - startedAt) / 1000);
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
      throw interrupted(call, deadline, error);
    }
  }

  #notSent(call: RestCall, reason: UnavailableReason, detail: string): UpstreamUnavailableError {
    this.#observer.notSent(call.endpoint, reason);
    return new UpstreamUnavailableError(call.endpoint, reason, call.userMessage, detail, false);
  }
}

/**
 * Whether a status means that the host is down or overloaded: 502, 503 or 504 (RFC 9110, 15.6). A host
 * that responds with any other status works, even with 500: some hosts reject single calls that way.
 */
function isUnavailable(status: number): boolean {
  return status >= 502 && status <= 504;
}

/** A GET that receives a server error has no usable response. For a write, the response may say why. */
function rejectServerError({ endpoint, method, userMessage }: RestCall, status: number): void {
  if (method !== 'GET' || status < 500) return;
  throw new UpstreamUnavailableError(endpoint, 'status', userMessage, `status ${status}`);
}
