import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../storage/atomic-file.ts';
import type { KeyValueStore, SharedClock } from '../storage/key-value.ts';

/** After so many new lines what is over is left out of the file. */
const linesBetweenTidyings = 10_000;
const line = /^(?<endsAt>\d+) (?<key>\S+) (?<value>\S+)$/;

interface Mark {
  value: string;
  endsAt: number;
}

/**
 * Which sessions are over, for a gateway without Redis: in memory, and in a file of the data folder,
 * so that who has signed out stays so when the gateway starts anew. A line is a mark: when it may be
 * forgotten, its key and its value.
 */
export class RevocationLog implements Pick<KeyValueStore, 'get' | 'set'>, SharedClock {
  readonly #file: string;
  #marks = new Map<string, Mark>();
  #lastTimestamp = 0;
  #newLines = 0;
  /** Writes one after the other: a tidied file must not lose a line that was added meanwhile. */
  #writing: Promise<void> = Promise.resolve();

  /** Reads what is kept. Lines that make no sense, as after a full disk, are left out. */
  static async open(dataDir: string): Promise<RevocationLog> {
    const folder = path.join(dataDir, 'gateway');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const ended = new RevocationLog(path.join(folder, 'ended-sessions'));
    await ended.#read();
    return ended;
  }

  private constructor(file: string) {
    this.#file = file;
  }

  async get(key: string): Promise<string | null> {
    const mark = this.#marks.get(key);
    return mark !== undefined && mark.endsAt > Date.now() ? mark.value : null;
  }

  async nextTimestamp(): Promise<number> {
    this.#lastTimestamp = Math.max(Date.now(), this.#lastTimestamp + 1);
    return this.#lastTimestamp;
  }

  /** Keeps a mark for some seconds. It counts from now on, and over a restart once this resolves. */
  async set(key: string, value: string, seconds: number): Promise<void> {
    const mark = { value, endsAt: Date.now() + Math.ceil(seconds * 1000) };
    this.#marks.set(key, mark);
    const write = () => this.#write(key, mark);
    this.#writing = this.#writing.then(write, write);
    await this.#writing;
  }

  async #write(key: string, mark: Mark): Promise<void> {
    this.#newLines += 1;
    if (this.#newLines > linesBetweenTidyings) await this.#tidy();
    else await appendFile(this.#file, lineOf(key, mark), { mode: 0o600 });
  }

  async #read(): Promise<void> {
    const text = await readFile(this.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    for (const { groups } of text.split('\n').map((kept) => line.exec(kept) ?? { groups: undefined })) {
      if (groups?.key === undefined || groups.value === undefined) continue;
      this.#marks.set(groups.key, { value: groups.value, endsAt: Number(groups.endsAt) });
    }
    // Where the clock was set back meanwhile, a new session must not count as older than these.
    const values = [...this.#marks.values()].map(({ value }) => Number.parseInt(value, 10));
    this.#lastTimestamp = values.filter(Number.isSafeInteger).reduce((one, other) => Math.max(one, other), 0);
    if (text !== '') await this.#tidy();
  }

  /** Forgets what is over, and writes the file anew with all that counts. */
  async #tidy(): Promise<void> {
    const now = Date.now();
    this.#marks = new Map([...this.#marks].filter(([, { endsAt }]) => endsAt > now));
    await replaceFile(this.#file, [...this.#marks].map(([key, mark]) => lineOf(key, mark)).join(''));
    this.#newLines = 0;
  }
}

/** Begins on a new line: the one before may have been cut off by a full disk. */
function lineOf(key: string, { endsAt, value }: Mark): string {
  return `\n${endsAt} ${key} ${value}\n`;
}
