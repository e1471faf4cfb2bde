import path from 'node:path';
import type { Logger } from 'pino';
import { AccountLimits } from './auth/account-limits.ts';
import { AttemptLimits } from './auth/attempt-limits.ts';
import { deriveKeys, loadOrCreateSecret } from './auth/keys.ts';
import { createLogin } from './auth/login.ts';
import { PartnerDirectory } from './auth/partner-directory.ts';
import { FilePartnerStore, RedisPartnerStore } from './auth/partner-keys.ts';
import { FileUsageStore, PartnerUsageRecorder, RedisUsageStore } from './auth/partner-usage.ts';
import { createPasswordReset, PasswordResetTokens } from './auth/password-reset.ts';
import { createLocalClock, Sessions } from './auth/sessions.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import { ProductChangeFeed } from './catalogue/product-changes.ts';
import { ChangeLog } from './catalogue/sync/change-log.ts';
import { FileChangeStore, RedisChangeStore } from './catalogue/sync/change-store.ts';
import { ListDiskCache } from './catalogue/sync/list-disk-cache.ts';
import { CatalogueLoader, type LoaderTimes } from './catalogue/sync/loader.ts';
import type { Config } from './config.ts';
import { createCartCommands } from './customers/cart.ts';
import { createSendEnquiry } from './customers/enquiry.ts';
import { createProfileCommands } from './customers/profile.ts';
import { CustomerRecords } from './customers/record.ts';
import { createRegister } from './customers/registration.ts';
import { ShopperLock } from './customers/shopper-lock.ts';
import { createWishlistCommands } from './customers/wishlist.ts';
import { describeReason } from './domain/describe-reason.ts';
import { OutageLog } from './domain/outage-log.ts';
import type { ResolverDependencies } from './graphql/resolvers/resolvers.ts';
import { ImageService } from './images/image-service.ts';
import { SignedUrls } from './images/signed-urls.ts';
import { AttemptStore } from './orders/attempt-store.ts';
import { createCancelOrder } from './orders/cancel-order.ts';
import type { PaymentProvider } from './orders/payment.ts';
import { OrderService } from './orders/place-order.ts';
import { createFreeDeliveryCheck, createQuoteOrder } from './orders/quote.ts';
import { OrderSender } from './orders/send-order.ts';
import { Quotas } from './quota/quota.ts';
import { createRestClient } from './rest/client.ts';
import type { ListObserver } from './rest/decode-response.ts';
import { HttpPool } from './rest/http-pool.ts';
import { type RestPolicy, RestTransport } from './rest/transport.ts';
import { accessDataDir } from './storage/data-dir.ts';
import { lockDataDir } from './storage/data-dir-lock.ts';
import { FileStore } from './storage/file-store.ts';
import { MemoryStore } from './storage/key-value.ts';
import { connectRedis, RedisStore } from './storage/redis-store.ts';
import { createRestObserver, type GatewayMetrics } from './telemetry/metrics.ts';
import { createTracing } from './telemetry/tracing.ts';

/** What the services depend on, in addition to the settings. */
export interface ServiceOptions {
  /** Timing of catalogue refreshes. */
  times: LoaderTimes;
  /** The limits and retries of REST calls. */
  policy: RestPolicy;
  freeDeliveryPincodes: readonly string[];
  /** Called each time the provider is needed: the demo provider is not offered once a real catalogue is imported. */
  getPaymentProvider: () => PaymentProvider | undefined;
}

/**
 * Creates all services. Those that need the REST host call it at `restApiUrl`. One instance of each is shared by all
 * requests. Does not load the catalogue yet.
 */
export async function createServices(
  config: Config,
  restApiUrl: string,
  { times, policy, freeDeliveryPincodes, getPaymentProvider }: ServiceOptions,
  logger: Logger,
  metrics: GatewayMetrics,
) {
  const tracing = await createTracing(config.tracesUrl, logger);
  const observer = { ...createRestObserver(metrics), onAttemptStart: tracing.startCall.bind(tracing) };
  const poolOptions = { certificates: config.restApiCertificates, token: config.restApiToken };
  const transport = new RestTransport(restApiUrl, observer, policy, poolOptions);
  const rest = createRestClient(transport, createListObserver(logger, metrics));
  // A pool of its own, so that long downloads do not delay REST calls.
  const mediaPool = new HttpPool(new URL(restApiUrl).origin, null, poolOptions);
  const images = new ImageService(config, mediaPool, logger, metrics);
  const redis = config.redisUrl === undefined ? null : connectRedis(config.redisUrl, logger);
  const changeLog = new ChangeLog(
    redis === null ? new FileChangeStore(config.dataDir) : new RedisChangeStore(redis),
  );
  const loader = new CatalogueLoader(
    rest,
    new ListDiskCache(config.dataDir, restApiUrl),
    changeLog,
    createLoaderObserver(logger),
    config.maxCatalogueLossPercent,
    times,
  );
  const redisStore = redis === null ? null : new RedisStore(redis, logger);
  const unlockDataDir =
    redis === null ? await accessDataDir(config.dataDir, lockDataDir(config.dataDir)) : null;
  const store = redisStore ?? new MemoryStore();
  const secrets = {
    current:
      config.sessionSecret ?? (await accessDataDir(config.dataDir, loadOrCreateSecret(config.dataDir))),
    previous: config.previousSecrets,
  };
  const openFileStore = (name: string) =>
    accessDataDir(config.dataDir, FileStore.open(path.join(config.dataDir, 'gateway', name), logger));
  // Existing data directories contain a file with this name.
  const revocations = redisStore ?? (await openFileStore('ended-sessions'));
  const clock = revocations instanceof FileStore ? createLocalClock(revocations) : revocations;
  const orderStore = redisStore ?? (await openFileStore('order-attempts'));
  const stores = [...new Set([store, revocations, orderStore])];
  const shopperLock = new ShopperLock(store);
  const customers = new CustomerRecords(rest, shopperLock, logger);
  const attemptLimits = new AttemptLimits(redis);
  const accountLimits = new AccountLimits(attemptLimits, store);
  const sessions = new Sessions(secrets, revocations, clock);
  const catalogue = new Catalogue(loader, rest, new ProductChangeFeed(changeLog));
  const attempts = new AttemptStore(orderStore, deriveKeys(secrets, 'order attempts'));
  const sender = new OrderSender(rest, customers, attempts);
  const isFreeDelivery = createFreeDeliveryCheck(freeDeliveryPincodes);
  const partnerStore = redis === null ? new FilePartnerStore(config.dataDir) : new RedisPartnerStore(redis);
  const usage = new PartnerUsageRecorder(
    redis === null ? new FileUsageStore(config.dataDir) : new RedisUsageStore(redis),
    partnerStore,
    new OutageLog(
      (err) => logger.warn({ err }, 'the usage of partners could not be stored'),
      () => logger.info('the usage of partners can be stored again'),
    ),
  );
  const tokens = new PasswordResetTokens(store);
  const useCases: ResolverDependencies = {
    catalogue,
    loader,
    cart: createCartCommands({ customers, catalogue, rest }),
    wishlist: createWishlistCommands({ customers, catalogue, rest }),
    profile: createProfileCommands({ customers, rest, sessions, attemptLimits, accountLimits }),
    login: createLogin({ rest, sessions, accountLimits, logger }),
    passwordReset: createPasswordReset({ rest, sessions, accountLimits, tokens, logger }),
    register: createRegister({ rest, attemptLimits, logger }),
    sendEnquiry: createSendEnquiry({ rest, attemptLimits, logger }),
    cancelOrder: createCancelOrder({ rest, attemptLimits, loader, logger }),
    orders: new OrderService({
      rest,
      lock: shopperLock,
      attempts,
      attemptLimits,
      sender,
      quoteOrder: createQuoteOrder(catalogue.getProducts.bind(catalogue), loader, isFreeDelivery),
      quoteFromRecords: createQuoteOrder(catalogue.readProducts.bind(catalogue), loader, isFreeDelivery),
      loader,
      getPaymentProvider,
      metrics,
      logger,
    }),
  };
  return {
    rest,
    /** Metrics and health checks read the state of its circuit breakers and queue. */
    transport,
    loader,
    /** The state of the stores of sessions, limits and idempotency keys. */
    store: {
      get state() {
        return stores.find(({ state }) => state === 'unavailable')?.state ?? store.state;
      },
    },
    sessions,
    useCases,
    partners: new PartnerDirectory(partnerStore, logger),
    quotas: new Quotas(redis, config.visitorQuota, ({ keyDigest }, points) => usage.add(keyDigest, points)),
    signedUrls: new SignedUrls(restApiUrl, secrets),
    mediaPool,
    images,
    tracing,
    /** Closes all services but the loader. Called after the last request. */
    async close() {
      await transport.close();
      await usage.close();
      await Promise.all(stores.map((storage) => storage.close()));
      await unlockDataDir?.();
      await tracing.close();
      images.close();
      await mediaPool.destroy();
    },
  };
}

/**
 * Counts all records that are dropped. Logs their number and first reasons only if these differ from those of the
 * endpoint's previous list, because lists are fetched again and again.
 */
function createListObserver(logger: Logger, { droppedRecords }: GatewayMetrics): ListObserver {
  const loggedByEndpoint = new Map<string, string>();
  return (endpoint, { count, reasons }) => {
    if (count === 0) {
      loggedByEndpoint.delete(endpoint);
      return;
    }
    droppedRecords.inc({ endpoint }, count);
    const description = JSON.stringify([count, ...reasons]);
    if (loggedByEndpoint.get(endpoint) === description) return;
    loggedByEndpoint.set(endpoint, description);
    logger.warn({ endpoint, count, reasons }, 'invalid records of the REST host were dropped');
  };
}

function createLoaderObserver(logger: Logger) {
  return {
    onFailure: (step: string, error: unknown) =>
      logger.warn({ step, reason: describeReason(error) }, 'a step of loading or saving the lists failed'),
    onRejection: (list: string, loss: string) =>
      logger.error(
        { list, loss, setting: 'MAX_CATALOGUE_LOSS_PERCENT' },
        'a list of the REST host lost too many records or values and was rejected; the previous version stays in use',
      ),
    onBuild: (products: number, dropped: number) =>
      logger.info({ products, dropped }, 'the catalogue is loaded'),
  };
}
