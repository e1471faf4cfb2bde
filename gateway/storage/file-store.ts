import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { describeReason } from '../domain/describe-reason.ts';
import type { OutageLog } from '../domain/outage-log.ts';
import { createPrivateDirectory, nullIfMissing, replaceFile } from './atomic-file.ts';
import { type KeyValueStore, StoreUnavailableError } from './key-value.ts';
import { createWriteOutageLog } from './write-outage-log.ts';

/** How often overwritten, removed and expired values are erased from the file. */
const compactionIntervalMs = 60_000;

const linePattern = /^(?<expiresAt>\d+) (?<key>\S+) (?<value>.+)$/s;

interface Entry {
  value: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** A line that is about to be written, and how to undo its change if the write fails. */
interface PendingLine {
  line: string;
  undo: () => void;
}

/**
 * Stores values in memory and in a file, so that they survive a restart of a gateway without Redis. The file is a log
 * of `<expiresAt> <key> <value>` lines. The last line of a key is valid; `expiresAt` is 0 if the key was removed.
 * Writes resolve once they are on disk. Only one process may have the file open, which `lockDataDir` ensures. Keys must
 * not contain white space, and values must not contain line breaks.
 */
export class FileStore
  implements Pick<KeyValueStore, 'state' | 'get' | 'set' | 'setIfAbsent' | 'take' | 'close'>
{
  readonly #file: string;
  readonly #writeOutageLog: OutageLog<string>;
  readonly #entries = new Map<string, Entry>();
  readonly #compactionTimer = setInterval(() => this.#compactInBackground(), compactionIntervalMs).unref();
  /** Lines that the next flush appends together, so that concurrent writes share one fsync. */
  readonly #pendingLines: PendingLine[] = [];
  #nextFlush: Promise<void> | null = null;
  /** Settles once the last scheduled file operation is done; never rejects. */
  #lastOperation: Promise<void> = Promise.resolve();
  #hasStaleLines = false;
  /** After a failed write, the file may contain lines that were reported as not written. */
  #mustRewrite = false;

  /**
   * Opens the file. Creates it if it does not exist, with access for its owner only. Skips lines that cannot be parsed,
   * such as one that was cut off when the process or the machine died.
   *
   * @throws the file system's errors.
   */
  static async open(file: string, logger: Logger): Promise<FileStore> {
    await createPrivateDirectory(path.dirname(file));
    const store = new FileStore(file, logger);
    try {
      await store.#read();
      // Creating the file by appending could lose it in a power cut: only replaceFile syncs the directory.
      await store.#rewrite();
    } catch (error) {
      clearInterval(store.#compactionTimer);
      throw error;
    }
    return store;
  }

  private constructor(file: string, logger: Logger) {
    this.#file = file;
    this.#writeOutageLog = createWriteOutageLog(logger, file);
  }

  get state(): 'in-process' | 'unavailable' {
    return this.#writeOutageLog.isFailing ? 'unavailable' : 'in-process';
  }

  async get(key: string): Promise<string | null> {
    return this.#getLiveEntry(key)?.value ?? null;
  }

  /** All values that have not expired. */
  values(): string[] {
    return [...this.#entries.keys()].flatMap((key) => this.#getLiveEntry(key)?.value ?? []);
  }

  /**
   * Sets a value, which can be read immediately. Rejects when the file cannot be written: the value is then lost
   * when the process ends, unless a later rewrite of the file succeeds.
   *
   * @throws {StoreUnavailableError}
   */
  async set(key: string, value: string, ttlSeconds: number): Promise<void> {
    const entry = createEntry(value, ttlSeconds);
    if (this.#entries.has(key)) this.#hasStaleLines = true;
    this.#entries.set(key, entry);
    await this.#append({ line: formatLine(key, entry), undo: () => {} });
  }

  /** Unlike `set`, leaves the key absent when the file cannot be written. @throws {StoreUnavailableError} */
  async setIfAbsent(key: string, value: string, ttlSeconds: number): Promise<boolean> {
    if (this.#getLiveEntry(key) !== null) return false;
    const entry = createEntry(value, ttlSeconds);
    this.#entries.set(key, entry);
    const undo = () => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    };
    await this.#append({ line: formatLine(key, entry), undo });
    return true;
  }

  /** @throws {StoreUnavailableError} */
  async take(key: string): Promise<string | null> {
    const entry = this.#getLiveEntry(key);
    if (entry === null) return null;
    this.#entries.delete(key);
    this.#hasStaleLines = true;
    await this.#append({ line: formatLine(key, { value: '-', expiresAt: 0 }), undo: () => {} });
    return entry.value;
  }

  /** Waits for all writes, and removes overwritten, removed and expired values from the file. */
  async close(): Promise<void> {
    clearInterval(this.#compactionTimer);
    this.#compactInBackground();
    await this.#lastOperation;
  }

  #getLiveEntry(key: string): Entry | null {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.expiresAt > Date.now() ? entry : null;
  }

  #append(pending: PendingLine): Promise<void> {
    this.#pendingLines.push(pending);
    this.#nextFlush ??= this.#schedule(() => this.#flush());
    return this.#nextFlush;
  }

  /** Runs file operations one at a time: a rewrite must not lose a line that is being appended. */
  #schedule(operation: () => Promise<void>): Promise<void> {
    const done = this.#lastOperation.then(operation);
    this.#lastOperation = done.catch(() => {});
    return done;
  }

  async #flush(): Promise<void> {
    const pending = this.#pendingLines.splice(0);
    this.#nextFlush = null;
    try {
      if (this.#mustRewrite) await this.#rewrite();
      else
        await appendFile(this.#file, pending.map(({ line }) => line).join(''), { mode: 0o600, flush: true });
      this.#writeOutageLog.recordSuccess();
    } catch (error) {
      this.#mustRewrite = true;
      this.#writeOutageLog.recordFailure(describeReason(error));
      for (const { undo } of pending) undo();
      throw new StoreUnavailableError(error);
    }
  }

  #compactInBackground(): void {
    // A rewrite that fails is repeated at the next interval, or by the next write.
    this.#schedule(async () => {
      const now = Date.now();
      const hasExpired = [...this.#entries.values()].some(({ expiresAt }) => expiresAt <= now);
      if (!this.#mustRewrite && !this.#hasStaleLines && !hasExpired) return;
      await this.#rewrite();
      this.#writeOutageLog.recordSuccess();
    }).catch(() => {});
  }

  async #read(): Promise<void> {
    const text = (await readFile(this.#file, 'utf8').catch(nullIfMissing)) ?? '';
    const complete = text.slice(0, text.lastIndexOf('\n') + 1);
    for (const line of complete.split('\n')) {
      const { expiresAt, key, value } = linePattern.exec(line)?.groups ?? {};
      if (key === undefined || value === undefined) continue;
      this.#entries.set(key, { value, expiresAt: Number(expiresAt) });
    }
  }

  /** Replaces the file with one that contains only the current entries. */
  async #rewrite(): Promise<void> {
    const now = Date.now();
    for (const [key, { expiresAt }] of this.#entries) if (expiresAt <= now) this.#entries.delete(key);
    this.#hasStaleLines = false;
    this.#mustRewrite = true;
    await replaceFile(this.#file, [...this.#entries].map(([key, entry]) => formatLine(key, entry)).join(''));
    this.#mustRewrite = false;
  }
}

function createEntry(value: string, ttlSeconds: number): Entry {
  if (value.includes('\n')) throw new RangeError('A value of the file store must not contain line breaks.');
  return { value, expiresAt: Date.now() + Math.ceil(ttlSeconds * 1000) };
}

/** A line starts with a line break, since the line before it may have been cut off by a full disk. */
function formatLine(key: string, { value, expiresAt }: Entry): string {
  return `\n${expiresAt} ${key} ${value}\n`;
}
