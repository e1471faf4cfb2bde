import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { diskFullCode, findPostgresError, isDatabaseUnavailableError } from '../database/transaction.ts';
import { authenticate } from './authenticate.ts';
import type { Endpoint } from './endpoint.ts';
import { HttpError } from './errors.ts';
import { maxBodyBytes, rejectInvalidUtf8 } from './input.ts';
import { logRequests, type RequestHistogram } from './request-log.ts';

/** Creates the Express application. All responses except files are JSON or plain text. */
export function createApp(
  endpoints: readonly Endpoint[],
  files: readonly RequestHandler[],
  tokens: readonly string[],
  log: Logger,
  histogram: RequestHistogram,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Paths are case-sensitive (docs/rest-api.md). A client that relies on leniency here would fail on other hosts.
  app.enable('case sensitive routing');
  app.use(logRequests(log, histogram));
  app.use(setSecurityHeaders);
  const publicPaths = endpoints.filter(({ isPublic }) => isPublic).map(({ path }) => path);
  app.use(authenticate(tokens, new Set(publicPaths)));
  app.use('/files', ...files);
  app.use(express.json({ limit: maxBodyBytes, verify: rejectInvalidUtf8 }));
  for (const [path, endpointsOfPath] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
    const route = app.route(path);
    for (const { method, handle } of endpointsOfPath) route[method](handle);
    route.all(rejectMethod(endpointsOfPath));
  }
  app.use(() => {
    throw new HttpError(404, 'There is no such path');
  });
  app.use(sendError(log));
  return app;
}

const setSecurityHeaders: RequestHandler = (_request, response, next) => {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cache-Control', 'no-store');
  next();
};

function rejectMethod(endpoints: readonly Endpoint[]): RequestHandler {
  const methods = endpoints.map(({ method }) => method.toUpperCase());
  if (methods.includes('GET')) methods.push('HEAD');
  const allow = methods.join(', ');
  return (request) => {
    const message = `This path supports ${allow}, not ${request.method}`;
    throw new HttpError(405, message, { headers: { Allow: allow } });
  };
}

/** Sends `{ message, errors? }`. Details of unexpected errors are only logged. */
function sendError(log: Logger): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const httpError =
      error instanceof HttpError ? error : (convertExpressError(error) ?? convertDatabaseError(error));
    if (httpError === undefined || httpError.status >= 500) {
      log.error({ requestId: response.locals.requestId, err: error }, 'request failed');
    }
    const { status, message, details } =
      httpError ?? new HttpError(500, 'Something went wrong; please try again');
    // If a range of a file is not satisfiable or a precondition fails, the response already has the headers of the file.
    response.removeHeader('ETag');
    response.removeHeader('Last-Modified');
    response.set({ 'Cache-Control': 'no-store', ...details.headers });
    response.status(status).type('json').json({ message, errors: details.errors });
  };
}

/**
 * The database may be unavailable only briefly, for example during a restart, so the client may retry. A full disk has a
 * status of its own (RFC 4918, 11.5), because it shows that nothing was changed. After 503, a change may have been made.
 */
function convertDatabaseError(error: unknown): HttpError | undefined {
  if (findPostgresError(error)?.code === diskFullCode) {
    return new HttpError(507, 'The disk of the database is full', { cause: error });
  }
  if (!isDatabaseUnavailableError(error)) return undefined;
  const headers = { 'Retry-After': '2' };
  return new HttpError(503, 'The database is unavailable; try again soon', { headers, cause: error });
}

const messages: Readonly<Record<string, string>> = {
  'entity.parse.failed': 'The body is not a JSON object',
  'entity.too.large': `The body is larger than ${maxBodyBytes / 1024} kB`,
  'encoding.unsupported': 'This Content-Encoding is not supported',
  'charset.unsupported': 'This charset is not supported; use UTF-8',
  'request.aborted': 'The request ended before its body was complete',
  'request.size.invalid': 'The length of the body differs from Content-Length',
};

/** Converts the errors of Express itself, such as a malformed body or a path that cannot be decoded. */
function convertExpressError(error: unknown): HttpError | undefined {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return undefined;
  if (error.status < 400 || error.status > 499) return undefined;
  const type = 'type' in error && typeof error.type === 'string' ? error.type : '';
  return new HttpError(error.status, messages[type] ?? 'The request is malformed');
}
