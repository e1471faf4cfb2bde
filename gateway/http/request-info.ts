import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import proxyaddr from 'proxy-addr';
import { hasPartnerKey } from '../auth/partner-keys.ts';
import type { RequestInfo } from '../graphql/context.ts';
import type { TraceHeaders } from '../telemetry/tracing.ts';

export const requestIdHeader = 'x-request-id';

/** The id of the request that a response belongs to. The response, its errors and the log lines carry it. */
export function getRequestId(response: ServerResponse): string {
  return String(response.getHeader(requestIdHeader) ?? '');
}

/** Middleware that assigns an id to each request. */
export function assignRequestId(_: IncomingMessage, response: ServerResponse, next: () => void): void {
  response.setHeader(requestIdHeader, randomUUID());
  next();
}

const hostPattern = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** How the gateway learns which origin and IP address a client uses. */
export interface ProxySettings {
  /** The `PUBLIC_URL` setting. */
  publicUrl: string | undefined;
  /** Number of proxies in front of the gateway. */
  trustedProxies: number;
}

/**
 * The shop's origin as the client sees it: the `PUBLIC_URL` setting, otherwise the protocol and host of
 * the request. Null if the Host header is not a valid host, or a proxy reports a protocol other than HTTP(S).
 */
export function getShopOrigin(
  { headers }: IncomingMessage,
  { publicUrl, trustedProxies }: ProxySettings,
): string | null {
  if (publicUrl !== undefined) return publicUrl;
  const forwarded = trustedProxies === 0 ? undefined : headers['x-forwarded-proto'];
  const protocol = String(forwarded ?? 'http')
    .split(',', 1)[0]
    ?.trim();
  const { host = '' } = headers;
  const isHttp = protocol === 'http' || protocol === 'https';
  const origin = `${protocol}://${host.toLowerCase()}`;
  // The pattern accepts some hosts that no URL can have, such as `shop.example:99999`.
  return isHttp && hostPattern.test(host) && URL.canParse(origin) ? origin : null;
}

/** The error message for a request whose `getShopOrigin` is null. */
export const invalidHostMessage = 'The request has no valid host, or its protocol is not HTTP.';

const maxAcceptLanguageCharacters = 200;

/** The client's languages, to be forwarded to the REST host; null if the header is missing, malformed or too long. */
export function readAcceptLanguage({ headers }: IncomingMessage): string | null {
  const header = headers['accept-language'] ?? '';
  const isValid = header.length <= maxAcceptLanguageCharacters && /^[a-z\d*][a-z\d*,;=.\- ]*$/i.test(header);
  return isValid ? header : null;
}

/** The credentials of a request. */
export function readCredentials({
  headers,
}: IncomingMessage): Pick<RequestInfo, 'apiKey' | 'hasMisplacedKey' | 'originHeader' | 'token'> {
  const apiKey = headers['x-api-key'];
  const { authorization = '' } = headers;
  return {
    apiKey: apiKey === undefined ? null : String(apiKey),
    originHeader: headers.origin ?? null,
    hasMisplacedKey: hasPartnerKey(authorization),
    token: /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? null,
  };
}

/** Creates a signal that aborts if the client disconnects before the response has been sent. */
export function createDisconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** The W3C Trace Context headers of a request. */
export function readTraceHeaders({ traceparent, tracestate }: IncomingHttpHeaders): TraceHeaders {
  return {
    ...(typeof traceparent === 'string' && { traceparent }),
    ...(tracestate !== undefined && { tracestate: String(tracestate) }),
  };
}

/**
 * Whether a page of another origin may have caused the request. Browsers send `Sec-Fetch-Site` (Fetch
 * Metadata), or `Origin` if they are older; other programs send neither.
 */
export function isCrossOrigin({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined) return headers.origin !== undefined;
  return site !== 'same-origin' && site !== 'none';
}

/**
 * The client's IP address if `trustedProxies` proxies precede the gateway. The same as Express'
 * `request.ip` with `trust proxy` set to that number.
 */
export function getClientIp(request: IncomingMessage, trustedProxies: number): string | undefined {
  return proxyaddr(request, (_, index) => index < trustedProxies);
}

/**
 * Warns once if requests come through a proxy although none is trusted. All visitors then have the
 * proxy's IP address and share the limits of a single visitor.
 */
export function warnAboutUntrustedProxy(app: RequestListener, logger: Logger): RequestListener {
  let hasWarned = false;
  return (request, response) => {
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true;
      logger.warn(
        'A request has an X-Forwarded-For header, but TRUSTED_PROXIES is 0. Behind a proxy, all visitors share the login limits and the quota of one visitor. Set TRUSTED_PROXIES to the number of proxies in front of the gateway.',
      );
    }
    app(request, response);
  };
}

/** An IP address with a port, or an IPv6 address in brackets. Some proxies, such as Azure's, send these forms. */
const addressWithPort = /^(?:\[(?<ipv6>[\da-f:.]+)\](?::\d+)?|(?<ipv4>[\d.]+):\d+)$/i;

/**
 * The network that rate limits apply to. An IPv4 address is limited on its own, even when written
 * as an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`). An IPv6 address is limited by its /64 prefix
 * (`2001:db8:0:0::/64`), because every customer of a provider controls at least one such network. Clients
 * without a known IP address, such as those that have disconnected already, share one limit.
 */
export function getRateLimitNetwork(clientAddress: string | undefined): string {
  const { ipv4, ipv6 } = addressWithPort.exec(clientAddress ?? '')?.groups ?? {};
  const ip = ipv4 ?? ipv6 ?? clientAddress;
  if (ip === undefined || isIP(ip) === 0) return 'unknown';
  return networkByIp.memo(ip);
}

const networkByIp = new LRUCache<string, string>({ max: 10_000, memoMethod: parseNetwork });

function parseNetwork(ip: string): string {
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const prefix = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}
