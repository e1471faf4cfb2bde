import { isUtf8 } from 'node:buffer';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { restPolicy } from '#gateway/rest/transport.ts';
import type { Options } from './options.ts';

/** A request to the host. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with its parameters encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response of the host. */
export interface HostResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly isUtf8: boolean;
  /** The body parsed as JSON; undefined if it is not JSON. */
  readonly json: unknown;
}

/** No complete response was received. The message says why. */
export class NoResponseError extends Error {
  override name = 'NoResponseError';
}

/** Sends requests to one host. */
export interface Host {
  /** @throws NoResponseError */
  send(request: Request): Promise<HostResponse>;
}

/** Enough for a very large catalogue. */
const maxResponseBytes = 512 * 1024 * 1024;

/** Creates a client for the host. `stop` aborts running requests. */
export function createHost(options: Options, stop: AbortSignal): Host {
  configureTls(options);
  return {
    send: async ({ method, path, query, body, headers }) => {
      const timeoutMs = options.timeoutMs ?? getGatewayTimeoutMs(path);
      const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
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
          // The gateway does not follow redirects either, since they could lead anywhere.
          redirect: 'manual',
          signal,
        });
        const bytes = await readBytes(response);
        const text = new TextDecoder().decode(bytes);
        return {
          status: response.status,
          headers: response.headers,
          text,
          isUtf8: isUtf8(bytes),
          json: tryParseJson(text),
        };
      } catch (error) {
        if (error instanceof NoResponseError) throw error;
        throw new NoResponseError(describeFailure(error, stop, timeoutMs));
      }
    },
  };
}

/** A call that the gateway would give up must fail here too. */
function getGatewayTimeoutMs(path: string): number {
  return path === '/getallproducts' ? restPolicy.catalogueTimeoutMs : restPolicy.timeoutMs;
}

/** Configures which certificates the whole process accepts. It connects to this host only. */
function configureTls({ certificate, insecure }: Options): void {
  if (certificate !== undefined) setDefaultCACertificates([...getCACertificates('default'), certificate]);
  if (insecure) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
}

async function readBytes(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxResponseBytes) {
      throw new NoResponseError(`a response of more than ${maxResponseBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeFailure(error: unknown, stop: AbortSignal, timeoutMs: number): string {
  if (stop.aborted) return 'the check was stopped';
  if (error instanceof Error && error.name === 'TimeoutError') return `no response in ${timeoutMs / 1000} s`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const message = cause instanceof Error && cause.message !== '' ? cause.message : code;
  const unknownCertificateCodes = [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ];
  const advice = unknownCertificateCodes.includes(code)
    ? "; specify the host's certificate with --ca FILE"
    : '';
  return `no response (${message})${advice}`;
}
