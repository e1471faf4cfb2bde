import type { Logger } from 'pino';
import { OutageLog } from '../domain/outage-log.ts';

/**
 * Creates the log of a store's failed writes. The reason for a failure must not contain the value to be stored.
 *
 * @param storage the file or server that contains the store.
 */
export function createWriteLog(logger: Logger, storage: string): OutageLog<string> {
  return new OutageLog(
    (reason) => logger.error({ storage, reason }, 'the store cannot be written'),
    () => logger.info({ storage }, 'the store can be written again'),
  );
}
