import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Options } from './options.ts';

/** One call to the host. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with its parameters encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the host answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body read as JSON; undefined when it is none. */
  readonly json: unknown;
}

/** No whole answer came; the message says why. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** Sends calls to one host. */
export interface Host {
  /** @throws NoAnswer */
  send(request: Request): Promise<Answer>;
}

/** The longest answer that is read, in bytes: a very large catalogue. */
const longestAnswer = 512 * 1024 * 1024;

/** The host of the command line; `stop` ends calls that run. */
export function hostOf(options: Options, stop: AbortSignal): Host {
  trust(options);
  return {
    send: async ({ method, path, query, body, headers }) => {
      const signal = AbortSignal.any([stop, AbortSignal.timeout(options.patience)]);
      const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
      try {
        const response = await fetch(options.url + path + search, {
          method,
          headers: {
            accept: 'application/json, text/plain',
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          // The gateway does not follow redirects either: they could lead anywhere.
          redirect: 'manual',
          signal,
        });
        const text = await readText(response);
        return { status: response.status, headers: response.headers, text, json: parsed(text) };
      } catch (error) {
        if (error instanceof NoAnswer) throw error;
        throw new NoAnswer(reasonOf(error, stop, options));
      }
    },
  };
}

/** How this process, whose only calls are these, looks at certificates. */
function trust({ certificate, insecure }: Options): void {
  if (certificate !== undefined) setDefaultCACertificates([...getCACertificates('default'), certificate]);
  if (insecure) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > longestAnswer) throw new NoAnswer(`an answer of more than ${longestAnswer} bytes`);
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  parts.push(decoder.decode());
  return parts.join('');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown, stop: AbortSignal, { patience }: Options): string {
  if (stop.aborted) return 'the check was stopped';
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer in ${patience / 1000} s`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const message = cause instanceof Error && cause.message !== '' ? cause.message : code;
  const ownCertificate = [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ];
  const advice = ownCertificate.includes(code) ? '; name its certificate with --ca FILE' : '';
  return `no answer (${message})${advice}`;
}
