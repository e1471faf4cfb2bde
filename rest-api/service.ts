import path from 'node:path';
import type { Logger } from 'pino';
import { Catalogue } from './catalogue/catalogue.ts';
import type { Config } from './config.ts';
import { openDatabase } from './database/open.ts';
import { type DemoLogin, prepareDemo } from './demo-data.ts';
import { cartEndpoints } from './endpoints/cart.ts';
import { catalogueEndpoints } from './endpoints/catalogue.ts';
import { contactEndpoints } from './endpoints/contact.ts';
import { healthEndpoints } from './endpoints/health.ts';
import { orderEndpoints } from './endpoints/orders.ts';
import { passwordResetEndpoints } from './endpoints/password-reset.ts';
import { userEndpoints } from './endpoints/users.ts';
import { createApp } from './http/app.ts';
import { serveFiles } from './http/files.ts';
import { listen } from './http/server.ts';
import { openImportDoor } from './import/door.ts';
import { createMailer } from './mail/mailer.ts';
import { cleanRegularly } from './orders/cleaning.ts';

/** A running service. */
export interface Service {
  readonly url: string;
  /** Whom one can sign in as; empty unless the embedded demo is in use. */
  readonly demoLogins: readonly DemoLogin[];
  /** What the operator should know about the settings, each a sentence or two. */
  readonly warnings: readonly string[];
  /** Finishes the requests that run, then closes the database. */
  stop(): Promise<void>;
}

/**
 * Starts the REST service: takes the port, opens the database, brings its tables up to date, seeds the
 * demo where there is nothing yet, and answers.
 * @throws SettingError, DataDirectoryInUse
 */
export async function startService(config: Config, log: Logger): Promise<Service> {
  const server = await listen(config);
  try {
    const engine = await openDatabase(config, (error) =>
      log.warn({ err: error }, 'lost a database connection'),
    );
    const { database } = engine;
    const filesDirectory = path.join(config.dataDirectory, 'files');
    const demo = engine.shared ? undefined : await prepareDemo(database, filesDirectory, config, log);
    const catalogue = new Catalogue(engine);
    await catalogue.snapshot();
    const mailer = createMailer(config, log);
    const endpoints = [
      ...catalogueEndpoints(catalogue),
      ...userEndpoints(database, mailer),
      ...cartEndpoints(database),
      ...orderEndpoints(database, catalogue),
      ...passwordResetEndpoints(database, mailer),
      ...contactEndpoints(database),
      ...healthEndpoints(database),
    ];
    const cleaning = cleanRegularly(database, log);
    const files = serveFiles(filesDirectory, demo?.media ?? Promise.resolve());
    server.answerWith(createApp(endpoints, files, log));
    const door = engine.shared
      ? undefined
      : await openImportDoor(config.dataDirectory, database, catalogue, log);
    const warnings = warningsAbout(config);
    for (const warning of warnings) log.warn(warning);
    return {
      url: server.url,
      demoLogins: demo?.logins ?? [],
      warnings,
      stop: async () => {
        await Promise.all([server.close(), door?.close()]);
        cleaning.stop();
        await mailer.close();
        await engine.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

function warningsAbout({ production, smtpUrl, dataDirectory }: Config): string[] {
  if (!production || smtpUrl !== undefined) return [];
  const outbox = path.join(dataDirectory, 'outbox');
  return [
    `SMTP_URL is not set: no shopper gets a mail, though the shop says that a one-time password was sent. Mails are only written to ${outbox}.`,
  ];
}
