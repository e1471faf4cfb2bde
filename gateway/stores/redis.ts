import type { Redis } from 'ioredis';
import type { KeyValueStore } from './store.ts';

const removeIfEqualScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/** Keeps values in Redis, shared by all gateways that use it. */
export class RedisStore implements KeyValueStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  get(key: string): Promise<string | null> {
    return this.#redis.get(key);
  }

  async set(key: string, value: string, seconds: number): Promise<void> {
    await this.#redis.set(key, value, 'PX', milliseconds(seconds));
  }

  async setIfAbsent(key: string, value: string, seconds: number): Promise<boolean> {
    return (await this.#redis.set(key, value, 'PX', milliseconds(seconds), 'NX')) === 'OK';
  }

  take(key: string): Promise<string | null> {
    return this.#redis.getdel(key);
  }

  async removeIfEqual(key: string, value: string): Promise<void> {
    await this.#redis.eval(removeIfEqualScript, 1, key, value);
  }

  async close(): Promise<void> {
    await this.#redis.quit().catch(() => this.#redis.disconnect());
  }
}

function milliseconds(seconds: number): number {
  return Math.max(1, Math.round(seconds * 1000));
}
