import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { tryParseJson } from '../domain/json.ts';
import {
  createPrivateDirectory,
  deleteAbandonedFiles,
  isTemporaryFile,
  nullIfMissing,
  replaceCacheFile,
} from '../storage/atomic-file.ts';

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

/** The last use of a file is written to disk at most once in this time. */
const usageWriteIntervalMs = 3_600_000;

interface Entry {
  sizeBytes: number;
  /** Milliseconds since the epoch. */
  usedAt: number;
}

/**
 * An LRU cache of resized images on disk. A file consists of one line of JSON, followed by the image. Its access time
 * records when it was last used, its modification time when it was last confirmed. Several processes may share the
 * directory, so a file may be missing at any time.
 */
export class ImageCache {
  readonly #directory: string;
  /** The files of the directory by name. */
  readonly #entries: LRUCache<string, Entry>;
  /** Files to be deleted. */
  readonly #evicted: string[] = [];
  #opened: Promise<void> | undefined;

  constructor(directory: string, maxBytes: number) {
    this.#directory = directory;
    this.#entries = new LRUCache({
      maxSize: Math.max(1, maxBytes),
      sizeCalculation: ({ sizeBytes }) => Math.max(1, sizeBytes),
      dispose: (_, name, reason) => {
        if (reason === 'evict') this.#evicted.push(name);
      },
    });
  }

  /**
   * Reads a cached image; null if there is none. Removes a damaged file.
   *
   * @throws file system errors, which may be temporary: the file remains.
   */
  async read(name: string): Promise<CachedImage | null> {
    await this.#open();
    const entry = this.#entries.get(name);
    if (entry === undefined) return null;
    const file = this.#getFile(name);
    const [content, stats] = await Promise.all([
      readFile(file).catch(nullIfMissing),
      stat(file).catch(nullIfMissing),
    ]);
    const end = content?.indexOf('\n') ?? -1;
    const header = headerSchema.safeParse(tryParseJson(content?.toString('utf8', 0, Math.max(0, end)) ?? ''));
    if (content === null || stats === null || !header.success) {
      await this.remove(name);
      return null;
    }
    await this.#markUsed(name, entry, stats.mtimeMs);
    return { ...header.data, bytes: content.subarray(end + 1), confirmedAt: stats.mtimeMs };
  }

  /** Writes an image atomically, unless it is larger than the whole cache. @throws file system errors. */
  async write(name: string, { bytes, confirmedAt, etag, original }: CachedImage): Promise<void> {
    await this.#open();
    const content = Buffer.concat([Buffer.from(`${JSON.stringify({ etag, original })}\n`), bytes]);
    if (content.length > this.#entries.maxSize) return;
    // The directory may have been deleted to free space.
    await createPrivateDirectory(this.#directory);
    // Not durable: an image that is lost in a power cut is resized again.
    await replaceCacheFile(this.#getFile(name), content);
    await utimes(this.#getFile(name), Date.now() / 1000, confirmedAt / 1000);
    await this.#setEntry(name, { sizeBytes: content.length, usedAt: Date.now() });
  }

  /** Records that an image still matches the host's file. */
  async confirm(name: string): Promise<void> {
    await utimes(this.#getFile(name), Date.now() / 1000, Date.now() / 1000).catch(() => {});
  }

  async remove(name: string): Promise<void> {
    this.#entries.delete(name);
    await rm(this.#getFile(name), { force: true });
  }

  #open(): Promise<void> {
    this.#opened ??= this.#readDirectory().catch((error: unknown) => {
      // The next access tries again.
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #readDirectory(): Promise<void> {
    await createPrivateDirectory(this.#directory);
    await deleteAbandonedFiles(this.#directory);
    const found: Array<[name: string, entry: Entry]> = [];
    for (const name of await readdir(this.#directory)) {
      if (isTemporaryFile(name)) continue;
      const { size, atimeMs } = await stat(this.#getFile(name)).catch(() => ({ size: -1, atimeMs: 0 }));
      if (size >= 0) found.push([name, { sizeBytes: size, usedAt: atimeMs }]);
    }
    found.sort(([, one], [, other]) => one.usedAt - other.usedAt);
    for (const [name, entry] of found) await this.#setEntry(name, entry);
  }

  async #setEntry(name: string, entry: Entry): Promise<void> {
    this.#entries.set(name, entry);
    // A file that exceeds the whole cache has no entry.
    if (!this.#entries.has(name)) this.#evicted.push(name);
    await Promise.all(this.#evicted.splice(0).map((evicted) => rm(this.#getFile(evicted), { force: true })));
  }

  async #markUsed(name: string, entry: Entry, confirmedAt: number): Promise<void> {
    const now = Date.now();
    if (now - entry.usedAt <= usageWriteIntervalMs) return;
    entry.usedAt = now;
    // If this fails, the file is merely considered older after a restart.
    await utimes(this.#getFile(name), now / 1000, confirmedAt / 1000).catch(() => {});
  }

  #getFile(name: string): string {
    return path.join(this.#directory, name);
  }
}
