import { pino } from 'pino';
import { StartupError } from '../../cli.ts';
import type { Config } from '../../config.ts';
import { createDataDir, inDataDir } from '../../storage/data-dir.ts';
import { StoreUnavailableError } from '../../storage/key-value.ts';
import { connectRedis } from '../../storage/redis-connection.ts';
import { FilePartnerStore } from './file-store.ts';
import type { PartnerStore } from './partner.ts';
import { RedisPartnerStore } from './redis-store.ts';

/**
 * Opens the store that the gateways read: Redis if it is configured, otherwise the data directory. Calls
 * `operation` with it and closes it afterwards.
 *
 * @throws {StartupError} when Redis cannot be used; {ConfigError} when the data directory cannot.
 */
export async function withPartnerStore<Result>(
  { dataDir, redisUrl }: Pick<Config, 'dataDir' | 'redisUrl'>,
  operation: (store: PartnerStore) => Promise<Result>,
): Promise<Result> {
  if (redisUrl === undefined) {
    await createDataDir(dataDir);
    return inDataDir(dataDir, operation(new FilePartnerStore(dataDir)));
  }
  const redis = connectRedis(redisUrl, pino({ level: 'silent' }));
  try {
    return await operation(new RedisPartnerStore(redis));
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    throw new StartupError(`REDIS_URL names a Redis that cannot be used just now (${error.message}).`);
  } finally {
    redis.disconnect();
  }
}
