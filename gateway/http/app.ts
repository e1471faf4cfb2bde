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
import { clientIp, warnOfUntrustedProxy } from './caller-address.ts';
import { crossOrigin } from './cors.ts';
import { graphqlEndpoint } from './graphql.ts';
import { healthEndpoints } from './health.ts';
import { mediaEndpoint } from './media.ts';
import { originOf } from './origin.ts';
import { refuse } from './refusal.ts';
import { requestId } from './request-id.ts';
import { ResponseCache } from './response-cache.ts';
import type { VisitorQuota } from './visitor-quota.ts';

/** What the app is made of. */
export interface AppParts {
  server: ApolloServer<GatewayContext>;
  services: GatewayServices;
  metrics: GatewayMetrics;
  publicUrl: string | undefined;
  trustedProxies: number;
  corsOrigins: readonly string[];
  isClosing: () => boolean;
  visitorQuota: VisitorQuota;
  /** Answers pages; absent in a gateway without a storefront. */
  storefront?: RequestHandler | undefined;
}

/**
 * The gateway's doors: GraphQL, pictures, health, metrics, and the storefront for all the rest. What
 * visitors ask again and again is answered before any of them is opened.
 */
export function createApp(parts: AppParts): RequestListener {
  const { server, services, metrics, publicUrl } = parts;
  const { loader, logger } = services;
  const answers = new ResponseCache(() => answerVersion(loader));
  const admitRepeated = (request: IncomingMessage) =>
    parts.visitorQuota.admitCachedResponse(clientIp(request, parts.trustedProxies));
  const onRepeated = () => metrics.repeatedAnswers.inc();
  const onTurnedAway = ({ reason, client }: Rejection) => metrics.turnedAway.inc({ reason, client });
  const questions = new AnonymousQueryHandler(services, metrics, parts.trustedProxies);
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', parts.trustedProxies);
  app.use(requestId);
  // The storefront sets the policy of its own pages.
  app.use(helmet({ contentSecurityPolicy: false }));
  app.use(healthEndpoints(services, metrics, parts.isClosing));
  // The storefront refuses it by a page.
  app.use(['/graphql', mediaPath], (request, response, next) => {
    if (originOf(request, publicUrl) !== null) return next();
    refuse(response, 400, 'BAD_REQUEST', 'The request names no host, or no protocol of the web.');
  });
  app.use(
    '/graphql',
    crossOrigin(parts.corsOrigins),
    graphqlEndpoint({ server, services, publicUrl, answers, questions, onTurnedAway }),
  );
  app.use(mediaPath, mediaEndpoint(services.media, services.pictures, parts.visitorQuota));
  if (parts.storefront !== undefined) app.use(parts.storefront);
  app.use(refuseUnanswered);
  app.use(failed(logger));
  const listener = cachedGraphqlHandler({ answers, questions, admitRepeated, onRepeated }, app);
  return parts.trustedProxies === 0 ? warnOfUntrustedProxy(listener, logger) : listener;
}

/** Changes with all that a visitor's whole answer depends on, its word about a stale catalogue too. */
function answerVersion({ version, staleness }: CatalogueLoader): string {
  return version === '' || staleness === null ? version : `${version} ${staleness.ageSeconds}`;
}

/** Refuses what no handler answered; Express would send a page of its own. */
function refuseUnanswered(request: Request, response: Response): void {
  if (request.method === 'GET' || request.method === 'HEAD') {
    refuse(response, 404, 'NOT_FOUND', 'There is nothing at this URL.');
    return;
  }
  response.set('allow', 'GET, HEAD');
  refuse(response, 405, 'METHOD_NOT_ALLOWED', `This URL does not answer ${request.method}.`);
}

/** The last resort: no page of Express's own, no stack. */
function failed(logger: GatewayServices['logger']): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const status = statusOf(error);
    if (status >= 500) logger.error({ err: error, path: request.path }, 'a request failed');
    if (status >= 500) refuse(response, 500, 'INTERNAL_SERVER_ERROR', 'Something went wrong!');
    else refuse(response, status, 'BAD_REQUEST', 'The request cannot be understood.');
  };
}

/** Express marks what the caller did wrong, such as an address that cannot be decoded, with a status. */
function statusOf(error: unknown): number {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  return status >= 400 && status < 500 ? status : 500;
}
