import type { Redis } from 'ioredis';
import { runCommand } from '../../storage/redis-store.ts';
import { byName, type Partner, type PartnerStore, readPartner } from './partner.ts';

const key = 'partners';

/** Partners in Redis, shared by all gateways that use it. */
export class RedisPartnerStore implements PartnerStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async list(onUnreadable: (name: string) => void = () => {}): Promise<Partner[]> {
    const kept = Object.entries(await runCommand(this.#redis.hgetall(key)));
    const partners = kept.flatMap(([name, text]) => {
      const partner = readPartner(text);
      if (partner?.name === name) return [partner];
      onUnreadable(name);
      return [];
    });
    return byName(partners);
  }

  async add(partner: Partner): Promise<boolean> {
    return (await runCommand(this.#redis.hsetnx(key, partner.name, JSON.stringify(partner)))) === 1;
  }

  async remove(name: string): Promise<boolean> {
    return (await runCommand(this.#redis.hdel(key, name))) === 1;
  }
}
