import { setTimeout as pause } from 'node:timers/promises';
import { Breaker, type BreakerPolicy, type BreakerState, type TryOutcome } from './breaker.ts';
import { RestUnavailable, type UnavailableReason } from './errors.ts';
import { restPolicy } from './policy.ts';
import { Turnstile } from './turnstile.ts';

/** One call of spec.md 7. */
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
  shopperText: string;
  deadline?: number;
  longestAnswer?: number;
}

/** What the host answered, of whatever status. */
export interface RestAnswer {
  status: number;
  headers: Headers;
  /** The text, in the parts it came in. */
  parts: readonly string[];
}

/** The whole text of an answer. */
export function textOf(answer: RestAnswer): string {
  return answer.parts.join('');
}

/** Told of each finished call. */
export type RestObserver = (call: { endpoint: string; outcome: string; seconds: number }) => void;

/** Reasons after which another try would end the same. */
const isFinal: ReadonlySet<UnavailableReason> = new Set<UnavailableReason>(['answer', 'left-alone']);

/** Sends calls to the REST host by `restPolicy`, over kept-alive connections. */
export class RestTransport {
  readonly #baseUrl: string;
  readonly #observe: RestObserver;
  readonly #breakerPolicy: BreakerPolicy;
  readonly #turnstile = new Turnstile(restPolicy.concurrency);
  readonly #breakers = new Map<string, Breaker>();

  constructor(baseUrl: string, observe: RestObserver, breakerPolicy: BreakerPolicy) {
    this.#baseUrl = baseUrl;
    this.#observe = observe;
    this.#breakerPolicy = breakerPolicy;
  }

  /** The state of each endpoint that was called so far. */
  breakers(): Map<string, BreakerState> {
    return new Map([...this.#breakers].map(([endpoint, { state }]) => [endpoint, state]));
  }

  /** How many calls run now, and how many wait for their turn. */
  get load(): { running: number; waiting: number } {
    const { running, waiting } = this.#turnstile;
    return { running, waiting };
  }

  /**
   * Sends one call and reads its whole answer.
   *
   * @throws {RestUnavailable} when there is no answer, or, for a GET, only a server error, and when
   * the endpoint failed so often that it is left alone.
   */
  async send(call: RestCall): Promise<RestAnswer> {
    const deadline = AbortSignal.timeout(call.deadline ?? restPolicy.deadline);
    const signal = call.signal === undefined ? deadline : AbortSignal.any([deadline, call.signal]);
    return this.#turnstile.run(() => this.#tryUntil(call, signal));
  }

  async #tryUntil(call: RestCall, signal: AbortSignal): Promise<RestAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#guarded(call, signal);
      } catch (error) {
        const last = call.method !== 'GET' || attempt >= restPolicy.attempts || signal.aborted;
        if (last || !(error instanceof RestUnavailable) || isFinal.has(error.reason)) throw error;
      }
      await pause(Math.random() * restPolicy.pause * 2 ** attempt, undefined, { signal }).catch(() => {});
    }
  }

  async #guarded(call: RestCall, signal: AbortSignal): Promise<RestAnswer> {
    const breaker = this.#breakers.get(call.endpoint) ?? new Breaker(this.#breakerPolicy);
    this.#breakers.set(call.endpoint, breaker);
    if (!breaker.admits()) {
      throw new RestUnavailable(call.endpoint, 'left-alone', call.shopperText, 'it failed too often');
    }
    let outcome: TryOutcome = 'failed';
    try {
      const answer = await this.#once(call, signal);
      outcome = answer.status >= 500 ? 'failed' : 'answered';
      return answer;
    } catch (error) {
      if (error instanceof RestUnavailable && error.reason === 'caller-gone') outcome = 'unknown';
      throw error;
    } finally {
      breaker.ended(outcome);
    }
  }

  async #once(call: RestCall, signal: AbortSignal): Promise<RestAnswer> {
    const started = performance.now();
    let outcome = 'failed';
    try {
      const response = await fetch(this.#address(call), {
        method: call.method,
        headers: {
          accept: 'application/json, text/plain',
          ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...call.headers,
        },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        redirect: 'manual',
        signal,
      });
      outcome = String(response.status);
      const parts = await readParts(response, call);
      if (call.method === 'GET' && response.status >= 500) {
        throw new RestUnavailable(call.endpoint, 'status', call.shopperText, `status ${response.status}`);
      }
      return { status: response.status, headers: response.headers, parts };
    } catch (error) {
      if (error instanceof RestUnavailable) throw error;
      const reason = call.signal?.aborted ? 'caller-gone' : signal.aborted ? 'deadline' : 'network';
      outcome = reason;
      throw new RestUnavailable(call.endpoint, reason, call.shopperText, describe(error));
    } finally {
      this.#observe({ endpoint: call.endpoint, outcome, seconds: (performance.now() - started) / 1000 });
    }
  }

  #address(call: RestCall): string {
    const query = call.query === undefined ? '' : `?${new URLSearchParams(call.query)}`;
    return `${this.#baseUrl}${call.path}${query}`;
  }
}

async function readParts(response: Response, call: RestCall): Promise<string[]> {
  const longest = call.longestAnswer ?? restPolicy.longestAnswer;
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > longest) {
      throw new RestUnavailable(call.endpoint, 'answer', call.shopperText, `longer than ${longest} bytes`);
    }
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  parts.push(decoder.decode());
  return parts;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
