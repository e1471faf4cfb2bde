import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { tryParseJson } from '../rest/json.ts';

const headerSchema = z.object({
  etag: z.string(),
  /** Validators of the host's file. */
  original: z.object({ etag: z.string().nullable(), lastModified: z.string().nullable() }),
});

/** A resized image. */
export interface CachedImage extends z.output<typeof headerSchema> {
  bytes: Uint8Array;
  /** When it last matched the host's file, in milliseconds since the epoch. */
  confirmedAt: number;
}

/** How often the last use of a file is written to disk. */
const usageWriteIntervalMs = 3_600_000;

interface Entry {
  size: number;
  usedAt: number;
}

/**
 * An LRU cache of resized images on disk. A file consists of one line of JSON, followed by the image; its
 * access and modification times are when it was last used and confirmed. Several processes may share the
 * folder, so a file may be missing at any time.
 */
export class ImageCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** Entries by file name, the least recently used first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  #opened: Promise<void> | undefined;

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** Reads a cached image; null if there is none. Removes an unreadable file. */
  async read(name: string): Promise<CachedImage | null> {
    await this.#open();
    const entry = this.#entries.get(name);
    if (entry === undefined) return null;
    try {
      const [content, { mtimeMs }] = await Promise.all([readFile(this.#file(name)), stat(this.#file(name))]);
      const end = content.indexOf('\n');
      const header = headerSchema.parse(tryParseJson(content.toString('utf8', 0, Math.max(0, end))));
      await this.#markUsed(name, entry, mtimeMs);
      return { ...header, bytes: content.subarray(end + 1), confirmedAt: mtimeMs };
    } catch {
      await this.remove(name);
      return null;
    }
  }

  /** Writes an image atomically. @throws errors of the file system. */
  async write(name: string, { bytes, confirmedAt, etag, original }: CachedImage): Promise<void> {
    await this.#open();
    const content = Buffer.concat([Buffer.from(`${JSON.stringify({ etag, original })}\n`), bytes]);
    if (content.length > this.#maxBytes) return;
    const temporaryFile = `${this.#file(name)}.${randomUUID()}.new`;
    try {
      // Not synchronised to disk: an image that a power cut destroys is resized again.
      await writeFile(temporaryFile, content, { mode: 0o600 });
      await utimes(temporaryFile, Date.now() / 1000, confirmedAt / 1000);
      await rename(temporaryFile, this.#file(name));
    } catch (error) {
      await rm(temporaryFile, { force: true });
      throw error;
    }
    this.#deleteEntry(name);
    this.#setEntry(name, { size: content.length, usedAt: Date.now() });
    await this.#evict();
  }

  /** Records that an image still matches the host's file. */
  async confirm(name: string): Promise<void> {
    await utimes(this.#file(name), Date.now() / 1000, Date.now() / 1000).catch(() => {});
  }

  async remove(name: string): Promise<void> {
    this.#deleteEntry(name);
    await rm(this.#file(name), { force: true });
  }

  #open(): Promise<void> {
    this.#opened ??= this.#readFolder();
    return this.#opened;
  }

  async #readFolder(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const found: Array<[name: string, entry: Entry]> = [];
    for (const name of await readdir(this.#folder)) {
      const file = this.#file(name);
      // A temporary file of a process that was killed.
      if (name.endsWith('.new')) await rm(file, { force: true });
      const { size, atimeMs } = await stat(file).catch(() => ({ size: -1, atimeMs: 0 }));
      if (size >= 0) found.push([name, { size, usedAt: atimeMs }]);
    }
    found.sort(([, one], [, other]) => one.usedAt - other.usedAt);
    for (const [name, entry] of found) this.#setEntry(name, entry);
    await this.#evict();
  }

  async #evict(): Promise<void> {
    for (const name of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      await this.remove(name);
    }
  }

  async #markUsed(name: string, entry: Entry, confirmedAt: number): Promise<void> {
    const now = Date.now();
    const isDue = now - entry.usedAt > usageWriteIntervalMs;
    this.#deleteEntry(name);
    this.#setEntry(name, { ...entry, usedAt: isDue ? now : entry.usedAt });
    if (isDue) await utimes(this.#file(name), now / 1000, confirmedAt / 1000);
  }

  #setEntry(name: string, entry: Entry): void {
    this.#entries.set(name, entry);
    this.#bytes += entry.size;
  }

  #deleteEntry(name: string): void {
    this.#bytes -= this.#entries.get(name)?.size ?? 0;
    this.#entries.delete(name);
  }

  #file(name: string): string {
    return path.join(this.#folder, name);
  }
}
