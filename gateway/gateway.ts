import type { Request, RequestHandler } from 'express';
import { type DestinationStream, type Logger, pino } from 'pino';
import { type CatalogueNames, listCatalogueNames } from './catalogue/index.ts';
import { type LoaderTimes, loaderTimes } from './catalogue/sync/loader.ts';
import type { Config } from './config.ts';
import { createContext } from './graphql/context.ts';
import { costExtension } from './graphql/plugins/cost-report.ts';
import { staleCatalogueExtension } from './graphql/plugins/stale-catalogue.ts';
import { telemetryPlugin } from './graphql/plugins/telemetry.ts';
import { traced } from './graphql/plugins/traced.ts';
import { createGraphQLServer } from './graphql/server.ts';
import { createApp } from './http/app.ts';
import { HttpServer } from './http/server.ts';
import { VisitorQuota } from './http/visitor-quota.ts';
import { type RestPolicy, restPolicy } from './rest/policy.ts';
import { assembleServices } from './services.ts';
import { createLog } from './telemetry/log.ts';
import { createMetrics, observeCatalogue, observeRestHost, observeStore } from './telemetry/metrics.ts';

/** What a test may set beyond the settings. */
export interface GatewayOptions {
  times?: LoaderTimes;
  policy?: Partial<RestPolicy>;
  logTo?: DestinationStream;
}

type Operation = { query: string; operationName?: string; variables?: Record<string, unknown> };
type OperationResult = {
  data?: Record<string, unknown> | null;
  errors?: ReadonlyArray<{ message: string }>;
};

/** A gateway that keeps its catalogue up to date, and listens once told to. */
export interface Gateway {
  /** Runs an operation in this process, as a visitor. */
  execute(operation: Operation, request: { origin: string; signal: AbortSignal }): Promise<OperationResult>;
  catalogueVersion(): string;
  /** What the catalogue holds; null before its first load. */
  catalogueNames(): CatalogueNames | null;
  /** Charges a page that has to be rendered. Returns the seconds to wait when the caller's budget has no room for it. */
  chargePage(request: Request): Promise<number | null>;
  readonly logger: Logger;
  /** Starts to listen; gives the port. @throws {ConfigError} when the port is taken. */
  listen(port: number, storefront?: RequestHandler): Promise<number>;
  /** Answers what has begun, takes nothing new, and lets go of everything. */
  close(): Promise<void>;
}

/** Builds a gateway over a REST host and begins to load the catalogue; does not wait for the host. */
export async function createGateway(
  config: Config,
  restApiUrl: string,
  { times = loaderTimes, policy = {}, logTo }: GatewayOptions = {},
): Promise<Gateway> {
  const logger: Logger =
    logTo === undefined ? createLog(config.logLevel) : pino({ level: config.logLevel }, logTo);
  const metrics = createMetrics();
  const pace = { times, policy: { ...restPolicy, ...policy } };
  const { services, store, closeStores } = await assembleServices(config, restApiUrl, pace, logger, metrics);
  const { loader } = services;
  observeCatalogue(metrics, loader);
  observeRestHost(metrics, services.transport);
  observeStore(metrics, store);
  const server = createGraphQLServer([
    telemetryPlugin(logger, metrics),
    staleCatalogueExtension,
    costExtension,
  ]);
  await server.start();
  loader.start();
  const { publicUrl, trustedProxies, corsOrigins } = config;
  const visitorQuota = new VisitorQuota(services.budgets, metrics);
  let closing = false;
  let door: HttpServer | undefined;

  return {
    logger,
    catalogueVersion: () => loader.version,
    catalogueNames: () => (loader.index === null ? null : listCatalogueNames(loader.index)),

    chargePage: (request) => visitorQuota.charge(request.ip, 'page'),

    async execute(operation, { origin, signal }) {
      const visitor = {
        requestId: crypto.randomUUID(),
        signal,
        clientAddress: '',
        apiKey: null,
        token: null,
      };
      const contextValue = createContext(services, { ...visitor, origin: publicUrl ?? origin });
      const { body } = await traced(contextValue, {}, () =>
        server.executeOperation(operation, { contextValue }),
      );
      if (body.kind !== 'single') throw new Error('An operation was answered in parts.');
      const { data, errors } = body.singleResult;
      return { ...(data !== undefined && { data }), ...(errors !== undefined && { errors }) };
    },

    async listen(port, storefront) {
      const isClosing = () => closing;
      door = new HttpServer(
        createApp({
          server,
          services,
          metrics,
          publicUrl,
          trustedProxies,
          corsOrigins,
          isClosing,
          visitorQuota,
          storefront,
        }),
      );
      return door.open(port, config.host);
    },

    async close() {
      closing = true;
      // Nothing new is taken from this moment on, whatever the loader is in the middle of.
      const drain = door?.close();
      await loader.close();
      await drain;
      await server.stop();
      await closeStores();
      await services.tracing.close();
      services.pictures.close();
    },
  };
}
