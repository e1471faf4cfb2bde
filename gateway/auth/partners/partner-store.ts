import { pino } from 'pino';
import { StartError } from '../../cli.ts';
import type { Config } from '../../config.ts';
import { inDataDir, makeDataDir } from '../../storage/data-dir.ts';
import { StoreUnavailable } from '../../storage/key-value.ts';
import { connectRedis } from '../../storage/redis-connection.ts';
import { PartnerFolder } from './file-store.ts';
import type { PartnerRegistry } from './partner.ts';
import { RedisPartners } from './redis-store.ts';

/**
 * Works on the partners where the gateways look for them: in Redis where there is one, else in the
 * data folder.
 *
 * @throws {StartError} when that place cannot be used.
 */
export async function withRegistry<Result>(
  { dataDir, redisUrl }: Pick<Config, 'dataDir' | 'redisUrl'>,
  work: (registry: PartnerRegistry) => Promise<Result>,
): Promise<Result> {
  if (redisUrl === undefined) {
    await makeDataDir(dataDir);
    return inDataDir(dataDir, work(new PartnerFolder(dataDir)));
  }
  const redis = connectRedis(redisUrl, pino({ level: 'silent' }));
  try {
    return await work(new RedisPartners(redis));
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new StartError(`REDIS_URL names a Redis that cannot be used just now (${error.message}).`);
  } finally {
    redis.disconnect();
  }
}
