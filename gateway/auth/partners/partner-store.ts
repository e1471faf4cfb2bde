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
 * Opens the store that gateways read partners from (Redis if configured, otherwise the data directory),
 * runs `operation` on it and closes it.
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
    throw new StartupError(`The Redis server at REDIS_URL is unavailable (${error.message}).`);
  } finally {
    redis.disconnect();
  }
}
