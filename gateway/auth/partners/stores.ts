import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Redis } from 'ioredis';
import { createFile, nullIfMissing } from '../../storage/atomic-file.ts';
import { runRedisCommand } from '../../storage/redis-store.ts';
import { type Partner, type PartnerStore, parsePartner, sortByName } from './partner.ts';

const extension = '.json';

/**
 * Stores each partner in a file of the data directory. Files are created atomically and never
 * overwritten, so concurrent commands and a gateway that reads at the same time need no lock.
 */
export class FilePartnerStore implements PartnerStore {
  readonly #directory: string;

  constructor(dataDir: string) {
    this.#directory = path.join(dataDir, 'gateway', 'partners');
  }

  async list(onUnreadable: (name: string) => void = () => {}): Promise<Partner[]> {
    const names = await this.#names();
    const partners = await Promise.all(names.map((name) => this.#read(name, onUnreadable)));
    return sortByName(partners.filter((partner) => partner !== null));
  }

  async add(partner: Partner): Promise<boolean> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    return createFile(this.#file(partner.name), `${JSON.stringify(partner)}\n`);
  }

  async remove(name: string): Promise<boolean> {
    // A name such as ../session would escape the directory.
    if (!(await this.#names()).includes(name)) return false;
    const removed = rm(this.#file(name)).then(() => true);
    return (await removed.catch(nullIfMissing)) ?? false;
  }

  async #names(): Promise<string[]> {
    const files = (await readdir(this.#directory).catch(nullIfMissing)) ?? [];
    return files.filter((file) => file.endsWith(extension)).map((file) => file.slice(0, -extension.length));
  }

  async #read(name: string, onUnreadable: (name: string) => void): Promise<Partner | null> {
    const text = await readFile(this.#file(name), 'utf8').catch(nullIfMissing);
    if (text === null) return null;
    const partner = parsePartner(text);
    if (partner?.name === name) return partner;
    onUnreadable(name);
    return null;
  }

  #file(name: string): string {
    return path.join(this.#directory, `${name}${extension}`);
  }
}

/** A hash of records by partner name. */
const redisKey = 'partners';

/** Stores partners in Redis, shared by all gateways that use it. */
export class RedisPartnerStore implements PartnerStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async list(onUnreadable: (name: string) => void = () => {}): Promise<Partner[]> {
    const entries = Object.entries(await runRedisCommand(this.#redis.hgetall(redisKey)));
    const partners = entries.flatMap(([name, text]) => {
      const partner = parsePartner(text);
      if (partner?.name === name) return [partner];
      onUnreadable(name);
      return [];
    });
    return sortByName(partners);
  }

  async add(partner: Partner): Promise<boolean> {
    return (await runRedisCommand(this.#redis.hsetnx(redisKey, partner.name, JSON.stringify(partner)))) === 1;
  }

  async remove(name: string): Promise<boolean> {
    return (await runRedisCommand(this.#redis.hdel(redisKey, name))) === 1;
  }
}
