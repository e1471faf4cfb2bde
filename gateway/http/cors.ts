import type { RequestHandler } from 'express';

const preflightMaxAgeSeconds = 24 * 60 * 60;

/**
 * Allows pages of these origins to read GraphQL responses in a browser; `*` allows all origins, an
 * empty list none. Cookies are never used: clients authenticate with a header.
 */
export function allowOrigins(allowedOrigins: readonly string[]): RequestHandler {
  const origins = new Set(allowedOrigins);
  return (request, response, next) => {
    if (origins.size > 0) response.vary('Origin');
    const { origin } = request.headers;
    if (origin !== undefined && (origins.has('*') || origins.has(origin))) {
      response.set('access-control-allow-origin', origins.has('*') ? '*' : origin);
      response.set('access-control-expose-headers', 'x-request-id, retry-after');
      // Helmet's default, same-origin, would stop some browsers from reading the response.
      response.set('cross-origin-resource-policy', 'cross-origin');
      if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
        response.set('access-control-allow-methods', 'GET, POST');
        response.set('access-control-allow-headers', 'content-type, authorization, x-api-key');
        response.set('access-control-max-age', String(preflightMaxAgeSeconds));
        response.status(204).end();
        return;
      }
    }
    next();
  };
}
