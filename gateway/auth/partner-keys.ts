import { hash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { quotaRange } from '../config.ts';
import { tryParseJson } from '../domain/json.ts';
import { compareCodeUnits } from '../domain/text.ts';
import { createFile, createPrivateDirectory, nullIfMissing } from '../storage/atomic-file.ts';
import { runRedisCommand } from '../storage/redis-store.ts';

/** The stored record of a partner's key. The key itself is not stored. */
export const partnerKeySchema = z.object({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  /** See `digestKey`. */
  digest: z.string(),
  /** The partner's quota in points per minute, for all its keys together. Records and `--budget` call it a budget. */
  budget: z.int().min(quotaRange.min).max(quotaRange.max),
  addedAt: z.iso.datetime(),
  /** Which of the partner's two possible keys it is. Both are valid while programs switch to a new key. */
  keyNumber: z.union([z.literal(1), z.literal(2)]).default(1),
  /** Origins of the web pages that may use the key; empty for programs that are not web pages. */
  allowedOrigins: z.array(z.string()).default([]),
  /** When the key ceases to be valid; null if it does not. */
  expiresAt: z.iso.datetime().nullable().default(null),
});

export type PartnerKey = z.output<typeof partnerKeySchema>;

/** Stores the records of partners' keys: on disk, or in Redis if several gateways share them. */
export interface PartnerStore {
  list(): Promise<StoredPartnerKeys>;
  /** Adds a key unless its record name is taken. Returns whether it was added. */
  add(partnerKey: PartnerKey): Promise<boolean>;
  /** Removes a key by its record name. Returns whether it existed. */
  remove(recordName: string): Promise<boolean>;
}

/** All keys of a store, even if expired, sorted by record name. */
interface StoredPartnerKeys {
  partnerKeys: PartnerKey[];
  /** The names of the records that are invalid. */
  invalidNames: string[];
}

/**
 * Returns the name under which a key is stored. Partner names contain no dot, so the record of a second key
 * never has the name of another partner.
 */
export function getRecordName({ name, keyNumber }: Pick<PartnerKey, 'name' | 'keyNumber'>): string {
  return keyNumber === 1 ? name : `${name}.${keyNumber}`;
}

/** The inverse of `getRecordName`. */
export function parseRecordName(recordName: string): Pick<PartnerKey, 'name' | 'keyNumber'> {
  return recordName.endsWith('.2')
    ? { name: recordName.slice(0, -2), keyNumber: 2 }
    : { name: recordName, keyNumber: 1 };
}

/** Parses stored records, each with its name. */
function parsePartnerKeys(stored: ReadonlyArray<readonly [name: string, json: string]>): StoredPartnerKeys {
  const partnerKeys: PartnerKey[] = [];
  const invalidNames: string[] = [];
  for (const [name, json] of stored) {
    const partnerKey = partnerKeySchema.safeParse(tryParseJson(json)).data;
    if (partnerKey !== undefined && getRecordName(partnerKey) === name) partnerKeys.push(partnerKey);
    else invalidNames.push(name);
  }
  partnerKeys.sort((a, b) => compareCodeUnits(getRecordName(a), getRecordName(b)));
  return { partnerKeys, invalidNames };
}

/** The prefix of every key. It lets secret scanners recognize keys in public code. */
const keyPrefix = 'obk_';
const keyPattern = /^obk_[\w-]{43}$/;

/** Whether an Authorization header contains a key, after any scheme or none. The key need not be valid. */
export function hasPartnerKey(authorization: string): boolean {
  return authorization.slice(authorization.lastIndexOf(' ') + 1).startsWith(keyPrefix);
}

/** Generates a key: the prefix and 256 random bits. */
export function generatePartnerKey(): string {
  return `${keyPrefix}${randomBytes(32).toString('base64url')}`;
}

/**
 * Returns the digest that is stored instead of a key; null if the text is not a key. Unlike for passwords,
 * a plain SHA-256 is enough: 256 random bits cannot be guessed, so a slow hash or a salt would not make
 * an attack any harder, and the digest can be looked up without trying the salt of each partner.
 */
export function digestKey(key: string): string | null {
  return keyPattern.test(key) ? hash('sha256', key, 'base64url') : null;
}

const extension = '.json';

/**
 * Stores the record of each key in a file of the data directory. Files are created atomically and never
 * overwritten, so concurrent commands and a gateway that reads at the same time need no lock.
 */
export class FilePartnerStore implements PartnerStore {
  readonly #directory: string;

  constructor(dataDir: string) {
    this.#directory = path.join(dataDir, 'gateway', 'partners');
  }

  async list(): Promise<StoredPartnerKeys> {
    const names = await this.#listNames();
    const stored = names.map(async (name): Promise<[string, string] | null> => {
      const json = await readFile(this.#getFile(name), 'utf8').catch(nullIfMissing);
      return json === null ? null : [name, json];
    });
    return parsePartnerKeys((await Promise.all(stored)).filter((entry) => entry !== null));
  }

  async add(partnerKey: PartnerKey): Promise<boolean> {
    await createPrivateDirectory(this.#directory);
    return createFile(this.#getFile(getRecordName(partnerKey)), `${JSON.stringify(partnerKey)}\n`);
  }

  async remove(recordName: string): Promise<boolean> {
    // A name such as ../session would escape the directory.
    if (!(await this.#listNames()).includes(recordName)) return false;
    const removed = rm(this.#getFile(recordName)).then(() => true);
    return (await removed.catch(nullIfMissing)) ?? false;
  }

  async #listNames(): Promise<string[]> {
    const files = (await readdir(this.#directory).catch(nullIfMissing)) ?? [];
    return files.filter((file) => file.endsWith(extension)).map((file) => file.slice(0, -extension.length));
  }

  #getFile(name: string): string {
    return path.join(this.#directory, `${name}${extension}`);
  }
}

/** The Redis hash of all records, by record name. */
const redisKey = 'partners';

/** Stores the records in Redis, shared by all gateways that use it. */
export class RedisPartnerStore implements PartnerStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async list(): Promise<StoredPartnerKeys> {
    return parsePartnerKeys(Object.entries(await runRedisCommand(this.#redis.hgetall(redisKey))));
  }

  async add(partnerKey: PartnerKey): Promise<boolean> {
    const reply = this.#redis.hsetnx(redisKey, getRecordName(partnerKey), JSON.stringify(partnerKey));
    return (await runRedisCommand(reply)) === 1;
  }

  async remove(recordName: string): Promise<boolean> {
    return (await runRedisCommand(this.#redis.hdel(redisKey, recordName))) === 1;
  }
}

export function isExpired({ expiresAt }: Pick<PartnerKey, 'expiresAt'>): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}
