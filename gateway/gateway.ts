import type { RequestListener } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Request, RequestHandler } from 'express';
import { type DestinationStream, type Logger, pino } from 'pino';
import { listSitemapEntries, type SitemapEntries } from './catalogue/catalogue-index.ts';
import { type LoaderTimes, loaderTimes } from './catalogue/sync/loader.ts';
import type { StockChange, StockShown } from './catalogue/sync/stock-overlay.ts';
import type { Config } from './config.ts';
import { createContext, type GatewayContext } from './graphql/context.ts';
import { PlanCache } from './graphql/execution/plan-cache.ts';
import type { TrustedDocuments } from './graphql/execution/trusted-documents.ts';
import { type OperationResult, OperationRunner } from './graphql/operation-runner.ts';
import { createResolvers } from './graphql/resolvers/resolvers.ts';
import { createGraphQLServer } from './graphql/server.ts';
import { traceOperation } from './graphql/telemetry.ts';
import { createApp } from './http/app.ts';
import { getRateLimitNetwork } from './http/request-info.ts';
import { HttpServer } from './http/server.ts';
import { createRateLimitHeaders } from './quota/quota.ts';
import { VisitorQuota } from './quota/visitor-quota.ts';
import { type RestPolicy, restPolicy } from './rest/transport.ts';
import { createServices, type ServiceOptions } from './services.ts';
import { createLog } from './telemetry/log.ts';
import { createMetrics, observeCatalogue, observeRestHost, observeStore } from './telemetry/metrics.ts';

/** Options in addition to the settings. Those from `times` on are for tests. */
export interface GatewayOptions {
  /** The PIN codes to which delivery is free, each a code or a range as in `411001-411062`. Defaults to none. */
  freeDeliveryPincodes?: readonly string[] | undefined;
  /** Returns the current provider of online payments. By default, it is that of the settings. */
  getPaymentProvider?: ServiceOptions['getPaymentProvider'] | undefined;
  /** The documents of the storefront; undefined for a gateway without one, and in development. */
  trustedDocuments?: TrustedDocuments | undefined;
  /** Adds behaviour to the handler of all requests. */
  wrapListener?: (listener: RequestListener) => RequestListener;
  times?: LoaderTimes;
  policy?: Partial<RestPolicy>;
  logTo?: DestinationStream;
}

/** An operation that this process runs without HTTP: the text of its document, or its hash in `extensions`. */
type Operation = {
  query?: string;
  operationName?: string;
  variables?: Record<string, unknown>;
  extensions?: Record<string, unknown>;
};

/** The result of an operation of the storefront. */
interface StorefrontResult extends Pick<OperationResult, 'data' | 'errors'> {
  /** The stock that the result shows; undefined if it is unknown. */
  stockShown: StockShown | undefined;
}

/** The result of charging a page. */
export interface PageCharge {
  isGranted: boolean;
  /** Headers of the response, by lower-case name; see `createRateLimitHeaders`. */
  headers: Record<string, string>;
}

/** A gateway whose catalogue is refreshed in the background. It accepts requests once `listen` is called. */
export interface Gateway {
  /** Executes an operation of the storefront in this process, without a session. */
  execute(operation: Operation, request: { origin: string; signal: AbortSignal }): Promise<StorefrontResult>;
  getCatalogueVersion(): string;
  /** See `CatalogueLoader.onStockChanged`. */
  onStockChanged(listener: (change: StockChange) => void): void;
  /** Waits until there is a catalogue, or the first attempt to load it has failed. */
  waitForFirstLoad(): Promise<void>;
  /** Ids of the catalogue's products, and names of the collections that have products; null before the first load. */
  getSitemapEntries(): SitemapEntries | null;
  /**
   * Charges a page to the quota of the client's network.
   *
   * @param furtherListingPages the number of listing pages that are rendered after the first; 0 by default.
   */
  chargePage(
    request: Request,
    page: 'renderedPage' | 'cachedPage',
    furtherListingPages?: number,
  ): Promise<PageCharge>;
  readonly logger: Logger;
  /** Starts listening and returns the port. @throws {ConfigError} if the port or the host cannot be used. */
  listen(port: number, storefront?: RequestHandler, canRenderPages?: () => Promise<boolean>): Promise<number>;
  /**
   * Reports that the gateway is not ready, but serves requests for another `shutdownDelaySeconds`, so that proxies stop
   * sending them before it closes. The interruption ends the wait early.
   */
  announceShutdown(interruption: AbortSignal): Promise<void>;
  /** Completes the running requests, accepts no new ones, and releases all resources. */
  close(): Promise<void>;
}

/** Creates a gateway over a REST host and starts loading the catalogue, without waiting for the host. */
export async function createGateway(
  config: Config,
  restApiUrl: string,
  {
    freeDeliveryPincodes = [],
    getPaymentProvider = () => config.paymentProvider,
    trustedDocuments,
    wrapListener = (listener) => listener,
    times = loaderTimes,
    policy = {},
    logTo,
  }: GatewayOptions = {},
): Promise<Gateway> {
  const logger: Logger =
    logTo === undefined ? createLog(config.logLevel) : pino({ level: config.logLevel }, logTo);
  if (config.production && config.paymentProvider === 'demo')
    logger.warn(
      'PAYMENT_PROVIDER is demo: orders with online payment are recorded as paid, but nobody is charged. Remove the setting in a shop that sells books.',
    );
  const metrics = createMetrics();
  const options = { times, policy: { ...restPolicy, ...policy }, freeDeliveryPincodes, getPaymentProvider };
  const services = await createServices(config, restApiUrl, options, logger, metrics);
  const { loader } = services;
  observeCatalogue(metrics, loader);
  observeRestHost(metrics, services.transport);
  observeStore(metrics, services.store);
  // Loading starts before the schema is built, so that the REST host can prepare its responses meanwhile.
  loader.start();
  const plans = new PlanCache(trustedDocuments);
  const { quotas, store } = services;
  const runner = new OperationRunner({ loader, quotas, store, metrics, logger });
  const server = createGraphQLServer(createResolvers(services.useCases), plans, runner, config.introspection);
  await server.start().catch(async (error: unknown) => {
    await loader.close();
    await services.close();
    throw error;
  });
  const { publicUrl, trustedProxies, corsOrigins, storefrontDocuments, introspection, sandbox } = config;
  const visitorQuota = new VisitorQuota(services.quotas, metrics);
  let isClosing = false;
  let httpServer: HttpServer | undefined;

  async function run(operation: Operation, context: GatewayContext): Promise<OperationResult> {
    const plan = plans.find(operation);
    if (plan !== undefined) {
      const executed = await runner.execute(plan, operation.variables ?? {}, context, {
        isSerialized: false,
      });
      return (await runner.complete(context, executed)).result;
    }
    const { body } = await server.executeOperation(operation, { contextValue: context });
    if (body.kind !== 'single') throw new Error('Incremental delivery is not supported.');
    return body.singleResult;
  }

  return {
    logger,
    getCatalogueVersion: () => loader.version,
    onStockChanged: (listener) => loader.onStockChanged(listener),
    waitForFirstLoad: () => loader.firstAttempt,
    getSitemapEntries: () => (loader.index === null ? null : listSitemapEntries(loader.index)),

    async chargePage({ ip }, page, furtherListingPages) {
      const charge = await visitorQuota.charge(getRateLimitNetwork(ip), page, furtherListingPages);
      return { isGranted: charge.retryAfterSeconds === null, headers: createRateLimitHeaders(charge) };
    },

    async execute(operation, { origin, signal }) {
      const contextValue = createContext(services, {
        requestId: crypto.randomUUID(),
        origin: publicUrl ?? origin,
        signal,
        clientNetwork: '',
        acceptLanguage: null,
        apiKey: null,
        hasMisplacedKey: false,
        originHeader: null,
        token: null,
      });
      const { data, errors } = await traceOperation(services.tracing, contextValue, {}, () =>
        run(operation, contextValue),
      );
      return { data, errors, stockShown: contextValue.outcome.stockShown };
    },

    async listen(port, storefront, canRenderPages) {
      const app = createApp({
        ...services,
        server,
        runner,
        plans,
        createContext: (request) => createContext(services, request),
        metrics,
        logger,
        proxy: { publicUrl, trustedProxies },
        corsOrigins,
        storefrontDocuments,
        introspection,
        sandbox,
        isClosing: () => isClosing,
        visitorQuota,
        storefront,
        canRenderPages,
      });
      httpServer = new HttpServer(wrapListener(app));
      return httpServer.listen(port, config.host);
    },

    async announceShutdown(interruption) {
      isClosing = true;
      const delayMs = config.shutdownDelaySeconds * 1000;
      await setTimeout(delayMs, undefined, { signal: interruption }).catch(() => undefined);
    },

    async close() {
      isClosing = true;
      // Stop accepting requests first: closing the loader may take a while.
      const drained = httpServer?.close();
      await loader.close();
      await drained;
      await server.stop();
      await services.close();
    },
  };
}
