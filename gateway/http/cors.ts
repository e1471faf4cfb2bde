import type { IncomingMessage } from 'node:http';

const preflightMaxAgeSeconds = 24 * 60 * 60;

const allowedHeaders = [
  'content-type',
  'authorization',
  'x-api-key',
  'if-none-match',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  // Apollo Client sends the application's name and version if its option `clientAwareness` contains them.
  'apollographql-client-name',
  'apollographql-client-version',
];

/**
 * Allows pages of some origins to read GraphQL responses in a browser. Cookies are never used: clients authenticate
 * with a header.
 *
 * @param allowedOrigins origins that are allowed in addition to those of partners; `*` allows all origins.
 * @param isPartnerOrigin whether pages of an origin may use a key of at least one partner.
 * @returns a function that creates the CORS headers of the response to a request.
 */
export function allowOrigins(
  allowedOrigins: readonly string[],
  isPartnerOrigin: (origin: string) => Promise<boolean>,
): (request: IncomingMessage) => Promise<Record<string, string>> {
  const origins = new Set(allowedOrigins);
  const vary = { vary: 'Origin' };
  const allowed = {
    ...vary,
    'access-control-expose-headers': 'x-request-id, retry-after, ratelimit, ratelimit-policy, etag',
    // Helmet's default, same-origin, would stop some browsers from reading the response.
    'cross-origin-resource-policy': 'cross-origin',
  };
  const preflight = {
    ...allowed,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': allowedHeaders.join(', '),
    'access-control-max-age': String(preflightMaxAgeSeconds),
  };
  const isAllowed = async (origin: string) =>
    origins.has('*') || origins.has(origin) || (await isPartnerOrigin(origin));
  return async (request) => {
    const { origin } = request.headers;
    if (origin === undefined) return origins.size === 0 ? {} : vary;
    if (!(await isAllowed(origin))) return vary;
    return {
      ...(isPreflight(request) ? preflight : allowed),
      'access-control-allow-origin': origins.has('*') ? '*' : origin,
    };
  };
}

/** Whether the request is a CORS preflight: a browser checks whether it may send the actual request. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
