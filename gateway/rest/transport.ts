import { setTimeout as pause } from 'node:timers/promises';
import { RestUnavailable } from './errors.ts';
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

/** Sends calls to the REST host by `restPolicy`, over kept-alive connections. */
export class RestTransport {
  readonly #baseUrl: string;
  readonly #observe: RestObserver;
  readonly #turnstile = new Turnstile(restPolicy.concurrency);

  constructor(baseUrl: string, observe: RestObserver = () => {}) {
    this.#baseUrl = baseUrl;
    this.#observe = observe;
  }

  /**
   * Sends one call and reads its whole answer.
   *
   * @throws {RestUnavailable} when there is no answer, or, for a GET, only a server error.
   */
  async send(call: RestCall): Promise<RestAnswer> {
    const deadline = AbortSignal.timeout(call.deadline ?? restPolicy.deadline);
    const signal = call.signal === undefined ? deadline : AbortSignal.any([deadline, call.signal]);
    return this.#turnstile.run(() => this.#tryUntil(call, signal));
  }

  async #tryUntil(call: RestCall, signal: AbortSignal): Promise<RestAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(call, signal);
      } catch (error) {
        const last = call.method !== 'GET' || attempt >= restPolicy.attempts || signal.aborted;
        if (last || !(error instanceof RestUnavailable) || error.reason === 'answer') throw error;
      }
      await pause(Math.random() * restPolicy.pause * 2 ** attempt, undefined, { signal }).catch(() => {});
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
