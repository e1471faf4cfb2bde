import type { Logger } from 'pino';
import { OutageLog } from '../domain/outage-log.ts';

/**
 * Logs when a store can no longer be written, and when it can be written again. The reason for a failure must not
 * contain the value to be stored.
 *
 * @param storage the file or server that contains the store.
 */
export function createWriteOutageLog(logger: Logger, storage: string): OutageLog<string> {
  return new OutageLog(
    (reason) => logger.error({ storage, reason }, 'the store cannot be written'),
    () => logger.info({ storage }, 'the store can be written again'),
  );
}
