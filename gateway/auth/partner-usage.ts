import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { formatDateInIndia } from '../domain/date.ts';
import { tryParseJson } from '../domain/json.ts';
import type { OutageLog } from '../domain/outage-log.ts';
import { createPrivateDirectory, nullIfMissing, replaceCacheFile } from '../storage/atomic-file.ts';
import { isDataDirLocked } from '../storage/data-dir-lock.ts';
import { runRedisCommand } from '../storage/redis-store.ts';
import type { PartnerStore } from './partner-keys.ts';

/** When a key was last used, and the points used with it on `day`. */
const usageSchema = z.object({
  lastUsedAt: z.iso.datetime(),
  /** The day of `points` in the shop's time zone, `yyyy-mm-dd`. */
  day: z.string(),
  points: z.number(),
});
export type PartnerUsage = z.output<typeof usageSchema>;

/**
 * Stores the usage of partners' keys, for `npm run partners -- list`. Keys are identified by their digests, because a
 * new key may get the record name of a revoked one.
 */
export interface PartnerUsageStore {
  /**
   * Adds points by key. If storing fails, the next call stores these points too. A running gateway calls this
   * regularly, even without points: in Redis, that shows that it is running.
   */
  add(points: ReadonlyMap<string, number>): Promise<void>;
  /** The usage by key. */
  list(): Promise<ReadonlyMap<string, PartnerUsage>>;
  /** Removes the usage of keys. */
  remove(keys: readonly string[]): Promise<void>;
  /** Whether a gateway that uses this store is running. */
  isGatewayRunning(): Promise<boolean>;
}

const fileSchema = z.object({ partners: z.record(z.string(), usageSchema) });

/** Adds points to those used today. The count starts again each day. */
function addPoints(usage: PartnerUsage | undefined, points: number): PartnerUsage {
  const now = new Date();
  const day = formatDateInIndia(now);
  const pointsToday = usage?.day === day ? usage.points : 0;
  return { lastUsedAt: now.toISOString(), day, points: pointsToday + points };
}

/** Stores the usage in a file of the data directory, which belongs to one gateway. */
export class FileUsageStore implements PartnerUsageStore {
  readonly #dataDir: string;
  readonly #file: string;
  /** Null until the file has been read. */
  #usageByKey: Record<string, PartnerUsage> | null = null;
  /** Each key's points that are not yet in `#usageByKey`. */
  readonly #uncounted = new Map<string, number>();
  /** Whether `#usageByKey` differs from the file. */
  #hasUnsavedChanges = false;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#file = path.join(dataDir, 'gateway', 'partner-usage.json');
  }

  async add(points: ReadonlyMap<string, number>): Promise<void> {
    for (const [key, used] of points) this.#uncounted.set(key, (this.#uncounted.get(key) ?? 0) + used);
    this.#usageByKey ??= await this.#read();
    for (const [key, used] of this.#uncounted) this.#usageByKey[key] = addPoints(this.#usageByKey[key], used);
    this.#hasUnsavedChanges ||= this.#uncounted.size > 0;
    this.#uncounted.clear();
    await this.#save();
  }

  async list(): Promise<ReadonlyMap<string, PartnerUsage>> {
    return new Map(Object.entries(await this.#read()));
  }

  async remove(keys: readonly string[]): Promise<void> {
    this.#usageByKey ??= await this.#read();
    for (const key of keys) delete this.#usageByKey[key];
    this.#hasUnsavedChanges ||= keys.length > 0;
    await this.#save();
  }

  isGatewayRunning(): Promise<boolean> {
    return isDataDirLocked(this.#dataDir);
  }

  async #save(): Promise<void> {
    if (!this.#hasUnsavedChanges) return;
    await createPrivateDirectory(path.dirname(this.#file));
    await replaceCacheFile(this.#file, JSON.stringify({ partners: this.#usageByKey }));
    this.#hasUnsavedChanges = false;
  }

  async #read(): Promise<Record<string, PartnerUsage>> {
    const text = await readFile(this.#file, 'utf8').catch(nullIfMissing);
    return fileSchema.safeParse(tryParseJson(text ?? '')).data?.partners ?? {};
  }
}

const redisKeys = {
  points: 'partner-points',
  lastUse: 'partner-last-use',
  running: 'gateway-running',
} as const;
const pointsTtlSeconds = 2 * 24 * 60 * 60;
/** Longer than the interval at which gateways record usage, so that the Redis key expires only after they stop. */
const runningTtlSeconds = 30;

/** Stores the usage in Redis, shared by all gateways that use it. */
export class RedisUsageStore implements PartnerUsageStore {
  readonly #redis: Redis;
  /** Each key's usage that is not yet in Redis. */
  readonly #unsaved = new Map<string, PartnerUsage>();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async add(points: ReadonlyMap<string, number>): Promise<void> {
    for (const [key, used] of points) this.#unsaved.set(key, addPoints(this.#unsaved.get(key), used));
    await runRedisCommand(this.#redis.set(redisKeys.running, '1', 'EX', runningTtlSeconds));
    for (const [key, usage] of this.#unsaved) {
      const pointsKey = `${redisKeys.points} ${usage.day}`;
      await runRedisCommand(this.#redis.hset(redisKeys.lastUse, key, usage.lastUsedAt));
      await runRedisCommand(this.#redis.hincrbyfloat(pointsKey, key, usage.points));
      this.#unsaved.delete(key);
      await runRedisCommand(this.#redis.expire(pointsKey, pointsTtlSeconds));
    }
  }

  async list(): Promise<ReadonlyMap<string, PartnerUsage>> {
    const day = formatDateInIndia(new Date());
    const points = await runRedisCommand(this.#redis.hgetall(`${redisKeys.points} ${day}`));
    const lastUses = await runRedisCommand(this.#redis.hgetall(redisKeys.lastUse));
    return new Map(
      Object.entries(lastUses).map(([key, lastUsedAt]) => [
        key,
        { lastUsedAt, day, points: Number(points[key] ?? 0) },
      ]),
    );
  }

  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await runRedisCommand(this.#redis.hdel(redisKeys.lastUse, ...keys));
  }

  async isGatewayRunning(): Promise<boolean> {
    return (await runRedisCommand(this.#redis.exists(redisKeys.running))) === 1;
  }
}

const recordIntervalMs = 2_000;

/** Counts the points of partners and stores them in the background. */
export class PartnerUsageRecorder {
  readonly #store: PartnerUsageStore;
  readonly #partners: PartnerStore;
  readonly #outageLog: OutageLog<unknown>;
  readonly #timer: NodeJS.Timeout;
  #points = new Map<string, number>();
  #lastWrite: Promise<void>;
  /** Whether `#removeRevoked` has completed. Once at startup is enough, because few keys are revoked. */
  #hasRemovedRevoked = false;

  /** Writes immediately, even without points: a store in Redis then knows that the gateway is running. */
  constructor(store: PartnerUsageStore, partners: PartnerStore, outageLog: OutageLog<unknown>) {
    this.#store = store;
    this.#partners = partners;
    this.#outageLog = outageLog;
    this.#lastWrite = this.#write();
    this.#timer = setInterval(() => {
      this.#lastWrite = this.#lastWrite.then(() => this.#write());
    }, recordIntervalMs).unref();
  }

  add(keyDigest: string, points: number): void {
    this.#points.set(keyDigest, (this.#points.get(keyDigest) ?? 0) + points);
  }

  /** Stores the points counted since the last write. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#lastWrite;
    await this.#write();
  }

  async #write(): Promise<void> {
    const points = this.#points;
    this.#points = new Map();
    try {
      await this.#store.add(points);
      await this.#removeRevoked();
      this.#outageLog.recordSuccess();
    } catch (error) {
      this.#outageLog.recordFailure(error);
    }
  }

  async #removeRevoked(): Promise<void> {
    if (this.#hasRemovedRevoked) return;
    // Read before the partners' records, so that a key that is added and used meanwhile is not taken for a revoked one.
    const usedKeys = [...(await this.#store.list()).keys()];
    const { partnerKeys, invalidNames } = await this.#partners.list();
    const digests = new Set(partnerKeys.map(({ digest }) => digest));
    // A key whose record cannot be read is not revoked, and its digest is unknown.
    if (invalidNames.length === 0) await this.#store.remove(usedKeys.filter((key) => !digests.has(key)));
    this.#hasRemovedRevoked = true;
  }
}
