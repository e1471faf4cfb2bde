import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { readConfig, SettingError } from './config.ts';
import { DataDirectoryInUseError } from './database/data-directory-lock.ts';
import { registerDrizzleResolver } from './database/drizzle-modules.ts';
import { createLog } from './logging.ts';
import type { Service } from './serve-shop.ts';

const log = createLog();
// The parent process may stop reading standard output. That must not end the service.
process.stdout.on('error', () => undefined);

/** Undefined until the start is complete. */
let service: Service | undefined;

try {
  const config = readConfig();
  log.level = config.logLevel;
  // Loading the database code takes most of the startup time, so the settings are checked first, and the next start
  // reuses the compiled code.
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node-compile', import.meta.url)));
  registerDrizzleResolver();
  const { startService } = await import('./service.ts');
  const starting = startService(config, log, reportDemoRemoved);
  stopOnSignal(starting, { canExitDuringStart: config.databaseUrl !== undefined });
  service = await starting;
  reportStarted(service, config.isProduction ? (line) => log.info(line) : print);
  flushCompileCache();
} catch (error) {
  if (error instanceof SettingError || error instanceof DataDirectoryInUseError) {
    process.stderr.write(`${error.message}\n`);
  } else {
    log.fatal({ err: error }, 'could not start');
  }
  process.exit(1);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Reports the URL, and also sends it to the parent process, with the demo logins and warnings. Without a parent
 * process, reports the logins.
 */
function reportStarted({ url, demoLogins, warnings }: Service, report: (line: string) => void): void {
  report(`The REST service is listening on ${url}`);
  if (process.send !== undefined) {
    if (process.connected) process.send({ type: 'ready', url, demoLogins, warnings });
    return;
  }
  for (const { about, contact, password } of demoLogins) {
    report(`Demo login: contact ${contact}, password ${password} (${about})`);
  }
}

/** Tells the parent process that the demo logins no longer work. */
function reportDemoRemoved(): void {
  if (process.connected) process.send?.({ type: 'demo-removed' });
}

/**
 * Stops on a signal, after `SHUTDOWN_DELAY_SECONDS`; a further SIGINT or SIGTERM ends this delay. Also stops when the
 * parent process exits, since nothing else would stop this one then.
 *
 * If the signal arrives during the start, the start is completed first, because the embedded database must be closed.
 * With PostgreSQL, the process exits at once, since the start may be waiting a long time for a lock of another process.
 * PostgreSQL rolls back an unfinished migration once it notices that the connection is closed.
 */
function stopOnSignal(
  starting: Promise<Service>,
  { canExitDuringStart }: { canExitDuringStart: boolean },
): void {
  const interruption = new AbortController();
  let stopping = false;
  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    if (service === undefined && canExitDuringStart) {
      log.info('stopped');
      process.exit(0);
    }
    try {
      const started = await starting;
      await started.announceShutdown(interruption.signal);
      await started.stop();
      log.info('stopped');
      process.exit(0);
    } catch (error) {
      log.fatal({ err: error }, 'did not stop cleanly');
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // When a terminal is closed, both its shell and the kernel may send SIGHUP.
      if (stopping && signal !== 'SIGHUP') interruption.abort();
      void stop(signal);
    });
  }
  if (process.send !== undefined) process.on('disconnect', () => void stop('the parent process exited'));
}
