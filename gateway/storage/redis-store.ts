import { Redis, ReplyError } from 'ioredis';
import type { Logger } from 'pino';
import { describeReason } from '../domain/describe-reason.ts';
import { OutageLog } from '../domain/outage-log.ts';
import { type KeyValueStore, type SharedClock, StoreUnavailableError } from './key-value.ts';
import { createWriteOutageLog } from './write-outage-log.ts';

const removeIfEqualScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;
const extendIfEqualScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`;
/** Timestamps come from the clock of Redis, which gateways share, and increase even if a failover sets it back. */
const nextTimestampScript = `local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local last = tonumber(redis.call('get', KEYS[1]) or '0')
local timestamp = string.format('%.0f', math.max(now, last + 1))
redis.call('set', KEYS[1], timestamp)
return timestamp`;

/** How often a value is stored to check whether Redis accepts writes, since this store sees only some of the writes. */
const writeCheckIntervalMs = 5_000;

/** Redis is regarded as unavailable if a reply takes longer, for example because Redis or the network hangs. */
const replyTimeoutMs = 2_000;

/** Minimum time between reconnections while Redis is read-only, since each interrupts running commands. */
const minReconnectIntervalMs = 5_000;

/** Stores values in Redis, shared by all gateways that use it. */
export class RedisStore implements KeyValueStore, SharedClock {
  readonly #redis: Redis;
  readonly #writeOutageLog: OutageLog<string>;
  readonly #writeCheckTimer = setInterval(() => this.#checkWrite(), writeCheckIntervalMs).unref();

  constructor(redis: Redis, logger: Logger) {
    this.#redis = redis;
    this.#writeOutageLog = createWriteOutageLog(logger, 'Redis');
  }

  /** A connected Redis is unavailable while it rejects writes, for example because its memory is full. */
  get state(): 'available' | 'unavailable' {
    return this.#redis.status === 'ready' && !this.#writeOutageLog.isFailing ? 'available' : 'unavailable';
  }

  get(key: string): Promise<string | null> {
    return runRedisCommand(this.#redis.get(key));
  }

  async set(key: string, value: string, ttlSeconds: number): Promise<void> {
    await this.#write(this.#redis.set(key, value, 'PX', toMilliseconds(ttlSeconds)));
  }

  async setIfAbsent(key: string, value: string, ttlSeconds: number): Promise<boolean> {
    return (await this.#write(this.#redis.set(key, value, 'PX', toMilliseconds(ttlSeconds), 'NX'))) === 'OK';
  }

  async extendIfEqual(key: string, value: string, ttlSeconds: number): Promise<boolean> {
    const reply = this.#redis.eval(extendIfEqualScript, 1, key, value, toMilliseconds(ttlSeconds));
    return (await runRedisCommand(reply)) === 1;
  }

  take(key: string): Promise<string | null> {
    return runRedisCommand(this.#redis.getdel(key));
  }

  async removeIfEqual(key: string, value: string): Promise<void> {
    await runRedisCommand(this.#redis.eval(removeIfEqualScript, 1, key, value));
  }

  async getNextTimestamp(): Promise<number> {
    return Number(await this.#write(this.#redis.eval(nextTimestampScript, 1, 'clock')));
  }

  async close(): Promise<void> {
    clearInterval(this.#writeCheckTimer);
    await this.#redis.quit().catch(() => this.#redis.disconnect());
  }

  /**
   * Awaits a command that stores a value. If the memory is full, only such commands fail, not those that extend or
   * remove a value.
   */
  async #write<Reply>(command: Promise<Reply>): Promise<Reply> {
    try {
      const reply = await command;
      this.#writeOutageLog.recordSuccess();
      return reply;
    } catch (error) {
      // Other errors are those of the connection, which has a status of its own.
      if (error instanceof ReplyError) this.#writeOutageLog.recordFailure(describeReason(error));
      throw new StoreUnavailableError(error);
    }
  }

  #checkWrite(): void {
    this.set('write-check', '', 1).catch(() => {});
  }
}

/** Awaits a Redis command. @throws {StoreUnavailableError} when it fails. */
export async function runRedisCommand<Reply>(command: Promise<Reply>): Promise<Reply> {
  try {
    return await command;
  } catch (error) {
    throw new StoreUnavailableError(error);
  }
}

function toMilliseconds(seconds: number): number {
  return Math.max(1, Math.round(seconds * 1000));
}

/**
 * A connection to Redis that never stops trying to reconnect. Commands wait during a short interruption; once Redis
 * fails to respond in time or an attempt to reconnect fails, they fail immediately until it is available. No command is
 * sent twice: if the reply to a `GETDEL` were lost, a second `GETDEL` would find no value. An interruption is logged
 * once, and once more if Redis then rejects new connections. The URL, which may contain a password, is not logged.
 */
export function connectRedis(url: string, logger: Logger): Redis {
  let reconnectedAt = Number.NEGATIVE_INFINITY;
  let isReconnectingToPrimary = false;
  const redis = new Redis(url, {
    commandTimeout: replyTimeoutMs,
    // After this time without data, ioredis also reconnects, so that later commands do not wait as long again.
    socketTimeout: replyTimeoutMs,
    connectTimeout: 2_000,
    keyPrefix: 'open-bookshop:',
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // The delay in milliseconds before an attempt to reconnect. A command waits for one attempt.
    retryStrategy: (attempt) => Math.min(500, attempt * 50),
    // After a failover, the former primary is read-only; reconnecting finds the new one.
    reconnectOnError: (error) => {
      const now = performance.now();
      if (!error.message.startsWith('READONLY') || now - reconnectedAt < minReconnectIntervalMs) return false;
      reconnectedAt = now;
      isReconnectingToPrimary = true;
      return true;
    },
  });
  const outageLog = new OutageLog<string>(
    (reason) => logger.error({ reason }, 'Redis is unavailable'),
    () => logger.info('Redis is available again'),
  );
  let isRejectionReported = false;
  redis.on('error', (error: Error) => {
    const reason = describeReason(error);
    // Logged in addition to the reason for the interruption, which does not explain why Redis rejects new connections,
    // for example because its password was changed.
    if (error instanceof ReplyError && !isRejectionReported) {
      if (outageLog.isFailing) logger.error({ reason }, 'Redis rejects connections');
      isRejectionReported = true;
    }
    outageLog.recordFailure(reason);
    // Commands wait after a reset: the first reconnection usually succeeds. ioredis sets no `code` for a timeout.
    const isReset = redis.status === 'ready' && !error.message.startsWith('Socket timeout');
    if (!isReset) redis.options.enableOfflineQueue = false;
  });
  redis.on('reconnecting', () => {
    // `RedisStore` logs that Redis is read-only.
    if (!isReconnectingToPrimary) outageLog.recordFailure('the connection was closed');
    isReconnectingToPrimary = false;
  });
  redis.on('ready', () => {
    outageLog.recordSuccess();
    isRejectionReported = false;
    redis.options.enableOfflineQueue = true;
  });
  return redis;
}
