import type { RequestHandler } from 'express';

/** How long a browser may remember that it may ask, in seconds. */
const remembered = 24 * 60 * 60;

/**
 * Lets pages of these origins read GraphQL's answers in a browser; `*` lets all. Nobody is let by
 * default. Cookies play no part: who calls says so by a header.
 */
export function crossOrigin(allowed: readonly string[]): RequestHandler {
  const origins = new Set(allowed);
  return (request, response, next) => {
    if (origins.size > 0) response.vary('Origin');
    const { origin } = request.headers;
    if (origin !== undefined && (origins.has('*') || origins.has(origin))) {
      response.set('access-control-allow-origin', origins.has('*') ? '*' : origin);
      response.set('access-control-expose-headers', 'x-request-id, retry-after');
      // GraphQL is read by pages of other origins on purpose; helmet would forbid it to some browsers.
      response.set('cross-origin-resource-policy', 'cross-origin');
      if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
        response.set('access-control-allow-methods', 'GET, POST');
        response.set('access-control-allow-headers', 'content-type, authorization, x-api-key');
        response.set('access-control-max-age', String(remembered));
        response.status(204).end();
        return;
      }
    }
    next();
  };
}
