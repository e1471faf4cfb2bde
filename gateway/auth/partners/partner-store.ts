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
 * Works on the partners where the gateways look for them: in Redis where there is one, else in the
 * data folder.
 *
 * @throws {StartupError} when that place cannot be used.
 */
export async function withPartnerStore<Result>(
  { dataDir, redisUrl }: Pick<Config, 'dataDir' | 'redisUrl'>,
  work: (registry: PartnerStore) => Promise<Result>,
): Promise<Result> {
  if (redisUrl === undefined) {
    await createDataDir(dataDir);
    return inDataDir(dataDir, work(new FilePartnerStore(dataDir)));
  }
  const redis = connectRedis(redisUrl, pino({ level: 'silent' }));
  try {
    return await work(new RedisPartnerStore(redis));
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    throw new StartupError(`REDIS_URL names a Redis that cannot be used just now (${error.message}).`);
  } finally {
    redis.disconnect();
  }
}
