import { isUtf8 } from 'node:buffer';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Deadline, readWithIdleTimeout } from '#gateway/rest/call.ts';
import { BodyTooLongError, readBytes } from '#gateway/rest/http-pool.ts';
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

/** Enough for a very large catalogue. The gateway accepts more, but here the list becomes one string. */
const maxCatalogueBytes = 512 * 1024 * 1024;

/** Creates a client for the host. `stop` aborts running requests. */
export function createHost(options: Options, stop: AbortSignal): Host {
  configureTls(options);
  return {
    send: async (request) => {
      // A call that the gateway would give up on must fail here too. The gateway reads the list of all products as a
      // stream, which may take any time while data arrives.
      const isCatalogue = request.path === '/getallproducts';
      const { catalogueTimeoutMs, timeoutMs, maxResponseBytes } = restPolicy;
      const limitMs = options.timeoutMs ?? (isCatalogue ? catalogueTimeoutMs : timeoutMs);
      const deadline = new Deadline(limitMs, stop);
      try {
        const response = await sendRequest(options, request, deadline.signal);
        const body = response.body ?? new Blob().stream();
        const bytes = isCatalogue
          ? await readBytes(readWithIdleTimeout(body, deadline), maxCatalogueBytes)
          : await readBytes(body, maxResponseBytes);
        const text = new TextDecoder().decode(bytes);
        return {
          status: response.status,
          headers: response.headers,
          text,
          isUtf8: isUtf8(bytes),
          json: tryParseJson(text),
        };
      } catch (error) {
        throw new NoResponseError(describeFailure(error, deadline, limitMs));
      } finally {
        deadline.end();
      }
    },
  };
}

function sendRequest(
  { url, token }: Options,
  { method, path, query, body, headers }: Request,
  signal: AbortSignal,
): Promise<Response> {
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  return fetch(url + path + search, {
    method,
    headers: {
      accept: 'application/json, text/plain',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // The gateway does not follow redirects either, since they could lead anywhere.
    redirect: 'manual',
    signal,
  });
}

/** Configures which certificates the whole process accepts. It connects to this host only. */
function configureTls({ certificate, insecure }: Options): void {
  if (certificate !== undefined) setDefaultCACertificates([...getCACertificates('default'), certificate]);
  if (insecure) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeFailure(error: unknown, { reason }: Deadline, limitMs: number): string {
  if (reason === 'client-aborted') return 'the check was stopped';
  if (reason === 'timeout') return `no complete response within the timeout of ${limitMs / 1000} s`;
  if (error instanceof BodyTooLongError) return error.message;
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
