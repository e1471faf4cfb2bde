import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { reasonOf } from './key-value.ts';

/** Time-outs of a Redis connection. */
const redisPolicy = {
  /** A command without a reply fails after this time, for example because Redis or the network hangs. */
  commandTimeoutMs: 2_000,
  /** A connection on which nothing is received for this time is replaced. */
  socketTimeoutMs: 4_000,
  connectTimeoutMs: 2_000,
  /** The longest delay between two connection attempts. A command waits for one attempt. */
  maxRetryDelayMs: 500,
} as const;

/**
 * A connection to Redis that reconnects for ever. Commands wait during a short interruption and fail in
 * a longer one. None is sent twice, since repeating a command that takes a value would lose it. An
 * interruption is logged once, without the URL, which may contain a password.
 */
export function connectRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    commandTimeout: redisPolicy.commandTimeoutMs,
    socketTimeout: redisPolicy.socketTimeoutMs,
    connectTimeout: redisPolicy.connectTimeoutMs,
    keyPrefix: 'open-bookshop:',
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(redisPolicy.maxRetryDelayMs, attempt * 50),
    // After a failover, the former primary is read-only; reconnecting finds the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  let isUnavailable = false;
  const reportUnavailable = (reason: string) => {
    if (!isUnavailable) logger.error({ reason }, 'Redis cannot be used');
    isUnavailable = true;
  };
  redis.on('error', (error: Error) => reportUnavailable(reasonOf(error)));
  redis.on('reconnecting', () => reportUnavailable('the connection was closed'));
  redis.on('ready', () => {
    if (isUnavailable) logger.info('Redis can be used again');
    isUnavailable = false;
  });
  return redis;
}
