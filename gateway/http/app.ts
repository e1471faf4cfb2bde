import { IncomingMessage, type OutgoingHttpHeaders, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { CatalogueLoader } from '../catalogue/sync/loader.ts';
import type { ImageService } from '../images/image-service.ts';
import { mediaPath } from '../images/signed-urls.ts';
import type { VisitorQuota } from '../quota/visitor-quota.ts';
import type { HttpPool } from '../rest/http-pool.ts';
import { sendError } from './errors.ts';
import { createFeedEndpoint, type FeedServices } from './feed/feed.ts';
import { GraphqlEndpoint, type GraphqlEndpointOptions } from './graphql.ts';
import { createHealthEndpoints, type HealthServices } from './health.ts';
import { createMediaEndpoint } from './media.ts';
import {
  assignRequestId,
  getShopOrigin,
  invalidHostMessage,
  warnAboutUntrustedProxy,
} from './request-info.ts';
import { ResponseCache } from './response-cache.ts';
import { createSchemaFiles } from './schema-files.ts';

export interface AppOptions
  extends HealthServices,
    FeedServices,
    Omit<GraphqlEndpointOptions, 'responseCache' | 'securityHeaders'> {
  images: ImageService;
  /** Connections to the REST host for images and PDFs. */
  mediaPool: HttpPool;
  /** Whether clients may read the schema, by introspection or as a file. */
  introspection: boolean;
  isClosing: () => boolean;
  visitorQuota: VisitorQuota;
  /** Serves pages; undefined for a gateway without a storefront. */
  storefront?: RequestHandler | undefined;
}

/** Creates the handler of all HTTP requests. Express serves all but GraphQL requests. */
export function createApp(options: AppOptions): RequestListener {
  const { loader, metrics, proxy, visitorQuota, logger } = options;
  // The storefront sets the content security policy of its pages.
  const setSecurityHeaders = helmet({
    contentSecurityPolicy: false,
    // Other services of the owner may be on subdomains without HTTPS.
    strictTransportSecurity: { includeSubDomains: false },
  });
  const app = express();
  app.set('trust proxy', proxy.trustedProxies);
  app.use(assignRequestId);
  app.use(setSecurityHeaders);
  app.use(createHealthEndpoints(options, metrics, options.isClosing));
  // For pages, the storefront does the same check and responds with an error page.
  app.use(mediaPath, (request, response, next) => {
    if (getShopOrigin(request, proxy) !== null) return next();
    sendError(response, 400, 'BAD_REQUEST', invalidHostMessage);
  });
  app.use(
    mediaPath,
    createMediaEndpoint(options.signedUrls, options.images, options.mediaPool, visitorQuota),
  );
  if (options.introspection) app.use(createSchemaFiles(visitorQuota));
  app.use(createFeedEndpoint(options));
  // Programs request these URLs, so a request that no handler above has served gets an error with a code rather than a
  // page of the shop.
  app.use(['/feed', '/schema.graphql', '/schema.json'], rejectUnservedRequest);
  // GraphQL clients whose URL lacks /graphql cannot parse a page either.
  app.post(/.*/, (request, response, next) => {
    if (request.is('json')) rejectUnservedRequest(request, response);
    else next();
  });
  if (options.storefront !== undefined) app.use(options.storefront);
  app.use(rejectUnservedRequest);
  app.use(createErrorHandler(logger));
  const responseCache = new ResponseCache(() => getResponseVersion(loader));
  loader.onStockChanged((change) => responseCache.removeAffected(change));
  const graphql = new GraphqlEndpoint({
    ...options,
    responseCache,
    securityHeaders: readHeaders(setSecurityHeaders),
  });
  const listener: RequestListener = (request, response) => {
    if (!isGraphqlPath(request.url)) {
      app(request, response);
      return;
    }
    graphql.handle(request, response).catch((error: unknown) => {
      logger.error({ err: error, path: '/graphql' }, 'a request failed');
      if (response.headersSent) response.destroy();
      else sendError(response, 500, 'INTERNAL_SERVER_ERROR', 'Something went wrong!');
    });
  };
  return proxy.trustedProxies === 0 ? warnAboutUntrustedProxy(listener, logger) : listener;
}

/** Ignores case, as Express does when it matches paths. */
function isGraphqlPath(url = ''): boolean {
  return /^\/graphql(?:[/?]|$)/i.test(url);
}

/** Returns the headers that a middleware sets on every response. */
function readHeaders(
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void,
): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request, response, () => {});
  return response.getHeaders();
}

/**
 * Returns a value that changes with the data of responses to visitors: with each version of the catalogue and of the
 * lists of content, such as coupons, with each step added to the change log, and with the reported age of a stale
 * catalogue. It ignores changes of stock between two versions: after these, `ResponseCache.removeAffected` evicts only
 * the affected responses. Empty before the first load.
 */
function getResponseVersion({ version, changeRevision, staleness }: CatalogueLoader): string {
  return version === '' ? '' : `${version} ${changeRevision} ${staleness?.ageSeconds ?? ''}`;
}

/** Rejects requests that no other handler serves. Express would send an HTML page. */
function rejectUnservedRequest(request: Request, response: Response): void {
  if (request.method === 'GET' || request.method === 'HEAD') {
    sendError(response, 404, 'NOT_FOUND', 'There is nothing at this URL.');
    return;
  }
  response.setHeader('allow', 'GET, HEAD');
  const hint = request.method === 'POST' ? ' Send GraphQL requests to /graphql.' : '';
  sendError(response, 405, 'METHOD_NOT_ALLOWED', `This URL does not support ${request.method}.${hint}`);
}

/** Creates the handler for errors of all other handlers. Express would send an HTML page with a stack trace. */
function createErrorHandler(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    // Express sets a status between 400 and 499 on client errors, such as a URL that cannot be decoded.
    const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
    if (status >= 400 && status < 500) {
      sendError(response, status, 'BAD_REQUEST', 'The request is malformed.');
      return;
    }
    logger.error({ err: error, path: request.path }, 'a request failed');
    sendError(response, 500, 'INTERNAL_SERVER_ERROR', 'Something went wrong!');
  };
}
