import type { Logger } from 'pino';
import { ShopperAccounts } from './accounts/shopper-accounts.ts';
import { UserTurns } from './accounts/user-turns.ts';
import { Budgets } from './budgets/budgets.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import { KeptLists } from './catalogue/kept-lists.ts';
import { CatalogueLoader, type LoaderTimes } from './catalogue/loader.ts';
import { OrderPlacement } from './checkout/order-placement.ts';
import type { Config } from './config.ts';
import { inDataDir } from './data-dir.ts';
import type { GatewayServices } from './graphql/context.ts';
import { type GatewayMetrics, restObserver } from './http/metrics.ts';
import { MediaAddresses } from './media/addresses.ts';
import { keptPictures } from './media/kept-pictures.ts';
import { KnownPartners } from './partners/known-partners.ts';
import { PartnerFolder } from './partners/partner-folder.ts';
import { RedisPartners } from './partners/redis-partners.ts';
import { createRestClient, type RestClient } from './rest/client.ts';
import type { RestPolicy } from './rest/policy.ts';
import { RestTransport } from './rest/transport.ts';
import { AccountLimits } from './session/account-limits.ts';
import { EndedSessions } from './session/ended-sessions.ts';
import { PasswordResets } from './session/password-resets.ts';
import { RateLimits } from './session/rate-limits.ts';
import { keptSecret } from './session/secret.ts';
import { Sessions } from './session/sessions.ts';
import { MemoryStore } from './stores/memory.ts';
import { RedisStore } from './stores/redis.ts';
import { connectRedis } from './stores/redis-connection.ts';
import type { KeyValueStore } from './stores/store.ts';
import { createTracing } from './tracing/tracing.ts';

/** What the gateway is made of, and the store that has to be closed. */
export interface Assembly {
  services: GatewayServices;
  store: KeyValueStore;
}

/** How often the REST host is asked for its lists, and how it is treated. */
export interface RestPace {
  times: LoaderTimes;
  policy: RestPolicy;
}

/** Builds all that the resolvers work with, over the REST host at `restApiUrl`. Loads nothing yet. */
export async function assembleServices(
  config: Config,
  restApiUrl: string,
  { times, policy }: RestPace,
  logger: Logger,
  metrics: GatewayMetrics,
): Promise<Assembly> {
  const tracing = await createTracing(config.tracesUrl, logger);
  const observer = { ...restObserver(metrics), began: tracing.call.bind(tracing) };
  const transport = new RestTransport(restApiUrl, observer, policy);
  const rest = observedRestClient(transport, logger, metrics);
  const loader = new CatalogueLoader(
    rest,
    new KeptLists(config.dataDir, restApiUrl),
    loaderLog(logger),
    config.maxCatalogueLossPercent,
    times,
  );
  const redis = config.redisUrl === undefined ? null : connectRedis(config.redisUrl, logger);
  const redisStore = redis === null ? null : new RedisStore(redis);
  const store = redisStore ?? new MemoryStore();
  const secrets = {
    current: config.sessionSecret ?? (await inDataDir(config.dataDir, keptSecret(config.dataDir))),
    previous: config.previousSecrets,
  };
  const endedSessions = redisStore ?? (await inDataDir(config.dataDir, EndedSessions.open(config.dataDir)));
  const turns = new UserTurns(store);
  const accounts = new ShopperAccounts(rest, turns);
  const rateLimits = new RateLimits(redis);
  const services: GatewayServices = {
    rest,
    transport,
    catalogue: new Catalogue(loader, rest),
    loader,
    store,
    sessions: new Sessions(secrets, endedSessions),
    accounts,
    orders: new OrderPlacement(rest, accounts, turns, store),
    passwordResets: new PasswordResets(store),
    rateLimits,
    accountLimits: new AccountLimits(rateLimits, store),
    partners: new KnownPartners(
      redis === null ? new PartnerFolder(config.dataDir) : new RedisPartners(redis),
      (reason) => logger.error({ reason }, 'partners cannot be read'),
    ),
    budgets: new Budgets(redis, config.visitorBudget),
    media: new MediaAddresses(restApiUrl, secrets),
    pictures: keptPictures(config, logger, metrics),
    tracing,
    logger,
  };
  return { services, store };
}

function observedRestClient(transport: RestTransport, logger: Logger, metrics: GatewayMetrics): RestClient {
  return createRestClient(transport, (endpoint, reason) => {
    metrics.droppedRecords.inc({ endpoint });
    logger.warn({ endpoint, reason }, 'a record of the REST host cannot be read and is left out');
  });
}

function loaderLog(logger: Logger) {
  return {
    failed: (list: string, error: unknown) =>
      logger.warn(
        { list, reason: error instanceof Error ? error.message : String(error) },
        'a list could not be loaded',
      ),
    refused: (list: string, loss: string) =>
      logger.error(
        { list, loss, setting: 'MAX_CATALOGUE_LOSS_PERCENT' },
        'a list of the REST host lost too much and is refused: the last good one stays',
      ),
    built: (products: number, dropped: number) =>
      logger.info({ products, dropped }, 'the catalogue is loaded'),
  };
}
