import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Histogram } from 'prom-client';

export type RequestHistogram = Histogram<'method' | 'route' | 'status'>;

/**
 * Assigns each request an id (the client's `X-Request-Id` if that is valid), returns it in the response, and logs
 * and measures each request: method, route (without ids or query), status and duration.
 */
export function logRequests(log: Logger, histogram: RequestHistogram): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const header = request.headers['x-request-id'];
    const requestId = typeof header === 'string' && /^[\w-]{1,64}$/.test(header) ? header : randomUUID();
    response.locals.requestId = requestId;
    response.setHeader('X-Request-Id', requestId);
    response.once('close', () => {
      const milliseconds = Math.round((performance.now() - started) * 10) / 10;
      const status = response.writableFinished ? response.statusCode : 'aborted';
      const route = findRoute(request);
      const { method } = request;
      log.info({ requestId, method, route, status, milliseconds }, 'request');
      histogram.observe({ method, route: route ?? 'none', status }, milliseconds / 1000);
    });
    next();
  };
}

/** The route pattern, such as `/getUserById/:id`; undefined if the request reached no route. */
function findRoute(request: Request): string | undefined {
  if (request.baseUrl === '/files') return '/files';
  const path: unknown = request.route?.path;
  return typeof path === 'string' ? path : undefined;
}
