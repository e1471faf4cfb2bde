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
import {
  createRenderLimiter,
  type LimitRendering,
  type RenderLimits,
  renderLimits,
} from './http/render-limit.ts';
import { getRateLimitNetwork, getShopOrigin } from './http/request-info.ts';
import { HttpServer } from './http/server.ts';
import { createRateLimitHeaders } from './quota/quota.ts';
import { VisitorQuota } from './quota/visitor-quota.ts';
import { type RestPolicy, restPolicy } from './rest/transport.ts';
import { createServices, type OrderOptions } from './services.ts';
import { createLog } from './telemetry/log.ts';
import { createMetrics, observeCatalogue, observeRestHost, observeStore } from './telemetry/metrics.ts';

/** Options in addition to the settings. Those from `times` on are for tests. */
export interface GatewayOptions {
  /** The PIN codes to which delivery is free, each a code or a range as in `411001-411062`. Defaults to none. */
  freeDeliveryPincodes?: readonly string[] | undefined;
  /** Returns the current provider of online payments. By default, it is that of the settings. */
  getPaymentProvider?: OrderOptions['getPaymentProvider'] | undefined;
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
  const restOptions = { times, policy: { ...restPolicy, ...policy } };
  const services = await createServices(
    config,
    restApiUrl,
    restOptions,
    { freeDeliveryPincodes, getPaymentProvider },
    logger,
    metrics,
  );
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

/** The running storefront. */
export interface Storefront {
  handler: RequestHandler;
  /** Whether pages can be rendered. */
  canRender(): Promise<boolean>;
  close(): Promise<void>;
}

/** What the gateway provides to the storefront. */
export interface StorefrontOptions
  extends Pick<
    Gateway,
    'execute' | 'getCatalogueVersion' | 'onStockChanged' | 'getSitemapEntries' | 'chargePage'
  > {
  getOrigin: (request: Request) => string | null;
  limitRendering: LimitRendering;
  onFailure: (error: unknown, path: string) => void;
  /** Whether to serve the GraphQL sandbox. */
  sandbox: boolean;
  /** Whether the gateway serves introspection, and the schema as files. */
  introspection: boolean;
  development: boolean;
}

/** How to start the storefront. */
export interface StorefrontFactory {
  createStorefront(options: StorefrontOptions): Promise<Storefront>;
  /** The documents of the storefront's build. @throws when the storefront has not been built. */
  readTrustedDocuments(): TrustedDocuments;
  /** The PIN codes to which the shop delivers free of charge, from its settings. */
  freeDeliveryPincodes?: readonly string[];
}

/** A running gateway with a storefront. */
export interface Shop {
  /** The shop's URL: `PUBLIC_URL`, else its URL on this machine. */
  url: string;
  readonly logger: Logger;
  announceShutdown: Gateway['announceShutdown'];
  close(): Promise<void>;
}

/** Options of a shop in addition to the settings. */
interface ShopOptions extends Pick<GatewayOptions, 'getPaymentProvider'> {
  limits?: RenderLimits;
  /** The port is opened after this time even if the catalogue is still loading; 10 seconds by default. */
  maxLoadWaitMs?: number;
}

/** Starts a gateway over a REST host, together with the storefront. */
export async function startShop(
  config: Config,
  restApiUrl: string,
  { createStorefront, readTrustedDocuments, freeDeliveryPincodes }: StorefrontFactory,
  { getPaymentProvider, limits = renderLimits, maxLoadWaitMs = 10_000 }: ShopOptions = {},
): Promise<Shop> {
  // In development, the documents change while the gateway runs, so the storefront falls back to their texts.
  const trustedDocuments = config.development ? undefined : readTrustedDocuments();
  const gateway = await createGateway(config, restApiUrl, {
    trustedDocuments,
    freeDeliveryPincodes,
    getPaymentProvider,
  });
  const storefrontCreation = Promise.withResolvers<Storefront>();
  // A proxy in front of several gateways sends requests to this one as soon as its port is open, so the catalogue is
  // loaded first.
  await Promise.race([gateway.waitForFirstLoad(), setTimeout(maxLoadWaitMs, undefined, { ref: false })]);
  // Listen before creating the storefront, which is slow, so that an unavailable port is reported first. Pages wait for
  // the storefront.
  let storefront: Storefront | undefined;
  try {
    const port = await gateway.listen(
      config.port,
      (request, response, next) => {
        storefrontCreation.promise.then(({ handler }) => handler(request, response, next)).catch(next);
      },
      async () => (await storefront?.canRender()) ?? false,
    );
    storefront = await createStorefront({
      ...gateway,
      getOrigin: (request) => getShopOrigin(request, config),
      limitRendering: createRenderLimiter(limits),
      onFailure: (err, path) => gateway.logger.error({ err, path }, 'a page could not be rendered'),
      sandbox: config.sandbox,
      introspection: config.introspection,
      development: config.development,
    });
    storefrontCreation.resolve(storefront);
    return {
      url: config.publicUrl ?? createLocalUrl(config.host, port),
      logger: gateway.logger,
      announceShutdown: gateway.announceShutdown,
      async close() {
        await gateway.close();
        await storefront?.close();
      },
    };
  } catch (error) {
    // Pages that wait for the storefront fail. If no page is waiting, nothing else handles this rejection.
    storefrontCreation.promise.catch(() => {});
    storefrontCreation.reject(error);
    // Otherwise the loader would still run when the REST service is stopped, and log failures.
    await gateway.close();
    throw error;
  }
}

/** A gateway that listens on all interfaces is also reachable as localhost. */
function createLocalUrl(host: string | undefined, port: number): string {
  if (host === undefined || host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
