import { mkdir, open, utimes } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { tryParseJson } from '../../rest/json.ts';
import type { RestResponse } from '../../rest/transport.ts';
import { replaceFile } from '../../storage/atomic-file.ts';

/** The version of the file format. Files of another version are ignored. */
const format = 1;

const headerSchema = z.object({
  format: z.literal(format),
  /** The host that sent the list. Another host's list does not belong to this shop. */
  host: z.string(),
  etag: z.string().nullable(),
  /** Digest of the list, by which an incomplete file is detected. */
  digest: z.string(),
});

/** Identifies a version of a list. */
export interface ListVersion {
  /** The host's entity tag; null when it sends none. */
  etag: string | null;
  /** Digest of the body, for hosts without entity tags. */
  digest: string;
}

/** A list read from disk. */
export interface CachedList {
  response: RestResponse;
  digest: string;
  /** When the host last confirmed it, in milliseconds since the epoch. */
  confirmedAt: number;
}

/**
 * The last good response of each list on disk. A file consists of one line of JSON about the response,
 * followed by its unchanged body, so that a restart decodes it by the same schemas as a fresh one. The
 * file's modification time is when the host last confirmed the list.
 */
export class ListDiskCache {
  readonly #folder: string;
  readonly #host: string;

  constructor(dataDir: string, host: string) {
    this.#folder = path.join(dataDir, 'gateway', 'lists');
    this.#host = host;
  }

  /** A cached list; null when there is none of this host in this format. */
  async read(name: string): Promise<CachedList | null> {
    const file = await open(this.#file(name)).catch(nullIfMissing);
    if (file === null) return null;
    try {
      const { mtimeMs } = await file.stat();
      const chunks: Buffer[] = [];
      for await (const chunk of file.createReadStream({ autoClose: false })) chunks.push(Buffer.from(chunk));
      const [first = Buffer.of(), ...others] = chunks;
      const end = first.indexOf('\n');
      const header = headerSchema.safeParse(tryParseJson(first.toString('utf8', 0, Math.max(0, end))));
      if (!header.success || header.data.host !== this.#host) return null;
      const { etag, digest } = header.data;
      const headers = new Headers(etag === null ? {} : { etag });
      const response = { status: 200, headers, chunks: [first.subarray(end + 1), ...others] };
      return { response, digest, confirmedAt: mtimeMs };
    } finally {
      await file.close();
    }
  }

  /** Replaces a list atomically. */
  async write(
    name: string,
    chunks: readonly Uint8Array[],
    version: ListVersion,
    confirmedAt: number,
  ): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const header = JSON.stringify({ format, host: this.#host, ...version });
    await replaceFile(this.#file(name), `${header}\n`, ...chunks);
    await this.confirm(name, confirmedAt);
  }

  /** Records when the host confirmed a cached list, in milliseconds since the epoch. */
  async confirm(name: string, confirmedAt: number): Promise<void> {
    const time = confirmedAt / 1000;
    await utimes(this.#file(name), time, time);
  }

  #file(name: string): string {
    return path.join(this.#folder, `${name}.json`);
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
