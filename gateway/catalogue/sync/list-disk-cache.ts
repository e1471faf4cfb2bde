import { mkdir, open, utimes } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { ListVersion } from '../../rest/decode-response.ts';
import { tryParseJson } from '../../rest/json.ts';
import type { RestResponse } from '../../rest/transport.ts';
import { replaceFile } from '../../storage/atomic-file.ts';

/** The form of the files; one of another form is not read. */
const format = 1;

const headShape = z.object({
  format: z.literal(format),
  /** The host that gave the list: another host's list is not this shop's. */
  host: z.string(),
  etag: z.string().nullable(),
  /** Digest of the text, which tells whether it is whole. */
  digest: z.string(),
});

/** A list as it was kept. */
export interface CachedList {
  answer: RestResponse;
  digest: string;
  /** When the host last confirmed it, in milliseconds of the epoch. */
  confirmedAt: number;
}

/**
 * The last good answer of each list on disk, in the host's own words: after a restart it is read by
 * the same schemas as a fresh one. A file holds one line about the answer, then its text; its time
 * of change is when the host last confirmed it.
 */
export class ListDiskCache {
  readonly #folder: string;
  readonly #host: string;

  constructor(dataDir: string, host: string) {
    this.#folder = path.join(dataDir, 'gateway', 'lists');
    this.#host = host;
  }

  /** A kept list; null where there is none of this host and form. */
  async read(name: string): Promise<CachedList | null> {
    const file = await open(this.#file(name)).catch(ifMissing);
    if (file === null) return null;
    try {
      const { mtimeMs } = await file.stat();
      const parts: Buffer[] = [];
      for await (const part of file.createReadStream({ autoClose: false })) parts.push(Buffer.from(part));
      const [first = Buffer.of(), ...others] = parts;
      const end = first.indexOf('\n');
      const head = headShape.safeParse(tryParseJson(first.toString('utf8', 0, Math.max(0, end))));
      if (!head.success || head.data.host !== this.#host) return null;
      const { etag, digest } = head.data;
      const headers = new Headers(etag === null ? {} : { etag });
      const answer = { status: 200, headers, parts: [first.subarray(end + 1), ...others] };
      return { answer, digest, confirmedAt: mtimeMs };
    } finally {
      await file.close();
    }
  }

  /** Puts a list in the place of the one before, whole or not at all. */
  async write(
    name: string,
    parts: readonly Uint8Array[],
    version: ListVersion,
    confirmedAt: number,
  ): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const head = JSON.stringify({ format, host: this.#host, ...version });
    await replaceFile(this.#file(name), `${head}\n`, ...parts);
    await this.confirm(name, confirmedAt);
  }

  /** Notes that the host confirmed a list that is kept. */
  async confirm(name: string, confirmedAt: number): Promise<void> {
    const time = confirmedAt / 1000;
    await utimes(this.#file(name), time, time);
  }

  #file(name: string): string {
    return path.join(this.#folder, `${name}.json`);
  }
}

function ifMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
