import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { openDatabase } from './database/open.ts';
import type { DemoLogin } from './demo/prepare-demo.ts';
import { listen } from './http/server.ts';

/** A running service. */
export interface Service {
  readonly url: string;
  /** The demo logins that still work. Empty with PostgreSQL, which is never seeded with the demo. */
  readonly demoLogins: readonly DemoLogin[];
  /** Warnings about the settings for the operator, each one or two sentences. */
  readonly warnings: readonly string[];
  /** Waits for running requests, then closes the database. */
  stop(): Promise<void>;
}

/**
 * Starts the REST service: binds the port, opens and migrates the database, and then serves requests. While it runs,
 * calls `onDemoRemoved` after each import, which removes the demo if it exists, and after commands that remove it.
 * @throws SettingError, DataDirectoryInUseError
 */
export async function startService(config: Config, log: Logger, onDemoRemoved: () => void): Promise<Service> {
  const server = await listen(config);
  try {
    // The embedded database is compiled in other threads while this one loads the rest of the code.
    const [engine, { serveShop }] = await Promise.all([
      openDatabase(config, (error) => log.warn({ err: error }, 'lost a database connection')),
      import('./serve-shop.ts'),
    ]);
    return await serveShop(server, engine, config, log, onDemoRemoved);
  } catch (error) {
    await server.close();
    throw error;
  }
}
