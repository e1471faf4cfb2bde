import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { tryParseJson } from '../rest/json.ts';

const headShape = z.object({
  etag: z.string(),
  original: z.object({ etag: z.string().nullable(), lastModified: z.string().nullable() }),
});

/** A picture as it is kept. */
export interface CachedImage extends z.output<typeof headShape> {
  bytes: Uint8Array;
  /** When it was last known to be that of the host's file, in milliseconds of the epoch. */
  confirmedAt: number;
}

/** Between two notes on disk that a picture was used, in milliseconds. */
const noteEvery = 3_600_000;

interface Entry {
  size: number;
  usedAt: number;
}

/**
 * Pictures on disk, up to so many bytes in all; the least recently used go first. A file holds one
 * line about the picture, then the picture; its times are when it was last used and confirmed.
 * Several processes may share the folder: a file that another one removed is simply not there.
 */
export class ImageCache {
  readonly #folder: string;
  readonly #mostBytes: number;
  /** By name, the least recently used first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  #opened: Promise<void> | undefined;

  constructor(folder: string, mostBytes: number) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
  }

  /** A kept picture; null when there is none, or none that can be read. */
  async read(name: string): Promise<CachedImage | null> {
    await this.#open();
    const entry = this.#entries.get(name);
    if (entry === undefined) return null;
    try {
      const [content, { mtimeMs }] = await Promise.all([readFile(this.#file(name)), stat(this.#file(name))]);
      const end = content.indexOf('\n');
      const head = headShape.parse(tryParseJson(content.toString('utf8', 0, Math.max(0, end))));
      await this.#use(name, entry, mtimeMs);
      return { ...head, bytes: content.subarray(end + 1), confirmedAt: mtimeMs };
    } catch {
      await this.remove(name);
      return null;
    }
  }

  /** Keeps a picture, whole or not at all. @throws the file system's errors. */
  async write(name: string, { bytes, confirmedAt, etag, original }: CachedImage): Promise<void> {
    await this.#open();
    const content = Buffer.concat([Buffer.from(`${JSON.stringify({ etag, original })}\n`), bytes]);
    if (content.length > this.#mostBytes) return;
    const fresh = `${this.#file(name)}.${randomUUID()}.new`;
    try {
      await writeFile(fresh, content, { mode: 0o600 });
      await utimes(fresh, Date.now() / 1000, confirmedAt / 1000);
      await rename(fresh, this.#file(name));
    } catch (error) {
      await rm(fresh, { force: true });
      throw error;
    }
    this.#forget(name);
    this.#remember(name, { size: content.length, usedAt: Date.now() });
    await this.#makeRoom();
  }

  /** Notes that the host's file is still the one a picture was made of. */
  async confirm(name: string): Promise<void> {
    await utimes(this.#file(name), Date.now() / 1000, Date.now() / 1000).catch(() => {});
  }

  async remove(name: string): Promise<void> {
    this.#forget(name);
    await rm(this.#file(name), { force: true });
  }

  #open(): Promise<void> {
    this.#opened ??= this.#findKept();
    return this.#opened;
  }

  async #findKept(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const found: Array<[name: string, entry: Entry]> = [];
    for (const name of await readdir(this.#folder)) {
      const file = this.#file(name);
      // What a killed process was about to write.
      if (name.endsWith('.new')) await rm(file, { force: true });
      const { size, atimeMs } = await stat(file).catch(() => ({ size: -1, atimeMs: 0 }));
      if (size >= 0) found.push([name, { size, usedAt: atimeMs }]);
    }
    found.sort(([, one], [, other]) => one.usedAt - other.usedAt);
    for (const [name, entry] of found) this.#remember(name, entry);
    await this.#makeRoom();
  }

  async #makeRoom(): Promise<void> {
    for (const name of this.#entries.keys()) {
      if (this.#bytes <= this.#mostBytes) return;
      await this.remove(name);
    }
  }

  async #use(name: string, entry: Entry, confirmedAt: number): Promise<void> {
    const now = Date.now();
    const isDue = now - entry.usedAt > noteEvery;
    this.#forget(name);
    this.#remember(name, { ...entry, usedAt: isDue ? now : entry.usedAt });
    if (isDue) await utimes(this.#file(name), now / 1000, confirmedAt / 1000);
  }

  #remember(name: string, entry: Entry): void {
    this.#entries.set(name, entry);
    this.#bytes += entry.size;
  }

  #forget(name: string): void {
    this.#bytes -= this.#entries.get(name)?.size ?? 0;
    this.#entries.delete(name);
  }

  #file(name: string): string {
    return path.join(this.#folder, name);
  }
}
