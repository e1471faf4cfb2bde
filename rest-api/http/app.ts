import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { isDatabaseAway } from '../database/transaction.ts';
import { bodyLimit, refuseBrokenText } from './body.ts';
import type { Endpoint } from './endpoint.ts';
import { HttpError } from './errors.ts';
import { requestLog } from './request-log.ts';

/** The Express application over the calls of the service; every answer but files is JSON or plain text. */
export function createApp(
  endpoints: readonly Endpoint[],
  files: readonly RequestHandler[],
  log: Logger,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Spelling and capitals as given (requirements.md 7): another host need not forgive what this one forgave.
  app.enable('case sensitive routing');
  app.use(requestLog(log));
  app.use(basicHeaders);
  app.use('/files', ...files);
  app.use(express.json({ limit: bodyLimit, verify: refuseBrokenText }));
  for (const [path, ofPath] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
    const route = app.route(path);
    for (const { method, answer } of ofPath) route[method]((request, response) => answer(request, response));
    route.all(refuseMethod(ofPath));
  }
  app.use(() => {
    throw new HttpError(404, 'There is no such address');
  });
  app.use(answerError(log));
  return app;
}

const basicHeaders: RequestHandler = (_request, response, next) => {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cache-Control', 'no-store');
  next();
};

function refuseMethod(endpoints: readonly Endpoint[]): RequestHandler {
  const methods = endpoints.map(({ method }) => method.toUpperCase());
  if (methods.includes('GET')) methods.push('HEAD');
  const allow = methods.join(', ');
  return (request) => {
    throw new HttpError(405, `This address takes ${allow}, not ${request.method}`, undefined, {
      Allow: allow,
    });
  };
}

/** Answers `{ message }`; what the caller cannot mend is told only to the log. */
function answerError(log: Logger): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const told = error instanceof HttpError ? error : (errorOfExpress(error) ?? errorOfDatabase(error));
    if (told === undefined || told.status >= 500) {
      log.error({ requestId: response.locals.requestId, err: error }, 'request failed');
    }
    const { status, message, errors, headers } =
      told ?? new HttpError(500, 'Something went wrong here; the request can be tried again');
    response.removeHeader('ETag');
    response.set(headers).status(status).json({ message, errors });
  };
}

/** A database that is away may be back soon. */
function errorOfDatabase(error: unknown): HttpError | undefined {
  if (!isDatabaseAway(error)) return undefined;
  const headers = { 'Retry-After': '2' };
  return new HttpError(503, 'The database does not answer; try again soon', undefined, headers, error);
}

const messages: Readonly<Record<string, string>> = {
  'entity.parse.failed': 'The body is not a JSON object',
  'entity.too.large': `The body is larger than ${bodyLimit / 1024} kB`,
  'encoding.unsupported': 'This Content-Encoding is not read here',
  'charset.unsupported': 'This charset is not read here; send UTF-8',
  'request.aborted': 'The request ended too early',
  'request.size.invalid': 'The body is not as long as Content-Length says',
};

/** What Express itself refuses: a broken body or a path that cannot be decoded. */
function errorOfExpress(error: unknown): HttpError | undefined {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return undefined;
  if (error.status < 400 || error.status > 499) return undefined;
  const type = 'type' in error && typeof error.type === 'string' ? error.type : '';
  return new HttpError(error.status, messages[type] ?? 'The request cannot be read');
}
