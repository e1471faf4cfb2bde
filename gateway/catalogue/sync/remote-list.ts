import { createHash } from 'node:crypto';
import { CooperativeScheduler } from '../../concurrency/cooperative-scheduler.ts';
import type { BodyDecoder, ListCall, TrustedList } from '../../rest/catalogue-calls.ts';
import type { RestResponse } from '../../rest/transport.ts';
import type { ListDiskCache, ListVersion } from './list-disk-cache.ts';
import { extentOfRecords, findLoss, type ListExtent, ListLossError } from './list-loss.ts';

/** Where a list comes from and how it is decoded. */
export interface ListSource<Content> {
  call: Pick<ListCall<unknown>, 'fetch' | 'decode'>;
  decodeBody: BodyDecoder<Content>;
  extentOf(content: Content): ListExtent;
}

/** The source of a list that is decoded into an array of records. */
export function recordList<Item>(call: ListCall<Item>): ListSource<Item[]> {
  return { call, decodeBody: call.decodeBody, extentOf: extentOfRecords };
}

/** A decoded response, with what is needed to compare and to store it. */
interface DecodedResponse<Content> extends TrustedList<Content> {
  version: ListVersion;
  extent: ListExtent;
  chunks: readonly Uint8Array[];
}

/** The last good version of a list of the REST host. It outlives failures of the host and restarts. */
export class RemoteList<Content> {
  readonly name: string;
  readonly #source: ListSource<Content>;
  readonly #maxLossPercent: number;
  #content: Content | null = null;
  #version: ListVersion | null = null;
  #extent: ListExtent | null = null;
  /** The host's last response, when it was rejected because too much was missing. */
  #rejected: { digest: string; loss: string } | null = null;
  #refreshedAt: number | null = null;
  #refreshing: Promise<boolean> | null = null;
  #dropped = 0;
  #failed = false;
  #isFresh = false;
  #restoring: Promise<void> = Promise.resolve();
  /** The body, as long as it is not on disk. */
  #unsaved: readonly Uint8Array[] | null = null;
  /** The confirmation that is recorded on disk, in milliseconds since the epoch. */
  #savedConfirmation: number | null = null;

  /** @param maxLossPercent how much of its records, or of the values of a field, a refresh may remove. */
  constructor(name: string, source: ListSource<Content>, maxLossPercent: number) {
    this.name = name;
    this.#source = source;
    this.#maxLossPercent = maxLossPercent;
  }

  /** The decoded list; null before the first load. */
  get content(): Content | null {
    return this.#content;
  }

  /** Digest of the body; empty before the first load. */
  get digest(): string {
    return this.#version?.digest ?? '';
  }

  /** When the host last confirmed the list, in milliseconds since the epoch; null before the first load. */
  get refreshedAt(): number | null {
    return this.#refreshedAt;
  }

  /** Whether the last refresh failed. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Whether the host has confirmed the list in the last refresh. False for a list restored from disk. */
  get isFresh(): boolean {
    return this.#isFresh && !this.#failed;
  }

  /** What was missing in the host's last response, so that it was rejected; null when it was accepted. */
  get loss(): string | null {
    return this.#rejected?.loss ?? null;
  }

  /** The number of records of the current version that could not be decoded. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Reads the list from disk, unless a fresh one arrives first. */
  restore(diskCache: ListDiskCache, signal?: AbortSignal): Promise<void> {
    const restoring = this.#restore(diskCache, signal);
    this.#restoring = restoring.catch(() => {});
    return restoring;
  }

  /** Writes the current version and its confirmation to disk, where they differ from what is there. */
  async save(diskCache: ListDiskCache): Promise<void> {
    const [chunks, version, confirmedAt] = [this.#unsaved, this.#version, this.#refreshedAt];
    if (version === null || confirmedAt === null || confirmedAt === this.#savedConfirmation) return;
    if (chunks === null) await diskCache.confirm(this.name, confirmedAt);
    else await diskCache.write(this.name, chunks, version, confirmedAt);
    this.#savedConfirmation = confirmedAt;
    if (this.#unsaved === chunks) this.#unsaved = null;
  }

  /**
   * Refreshes the list. Concurrent calls share one request.
   *
   * @returns whether the list has changed.
   * @throws {UpstreamUnavailableError}, {UpstreamRejectedError} or {ListLossError}; the list is unchanged then.
   */
  refresh(signal?: AbortSignal): Promise<boolean> {
    this.#refreshing ??= this.#load(signal)
      .then(
        (changed) => {
          this.#failed = false;
          this.#isFresh = true;
          return changed;
        },
        (error) => {
          this.#failed = true;
          throw error;
        },
      )
      .finally(() => {
        this.#refreshing = null;
      });
    return this.#refreshing;
  }

  /**
   * The decoded list. Loads it if it was never loaded.
   *
   * @throws {UpstreamUnavailableError} or {UpstreamRejectedError} when it cannot be loaded.
   */
  async loaded(): Promise<Content> {
    await this.#restoring;
    if (this.#content === null) await this.refresh();
    if (this.#content === null) throw new Error(`The list ${this.name} is missing after a refresh.`);
    return this.#content;
  }

  async #restore(diskCache: ListDiskCache, signal?: AbortSignal): Promise<void> {
    const cached = await diskCache.read(this.name);
    if (cached === null) return;
    const decoded = await this.#decode(cached.response, await digestOf(cached.response), signal);
    if (decoded.version.digest !== cached.digest || this.#content !== null) return;
    this.#accept(decoded);
    this.#refreshedAt = cached.confirmedAt;
    this.#savedConfirmation = cached.confirmedAt;
    this.#unsaved = null;
  }

  /** Whether the list has changed. */
  async #load(signal?: AbortSignal): Promise<boolean> {
    const response = await this.#source.call.fetch(this.#version, signal);
    const digest = response === null ? this.digest : await digestOf(response);
    if (response === null || digest === this.#version?.digest) {
      this.#rejected = null;
      this.#refreshedAt = Date.now();
      return false;
    }
    // A version that was rejected is not decoded again.
    if (digest === this.#rejected?.digest) throw new ListLossError(this.loss ?? '', { isRepeated: true });
    const decoded = await this.#decode(response, digest, signal);
    this.#rejectLoss(decoded);
    this.#rejected = null;
    this.#refreshedAt = Date.now();
    this.#accept(decoded);
    return true;
  }

  async #decode(
    response: RestResponse,
    digest: string,
    signal?: AbortSignal,
  ): Promise<DecodedResponse<Content>> {
    const { call, decodeBody, extentOf } = this.#source;
    const list = await call.decode(response, decodeBody, signal);
    const version = { etag: response.headers.get('etag'), digest };
    return { ...list, version, extent: extentOf(list.content), chunks: response.chunks };
  }

  /** @throws {ListLossError} */
  #rejectLoss({ extent, mayShrink, version: { digest } }: DecodedResponse<Content>): void {
    if (this.#extent === null || mayShrink) return;
    const loss = findLoss(this.#extent, extent, this.#maxLossPercent);
    if (loss === null) return;
    const isRepeated = this.#rejected !== null;
    this.#rejected = { digest, loss };
    throw new ListLossError(loss, { isRepeated });
  }

  #accept({ content, version, extent, dropped, chunks }: DecodedResponse<Content>): void {
    this.#content = content;
    this.#version = version;
    this.#extent = extent;
    this.#dropped = dropped;
    this.#unsaved = chunks;
  }
}

async function digestOf({ chunks }: RestResponse): Promise<string> {
  const scheduler = new CooperativeScheduler();
  const digest = createHash('sha256');
  for (const chunk of chunks) {
    if (scheduler.shouldYield) await scheduler.yield();
    digest.update(chunk);
  }
  return digest.digest('base64url');
}
