import type { Redis } from 'ioredis';
import { runRedisCommand } from '../../storage/redis-store.ts';
import { type Partner, type PartnerStore, parsePartner, sortByName } from './partner.ts';

const key = 'partners';

/** Stores partners in Redis, shared by all gateways that use it. */
export class RedisPartnerStore implements PartnerStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async list(onUnreadable: (name: string) => void = () => {}): Promise<Partner[]> {
    const entries = Object.entries(await runRedisCommand(this.#redis.hgetall(key)));
    const partners = entries.flatMap(([name, text]) => {
      const partner = parsePartner(text);
      if (partner?.name === name) return [partner];
      onUnreadable(name);
      return [];
    });
    return sortByName(partners);
  }

  async add(partner: Partner): Promise<boolean> {
    return (await runRedisCommand(this.#redis.hsetnx(key, partner.name, JSON.stringify(partner)))) === 1;
  }

  async remove(name: string): Promise<boolean> {
    return (await runRedisCommand(this.#redis.hdel(key, name))) === 1;
  }
}
