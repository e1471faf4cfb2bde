import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, utimes } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { tryParseJson } from '../../domain/json.ts';
import type { Chunks } from '../../rest/json.ts';
import {
  createPrivateDirectory,
  deleteAbandonedFiles,
  nullIfMissing,
  TemporaryFile,
} from '../../storage/atomic-file.ts';
import { StoreUnavailableError } from '../../storage/key-value.ts';

/** The version of the file format. Files of another version are ignored. */
const formatVersion = 1;

const headerSchema = z.object({
  format: z.literal(formatVersion),
  /** Base URL of the host that sent the list. A list from another host is ignored. */
  host: z.string(),
  etag: z.string().nullable(),
  /** Digest of the list. Detects incomplete files. */
  digest: z.string(),
});

/**
 * Bytes read to find the header line. They are enough: the line contains an ETag, and the HTTP headers of a response
 * have at most 16 KiB.
 */
const maxHeaderBytes = 64 * 1024;
const chunkBytes = 256 * 1024;

/** Identifies a version of a list. */
export interface ListVersion {
  /** The host's `ETag`; null if it sends none. */
  etag: string | null;
  /** Digest of the body, which identifies the version even if the host sends no `ETag`. */
  digest: string;
}

/** The body of a list in a file, from the byte `start` to the end. */
export interface ListBody {
  file: string;
  start: number;
}

/** Reads a body in chunks. */
export function readBody({ file, start }: ListBody): AsyncIterable<Uint8Array> {
  return createReadStream(file, { start, highWaterMark: chunkBytes });
}

/** A list on disk. */
export interface CachedList {
  version: ListVersion;
  body: ListBody;
  /** When the host last confirmed it, in milliseconds since the epoch. */
  confirmedAt: number;
}

/** A list that the host sent, in a temporary file. It has to be committed or discarded. */
export interface ReceivedList {
  version: ListVersion;
  body: ListBody;
  /** Replaces the list on disk atomically. */
  commit(confirmedAt: number): Promise<void>;
  discard(): Promise<void>;
}

/** The host sent a list, but it cannot be written to this machine's disk. */
class ListNotWrittenError extends StoreUnavailableError {
  constructor(cause: unknown) {
    super(cause, 'the list cannot be written to disk');
  }
}

/**
 * Caches the last good response for each list on disk. A file consists of one line of JSON about the response, followed
 * by its undecoded body, so a restarted gateway decodes it with the same schemas as a fresh response. The file's
 * modification time records when the host last confirmed the list.
 *
 * A list is written to a file and decoded from that file. The products are written while they arrive, so their JSON is
 * never in memory as a whole, and decoding does not hold up the host's response.
 */
export class ListDiskCache {
  readonly #directory: string;
  readonly #host: string;
  /** The lists that could not be written at the last attempt. */
  readonly #unwrittenNames = new Set<string>();

  constructor(dataDir: string, host: string) {
    this.#directory = path.join(dataDir, 'gateway', 'lists');
    this.#host = host;
  }

  /** Whether the last attempt to write each list to its temporary file succeeded. */
  get isWritable(): boolean {
    return this.#unwrittenNames.size === 0;
  }

  /** Deletes temporary files that a killed process left behind. */
  deleteAbandonedFiles(): Promise<void> {
    return deleteAbandonedFiles(this.#directory);
  }

  /** Finds a cached list; null if there is none, or if it is incomplete, of another host or in another format. */
  async read(name: string, signal?: AbortSignal): Promise<CachedList | null> {
    const file = await open(this.#getFile(name)).catch(nullIfMissing);
    if (file === null) return null;
    try {
      const { mtimeMs } = await file.stat();
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(maxHeaderBytes) });
      const end = buffer.subarray(0, bytesRead).indexOf('\n');
      const header = headerSchema.safeParse(tryParseJson(buffer.toString('utf8', 0, Math.max(0, end))));
      if (!header.success || header.data.host !== this.#host) return null;
      const { etag, digest } = header.data;
      const body = { file: this.#getFile(name), start: end + 1 };
      const actual = createHash('sha256');
      for await (const chunk of readBody(body)) {
        signal?.throwIfAborted();
        actual.update(chunk);
      }
      if (actual.digest('base64url') !== digest) return null;
      return { version: { etag, digest }, body, confirmedAt: mtimeMs };
    } finally {
      await file.close();
    }
  }

  /**
   * Writes the chunks of a list to a temporary file as they arrive.
   *
   * @throws {ListNotWrittenError}, or the error of `chunks`.
   */
  async receive(name: string, etag: string | null, chunks: Chunks): Promise<ReceivedList> {
    // The digest is only known at the end. Until then, the digest of an empty text reserves its space in the header.
    const header = this.#formatHeader({ etag, digest: hash('sha256', '', 'base64url') });
    const temporaryFile = await this.#awaitWrite(name, this.#openTemporaryFile(name));
    try {
      await this.#awaitWrite(name, temporaryFile.handle.writeFile(header));
      const digest = createHash('sha256');
      for await (const chunk of chunks) {
        digest.update(chunk);
        await this.#awaitWrite(name, temporaryFile.handle.writeFile(chunk));
      }
      const version = { etag, digest: digest.digest('base64url') };
      await this.#awaitWrite(
        name,
        temporaryFile.handle.write(this.#formatHeader(version), 0, header.length, 0),
      );
      this.#unwrittenNames.delete(name);
      return {
        version,
        body: { file: temporaryFile.path, start: header.length },
        commit: async (confirmedAt) => {
          await temporaryFile.commit();
          await this.confirm(name, confirmedAt);
        },
        discard: () => temporaryFile.discard(),
      };
    } catch (error) {
      await temporaryFile.discard();
      throw error;
    }
  }

  async #openTemporaryFile(name: string): Promise<TemporaryFile> {
    await createPrivateDirectory(this.#directory);
    return TemporaryFile.open(this.#getFile(name));
  }

  /**
   * Awaits an operation on the file of a list. If it fails, notes that the list is not written.
   * @throws {ListNotWrittenError}
   */
  async #awaitWrite<Result>(name: string, operation: Promise<Result>): Promise<Result> {
    try {
      return await operation;
    } catch (error) {
      this.#unwrittenNames.add(name);
      throw new ListNotWrittenError(error);
    }
  }

  /** Records when the host confirmed a cached list, in milliseconds since the epoch. */
  async confirm(name: string, confirmedAt: number): Promise<void> {
    const time = confirmedAt / 1000;
    await utimes(this.#getFile(name), time, time);
  }

  #formatHeader(version: ListVersion): Buffer {
    return Buffer.from(`${JSON.stringify({ format: formatVersion, host: this.#host, ...version })}\n`);
  }

  #getFile(name: string): string {
    return path.join(this.#directory, `${name}.json`);
  }
}
