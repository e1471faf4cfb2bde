import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Redis } from 'ioredis';
import { tryParseJson } from '../../domain/json.ts';
import { createPrivateDirectory, nullIfMissing, replaceFile } from '../../storage/atomic-file.ts';
import { runRedisCommand } from '../../storage/redis-store.ts';

/** A step of the change log, from one version of the catalogue to another, as it is stored. */
export interface RecordedStep {
  from: string;
  to: string;
  changeCount: number;
  /** The changes as JSON, which takes less memory than objects; see `ChangeLog`. */
  changes: string;
}

/** Stores the steps of the change log: in a file, or in Redis if several gateways share it. */
export interface ChangeStore {
  /** The steps stored since the last call, except those that this object appended, the oldest first. */
  readNew(): Promise<RecordedStep[]>;
  /** Appends a step. @param all the steps that the store should keep, including this one. */
  append(step: RecordedStep, all: readonly RecordedStep[]): Promise<void>;
}

const linePattern = /^([\da-f]{16}) ([\da-f]{16}) (\d+) (\[.*\])$/;

function formatStep({ from, to, changeCount, changes }: RecordedStep): string {
  return `${from} ${to} ${changeCount} ${changes}`;
}

function parseStep(line: string): RecordedStep[] {
  const [, from, to, changeCount, changes] = linePattern.exec(line) ?? [];
  if (from === undefined || to === undefined || changes === undefined) return [];
  // A line that was cut off after one of its changes also matches the pattern.
  if (tryParseJson(changes) === undefined) return [];
  return [{ from, to, changeCount: Number(changeCount), changes }];
}

/** The file is rewritten when its lines outnumber the steps to keep by more than this factor. */
const maxFileGrowth = 2;

/** Stores the steps in a file of the data directory, a line for each. Lines that were cut off are skipped. */
export class FileChangeStore implements ChangeStore {
  readonly #file: string;
  #lineCount: number | null = null;

  constructor(dataDir: string) {
    this.#file = path.join(dataDir, 'gateway', 'product-changes');
  }

  async readNew(): Promise<RecordedStep[]> {
    if (this.#lineCount !== null) return [];
    const text = (await readFile(this.#file, 'utf8').catch(nullIfMissing)) ?? '';
    const steps = text.split('\n').flatMap(parseStep);
    this.#lineCount = steps.length;
    return steps;
  }

  async append(step: RecordedStep, all: readonly RecordedStep[]): Promise<void> {
    await createPrivateDirectory(path.dirname(this.#file));
    const lineCount = (this.#lineCount ?? 0) + 1;
    if (lineCount > all.length * maxFileGrowth) {
      await replaceFile(this.#file, all.map((recorded) => `${formatStep(recorded)}\n`).join(''));
      this.#lineCount = all.length;
      return;
    }
    // A line break precedes each line, since the line before it may have been cut off by a full disk.
    await appendFile(this.#file, `\n${formatStep(step)}\n`, { mode: 0o600, flush: true });
    this.#lineCount = lineCount;
  }
}

const redisKey = 'product-changes';
const redisField = 'step';

/** Stores the steps in a Redis stream, to which all gateways append. */
export class RedisChangeStore implements ChangeStore {
  readonly #redis: Redis;
  /** The id of the last entry that was read. */
  #lastId = '0';
  /** Ids of the entries that this gateway has appended and not yet read. */
  readonly #ownIds = new Set<string>();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async readNew(): Promise<RecordedStep[]> {
    const [stream] = (await runRedisCommand(this.#redis.xread('STREAMS', redisKey, this.#lastId))) ?? [];
    const entries = stream?.[1] ?? [];
    this.#lastId = entries.at(-1)?.[0] ?? this.#lastId;
    return entries
      .filter(([id]) => !this.#ownIds.delete(id))
      .flatMap(([, fields]) => parseStep(fields[1] ?? ''));
  }

  async append(step: RecordedStep, all: readonly RecordedStep[]): Promise<void> {
    // Other gateways may have appended steps that are not in `all`. The margin of 100 entries keeps them.
    const added = this.#redis.xadd(
      redisKey,
      'MAXLEN',
      '~',
      all.length + 100,
      '*',
      redisField,
      formatStep(step),
    );
    const id = await runRedisCommand(added);
    if (id !== null) this.#ownIds.add(id);
  }
}
