import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestHandler } from 'express';
import { Redis } from 'ioredis';
import { type DestinationStream, type Logger, pino } from 'pino';
import { ShopperAccounts } from './accounts/shopper-accounts.ts';
import { UserTurns } from './accounts/user-turns.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueLoader, type LoaderTimes, loaderTimes } from './catalogue/loader.ts';
import { OrderPlacement } from './checkout/order-placement.ts';
import { type Config, ConfigError } from './config.ts';
import { createContext, type GatewayServices } from './graphql/context.ts';
import { observation } from './graphql/observation.ts';
import { createGraphQLServer } from './graphql/server.ts';
import { createApp } from './http/app.ts';
import { createMetrics, observeCatalogue } from './http/metrics.ts';
import { MediaAddresses } from './media/addresses.ts';
import { createRestClient } from './rest/client.ts';
import { RestTransport } from './rest/transport.ts';
import { PasswordResets } from './session/password-resets.ts';
import { RateLimits } from './session/rate-limits.ts';
import { keptSecret } from './session/secret.ts';
import { Sessions } from './session/sessions.ts';
import { MemoryStore } from './stores/memory.ts';
import { RedisStore } from './stores/redis.ts';

/** What a test may set beyond the settings. */
export interface GatewayOptions {
  times?: LoaderTimes;
  logTo?: DestinationStream;
}

type Operation = { query: string; operationName?: string; variables?: Record<string, unknown> };
type OperationResult = {
  data?: Record<string, unknown> | null;
  errors?: ReadonlyArray<{ message: string }>;
};

/** A gateway that keeps its catalogue up to date, and listens once told to. */
export interface Gateway {
  logger: Logger;
  /** Runs an operation in this process, as a visitor. */
  execute(operation: Operation, request: { origin: string; signal: AbortSignal }): Promise<OperationResult>;
  catalogueVersion(): string;
  /** Starts to listen; gives the port. @throws {ConfigError} when the port is taken. */
  listen(port: number, storefront?: RequestHandler): Promise<number>;
  /** Answers what has begun, takes nothing new, and lets go of everything. */
  close(): Promise<void>;
}

/** How long open requests may take to end at shutdown, in milliseconds. */
const drainTime = 10_000;

/** Builds a gateway over a REST host and begins to load the catalogue; does not wait for the host. */
export async function createGateway(
  config: Config,
  restApiUrl: string,
  { times = loaderTimes, logTo }: GatewayOptions = {},
): Promise<Gateway> {
  const logger =
    logTo === undefined ? pino({ level: config.logLevel }) : pino({ level: config.logLevel }, logTo);
  const metrics = createMetrics();
  const transport = new RestTransport(restApiUrl, ({ endpoint, outcome, seconds }) =>
    metrics.restCalls.observe({ endpoint, outcome }, seconds),
  );
  const rest = createRestClient(transport, (endpoint, reason) => {
    metrics.droppedRecords.inc({ endpoint });
    logger.warn({ endpoint, reason }, 'a record of the REST host cannot be read and is left out');
  });
  const loader = new CatalogueLoader(rest, loaderLog(logger), times);
  observeCatalogue(metrics, loader);
  const redis = config.redisUrl === undefined ? null : connectRedis(config.redisUrl, logger);
  const store = redis === null ? new MemoryStore() : new RedisStore(redis);
  const secret = config.sessionSecret ?? (await keptSecret(config.dataDir));
  const turns = new UserTurns(store);
  const accounts = new ShopperAccounts(rest, turns);
  const services: GatewayServices = {
    rest,
    catalogue: new Catalogue(loader, rest),
    loader,
    sessions: new Sessions(secret, store),
    accounts,
    orders: new OrderPlacement(rest, accounts, turns, store),
    passwordResets: new PasswordResets(store),
    rateLimits: new RateLimits(redis),
    media: new MediaAddresses(restApiUrl, secret),
    logger,
  };
  const server = createGraphQLServer([observation(logger, metrics)]);
  await server.start();
  loader.start();
  let closing = false;
  let http: Server | undefined;

  return {
    logger,
    catalogueVersion: () => loader.version,

    async execute(operation, { origin, signal }) {
      const contextValue = createContext(services, {
        requestId: crypto.randomUUID(),
        origin: config.publicUrl ?? origin,
        signal,
        clientAddress: '',
        token: null,
      });
      const { body } = await server.executeOperation(operation, { contextValue });
      if (body.kind !== 'single') throw new Error('An operation was answered in parts.');
      const { data, errors } = body.singleResult;
      return { ...(data !== undefined && { data }), ...(errors !== undefined && { errors }) };
    },

    async listen(port, storefront) {
      const app = createApp({
        server,
        services,
        loader,
        metrics,
        logger,
        publicUrl: config.publicUrl,
        trustedProxies: config.trustedProxies,
        isClosing: () => closing,
        storefront,
      });
      http = createServer(app);
      return listening(http, port);
    },

    async close() {
      closing = true;
      loader.close();
      if (http !== undefined) await drained(http);
      await server.stop();
      await store.close();
    },
  };
}

function listening(http: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const refused = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      const why = error.code === 'EACCES' ? 'may not be opened by this user' : 'is taken by another program';
      reject(
        refused
          ? new ConfigError(`PORT is '${port}': it ${why}; choose a free one, for example ${port + 1}.`)
          : error,
      );
    });
    http.listen(port, () => {
      const address: AddressInfo | string | null = http.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

async function drained(http: Server): Promise<void> {
  const ended = new Promise<void>((resolve) => http.close(() => resolve()));
  // Connections that are kept alive hold the server open, each from the moment its answer is through.
  const idle = setInterval(() => http.closeIdleConnections(), 50);
  const late = setTimeout(() => http.closeAllConnections(), drainTime);
  await ended;
  clearInterval(idle);
  clearTimeout(late);
}

function connectRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 2, keyPrefix: 'open-bookshop:' });
  redis.on('error', (error: Error) => logger.error({ err: error }, 'Redis cannot be used'));
  return redis;
}

function loaderLog(logger: Logger) {
  return {
    failed: (list: string, error: unknown) =>
      logger.warn(
        { list, reason: error instanceof Error ? error.message : String(error) },
        'a list could not be loaded',
      ),
    built: (products: number, dropped: number) =>
      logger.info({ products, dropped }, 'the catalogue is loaded'),
  };
}
