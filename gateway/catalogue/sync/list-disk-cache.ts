import { mkdir, open, utimes } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { tryParseJson } from '../../rest/json.ts';
import type { RestResponse } from '../../rest/transport.ts';
import { nullIfMissing, replaceFile } from '../../storage/atomic-file.ts';

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

/** Identifies a version of a list. */
export interface ListVersion {
  /** The host's `ETag`; null if it sends none. */
  etag: string | null;
  /** Digest of the body, for hosts that send no `ETag`. */
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
 * Caches the last good response for each list on disk. A file consists of one line of JSON about the
 * response, followed by its unchanged body, so a restarted gateway decodes it with the same schemas as a
 * fresh response. The file's modification time records when the host last confirmed the list.
 */
export class ListDiskCache {
  readonly #directory: string;
  readonly #host: string;

  constructor(dataDir: string, host: string) {
    this.#directory = path.join(dataDir, 'gateway', 'lists');
    this.#host = host;
  }

  /** Reads a cached list. Returns null if there is none from this host in the current format. */
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
      const headers = etag === null ? {} : { etag };
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
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const header = JSON.stringify({ format: formatVersion, host: this.#host, ...version });
    await replaceFile(this.#file(name), `${header}\n`, ...chunks);
    await this.confirm(name, confirmedAt);
  }

  /** Records when the host confirmed a cached list, in milliseconds since the epoch. */
  async confirm(name: string, confirmedAt: number): Promise<void> {
    const time = confirmedAt / 1000;
    await utimes(this.#file(name), time, time);
  }

  #file(name: string): string {
    return path.join(this.#directory, `${name}.json`);
  }
}
