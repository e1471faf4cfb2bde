import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { reasonOf } from './key-value.ts';

/** How the gateway treats Redis. Times in milliseconds. */
const redisPolicy = {
  /** A command that got no answer by then has failed: Redis hangs, or the network does. */
  commandTimeout: 2_000,
  /** A connection on which nothing comes back for so long is opened anew. */
  socketTimeout: 4_000,
  connectTimeout: 2_000,
  /** The longest pause between two tries to connect; a command waits for one such try. */
  longestRetry: 500,
} as const;

/**
 * A connection to Redis that is kept up for good. Commands wait out a short break and fail in a
 * longer one; none is sent twice, since taking a value twice would lose it. A break is logged once,
 * without the address, which may hold a password.
 */
export function connectRedis(url: string, logger: Logger): Redis {
  const { longestRetry, ...timeouts } = redisPolicy;
  const redis = new Redis(url, {
    ...timeouts,
    keyPrefix: 'open-bookshop:',
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(longestRetry, attempt * 50),
    // What was the primary and is none any more after a failover.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  let isAway = false;
  const away = (reason: string) => {
    if (!isAway) logger.error({ reason }, 'Redis cannot be used');
    isAway = true;
  };
  redis.on('error', (error: Error) => away(reasonOf(error)));
  redis.on('reconnecting', () => away('the connection was closed'));
  redis.on('ready', () => {
    if (isAway) logger.info('Redis can be used again');
    isAway = false;
  });
  return redis;
}
