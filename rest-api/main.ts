import { readConfig, SettingError } from './config.ts';
import { DataDirectoryInUse } from './database/data-directory-lock.ts';
import { createLog } from './logging.ts';
import { type Service, startService } from './service.ts';

const log = createLog();
// Whoever started the service may stop reading what it says; the service goes on.
process.stdout.on('error', () => undefined);

try {
  const starting = startService(readConfig(), log);
  stopWhenTold(starting);
  tellStarted(await starting);
} catch (error) {
  if (error instanceof SettingError || error instanceof DataDirectoryInUse) {
    process.stderr.write(`${error.message}\n`);
  } else {
    log.fatal({ err: error }, 'could not start');
  }
  process.exit(1);
}

/** Tells the parent that started this process, or else whoever reads the terminal. */
function tellStarted({ url, demoLogins, warnings }: Service): void {
  process.stdout.write(`The REST service listens on ${url}\n`);
  if (process.send !== undefined) {
    if (process.connected) process.send({ type: 'ready', url, demoLogins, warnings });
    return;
  }
  for (const { about, contact, password } of demoLogins) {
    process.stdout.write(`Demo login: contact ${contact}, password ${password} (${about})\n`);
  }
}

/** Stops on a signal, and when the parent goes away: nobody would stop this process then. */
function stopWhenTold(starting: Promise<Service>): void {
  let stopping = false;
  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    try {
      await (await starting).stop();
      log.info('stopped');
      process.exit(0);
    } catch (error) {
      log.fatal({ err: error }, 'did not stop cleanly');
      process.exit(1);
    }
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  if (process.send !== undefined) process.on('disconnect', () => void stop('the parent is gone'));
}
