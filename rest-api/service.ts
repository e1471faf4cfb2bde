import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { openDatabase } from './database/open.ts';
import { listen } from './http/server.ts';
import type { Service } from './serve-shop.ts';

/**
 * Starts the REST service: binds the port, opens and migrates the database, and then serves requests. The service calls
 * `onDemoRemoved` after it has run a command that removes the demo, such as an import.
 * @throws SettingError, DataDirectoryInUseError
 */
export async function startService(config: Config, log: Logger, onDemoRemoved: () => void): Promise<Service> {
  const server = await listen(config);
  try {
    // The WebAssembly of the embedded database is compiled in other threads while this one loads the rest of the code.
    const [engine, { serveShop }] = await Promise.all([
      openDatabase(config, {
        onConnectionError: (error) => log.warn({ err: error }, 'lost a database connection'),
        onMigrationWait: () => log.info('waiting for another process that is migrating the database'),
        onFailure: (error) => {
          log.fatal({ err: error }, 'the embedded database has failed; start the service again');
          process.exit(1);
        },
      }),
      import('./serve-shop.ts'),
    ]);
    return await serveShop(server, engine, config, log, onDemoRemoved);
  } catch (error) {
    await server.close();
    throw error;
  }
}
