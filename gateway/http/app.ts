import type { IncomingMessage, RequestListener } from 'node:http';
import type { ApolloServer } from '@apollo/server';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { CatalogueLoader } from '../catalogue/sync/loader.ts';
import type { GatewayContext, GatewayServices } from '../graphql/context.ts';
import { mediaPath } from '../images/signed-urls.ts';
import type { Rejection } from '../quota/charge.ts';
import type { GatewayMetrics } from '../telemetry/metrics.ts';
import { AnonymousQueryHandler } from './anonymous-query-handler.ts';
import { cachedGraphqlHandler } from './cached-graphql-handler.ts';
import { allowOrigins } from './cors.ts';
import { sendError } from './errors.ts';
import { graphqlEndpoint } from './graphql.ts';
import { healthEndpoints } from './health.ts';
import { mediaEndpoint } from './media.ts';
import { assignRequestId, clientIp, shopOrigin, warnAboutUntrustedProxy } from './request-info.ts';
import { ResponseCache } from './response-cache.ts';
import type { VisitorQuota } from './visitor-quota.ts';

export interface AppOptions {
  server: ApolloServer<GatewayContext>;
  services: GatewayServices;
  metrics: GatewayMetrics;
  publicUrl: string | undefined;
  trustedProxies: number;
  corsOrigins: readonly string[];
  isClosing: () => boolean;
  visitorQuota: VisitorQuota;
  /** Serves pages; undefined for a gateway without a storefront. */
  storefront?: RequestHandler | undefined;
}

/**
 * Creates the handler of all HTTP requests: GraphQL, media, health, metrics, and the storefront for
 * everything else. Repeated queries of visitors are served before they reach Express.
 */
export function createApp(options: AppOptions): RequestListener {
  const { server, services, metrics, publicUrl, trustedProxies, visitorQuota } = options;
  const { loader, logger } = services;
  const responseCache = new ResponseCache(() => responseVersion(loader));
  const anonymousQueries = new AnonymousQueryHandler(services, metrics, trustedProxies);
  const chargeCachedResponse = (request: IncomingMessage) =>
    visitorQuota.chargeCachedResponse(clientIp(request, trustedProxies));
  const onCacheHit = () => metrics.responseCacheHits.inc();
  const onRejected = ({ reason, client }: Rejection) => metrics.rejectedRequests.inc({ reason, client });
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustedProxies);
  app.use(assignRequestId);
  // The storefront sets the content security policy of its pages.
  app.use(helmet({ contentSecurityPolicy: false }));
  app.use(healthEndpoints(services, metrics, options.isClosing));
  // The storefront does the same check and responds with a page.
  app.use(['/graphql', mediaPath], (request, response, next) => {
    if (shopOrigin(request, publicUrl) !== null) return next();
    sendError(response, 400, 'BAD_REQUEST', 'The request has no valid host, or its protocol is not HTTP.');
  });
  app.use(
    '/graphql',
    allowOrigins(options.corsOrigins),
    graphqlEndpoint({ server, services, publicUrl, responseCache, anonymousQueries, onRejected }),
  );
  app.use(mediaPath, mediaEndpoint(services.signedUrls, services.images, visitorQuota));
  if (options.storefront !== undefined) app.use(options.storefront);
  app.use(sendNotFound);
  app.use(handleError(logger));
  const cacheOptions = { responseCache, anonymousQueries, chargeCachedResponse, onCacheHit };
  const listener = cachedGraphqlHandler(cacheOptions, app);
  return trustedProxies === 0 ? warnAboutUntrustedProxy(listener, logger) : listener;
}

/** Changes whenever a visitor's response may change: with the catalogue, its stock, and the reported age of a stale one. */
function responseVersion({ version, stockVersion, staleness }: CatalogueLoader): string {
  return version === '' ? '' : `${version} ${stockVersion} ${staleness?.ageSeconds ?? ''}`;
}

/** Responds to requests that no other handler serves. Express would send an HTML page. */
function sendNotFound(request: Request, response: Response): void {
  if (request.method === 'GET' || request.method === 'HEAD') {
    sendError(response, 404, 'NOT_FOUND', 'There is nothing at this URL.');
    return;
  }
  response.set('allow', 'GET, HEAD');
  sendError(response, 405, 'METHOD_NOT_ALLOWED', `This URL does not support ${request.method}.`);
}

/** Handles errors of all other handlers. Express would send an HTML page with a stack trace. */
function handleError(logger: GatewayServices['logger']): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const status = getErrorStatus(error);
    if (status >= 500) logger.error({ err: error, path: request.path }, 'a request failed');
    if (status >= 500) sendError(response, 500, 'INTERNAL_SERVER_ERROR', 'Something went wrong!');
    else sendError(response, status, 'BAD_REQUEST', 'The request is malformed.');
  };
}

/** Express sets a status between 400 and 499 on client errors, such as a URL that cannot be decoded. */
function getErrorStatus(error: unknown): number {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  return status >= 400 && status < 500 ? status : 500;
}
