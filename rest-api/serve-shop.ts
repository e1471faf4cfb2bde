import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { listenForAdmin } from './admin/socket-server.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import type { Config } from './config.ts';
import type { Engine } from './database/engine.ts';
import { runInTransaction } from './database/transaction.ts';
import { startCleanup } from './delete-expired.ts';
import { type DemoLogin, prepareDemo } from './demo/prepare-demo.ts';
import { removeDemoAccess } from './demo/remove-demo.ts';
import { createCartEndpoints } from './endpoints/cart.ts';
import { createCatalogueEndpoints } from './endpoints/catalogue.ts';
import { createContactEndpoints } from './endpoints/contact.ts';
import { createHealthEndpoints } from './endpoints/health.ts';
import { createMetrics, createMetricsEndpoint } from './endpoints/metrics.ts';
import { createOrderEndpoints } from './endpoints/orders.ts';
import { createPasswordResetEndpoints } from './endpoints/password-reset.ts';
import { createUserEndpoints } from './endpoints/users.ts';
import { createApp } from './http/app.ts';
import { serveFiles } from './http/files.ts';
import { createOpenApiEndpoint } from './http/openapi.ts';
import type { ListeningServer } from './http/server.ts';
import { startOutbox } from './mail/outbox.ts';
import { createMailTransport } from './mail/transport.ts';

/** A running service. */
export interface Service {
  readonly url: string;
  /** The demo logins that still work. Empty with PostgreSQL, which is never seeded with the demo. */
  readonly demoLogins: readonly DemoLogin[];
  /** Warnings for the operator about the settings, each one or two sentences. */
  readonly warnings: readonly string[];
  /**
   * Reports that the service is not ready, but serves requests for another `shutdownDelaySeconds`, so that proxies stop
   * sending them before it stops. The interruption ends the wait early.
   */
  announceShutdown(interruption: AbortSignal): Promise<void>;
  /** Waits for running requests, then closes the database. */
  stop(): Promise<void>;
}

/**
 * Serves the shop of an open database: seeds an empty embedded database with the demo, and starts the background work,
 * such as sending e-mails.
 */
export async function serveShop(
  server: ListeningServer,
  engine: Engine,
  config: Config,
  log: Logger,
  onDemoRemoved: () => void,
): Promise<Service> {
  const { database } = engine;
  const filesDirectory = path.join(config.dataDirectory, 'files');
  const demo = engine.isShared ? undefined : await prepareDemo(database, filesDirectory, config, log);
  // The database may have been restored from a backup that contains the demo.
  if (engine.isShared && !config.hasDemoAccess) await runInTransaction(database, removeDemoAccess);
  const catalogue = new Catalogue(engine);
  await catalogue.getSnapshot();
  const transport = createMailTransport(config, log);
  const outbox = await startOutbox(engine, config.smtpUrl === undefined ? undefined : transport, log);
  const metrics = createMetrics(database);
  let isClosing = false;
  const endpoints = [
    ...createCatalogueEndpoints(catalogue),
    ...createUserEndpoints(database, config, outbox),
    ...createCartEndpoints(database),
    ...createOrderEndpoints(database, catalogue, config, outbox),
    ...createPasswordResetEndpoints(database, config.shop, transport, log),
    ...createContactEndpoints(database, config, outbox),
    ...createHealthEndpoints(engine, () => isClosing, log),
    createMetricsEndpoint(metrics),
  ];
  const cleanup = startCleanup(database, config.dataDirectory, log);
  const files = serveFiles(filesDirectory, demo?.media ?? Promise.resolve());
  server.setListener(
    createApp([...endpoints, createOpenApiEndpoint(endpoints)], files, config.tokens, log, metrics.requests),
  );
  const adminServer = engine.isShared
    ? undefined
    : await listenForAdmin({
        dataDirectory: config.dataDirectory,
        database,
        catalogue,
        outbox,
        mailSettings: config,
        onDemoRemoved,
        log,
      });
  const warnings = listWarnings(config);
  for (const warning of warnings) log.warn(warning);
  return {
    url: server.url,
    demoLogins: demo?.logins ?? [],
    warnings,
    announceShutdown: async (interruption) => {
      isClosing = true;
      const delayMs = config.shutdownDelaySeconds * 1000;
      await setTimeout(delayMs, undefined, { signal: interruption }).catch(() => undefined);
    },
    stop: async () => {
      await Promise.all([server.close(), adminServer?.close()]);
      cleanup.stop();
      await outbox.close();
      transport.close();
      await engine.close();
    },
  };
}

function listWarnings({ isProduction, smtpUrl, dataDirectory }: Config): string[] {
  if (!isProduction || smtpUrl !== undefined) return [];
  const outboxDirectory = path.join(dataDirectory, 'outbox');
  return [
    `SMTP_URL is not set, so no e-mail is delivered, although the shop tells shoppers that a one-time password was sent. One-time passwords are only written to ${outboxDirectory}, and e-mails about orders, enquiries and accounts wait in the database.`,
  ];
}
