import type { IncomingMessage, ServerResponse } from 'node:http';

const preflightMaxAgeSeconds = 24 * 60 * 60;

/**
 * Allows pages of these origins to read GraphQL responses in a browser; `*` allows all origins, an
 * empty list none. Cookies are never used: clients authenticate with a header.
 *
 * The returned function sets the headers. It returns true if the request was a preflight request, which it
 * has answered.
 */
export function allowOrigins(
  allowedOrigins: readonly string[],
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const origins = new Set(allowedOrigins);
  return ({ method, headers }, response) => {
    if (origins.size > 0) response.appendHeader('vary', 'Origin');
    const { origin } = headers;
    if (origin === undefined || !(origins.has('*') || origins.has(origin))) return false;
    response.setHeader('access-control-allow-origin', origins.has('*') ? '*' : origin);
    response.setHeader(
      'access-control-expose-headers',
      'x-request-id, retry-after, ratelimit, ratelimit-policy',
    );
    // Helmet's default, same-origin, would stop some browsers from reading the response.
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
    response.setHeader('access-control-allow-methods', 'GET, POST');
    response.setHeader('access-control-allow-headers', 'content-type, authorization, x-api-key');
    response.setHeader('access-control-max-age', String(preflightMaxAgeSeconds));
    response.writeHead(204).end();
    return true;
  };
}
