import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';

/**
 * Gives each request an id (the caller's `X-Request-Id` if it is one), answers with it, and writes one
 * line per answer: method, the route (no ids, no query), status, duration.
 */
export function requestLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
    response.locals.requestId = requestId;
    response.setHeader('X-Request-Id', requestId);
    response.once('close', () => {
      const milliseconds = Math.round((performance.now() - started) * 10) / 10;
      const status = response.writableFinished ? response.statusCode : 'aborted';
      const route = routeOf(request);
      log.info({ requestId, method: request.method, route, status, milliseconds }, 'request');
    });
    next();
  };
}

/** The route as it is written in the code, such as `/getUserById/:id`; undefined for an unknown address. */
function routeOf(request: Request): string | undefined {
  if (request.baseUrl === '/files') return '/files';
  const path: unknown = request.route?.path;
  return typeof path === 'string' ? path : undefined;
}
