import { createHash } from 'node:crypto';
import { CooperativeScheduler } from '../../concurrency/cooperative-scheduler.ts';
import type { BodyDecoder, ListCall, TrustedList } from '../../rest/catalogue-calls.ts';
import type { RestResponse } from '../../rest/transport.ts';
import type { ListDiskCache, ListVersion } from './list-disk-cache.ts';
import { computeRecordStats, findLoss, ListLossError, type ListStats } from './list-loss.ts';

/** Where a list comes from and how it is decoded. */
export interface ListSource<Content> {
  call: Pick<ListCall<unknown>, 'fetch' | 'decode'>;
  decodeBody: BodyDecoder<Content>;
  computeStats(content: Content): ListStats;
}

/** The source of a list that is decoded into an array of records. */
export function recordSource<Item>(call: ListCall<Item>): ListSource<Item[]> {
  return { call, decodeBody: call.decodeBody, computeStats: computeRecordStats };
}

/** A decoded response, with the data to compare it to the previous one and to store it. */
interface DecodedResponse<Content> extends TrustedList<Content> {
  version: ListVersion;
  stats: ListStats;
  chunks: readonly Uint8Array[];
}

/** The last good version of a list from the REST host. It survives failures of the host and restarts. */
export class RemoteList<Content> {
  readonly name: string;
  readonly #source: ListSource<Content>;
  readonly #maxLossPercent: number;
  #content: Content | null = null;
  #version: ListVersion | null = null;
  #stats: ListStats | null = null;
  /** The host's last response if it was rejected because too much was missing. */
  #rejected: { digest: string; loss: string } | null = null;
  #refreshedAt: number | null = null;
  #refreshing: Promise<boolean> | null = null;
  #droppedCount = 0;
  #failed = false;
  #isFresh = false;
  #restoring: Promise<void> = Promise.resolve();
  /** The body until it has been written to disk; null afterwards. */
  #unsavedBody: readonly Uint8Array[] | null = null;
  /** The `refreshedAt` that is recorded on disk. */
  #savedRefreshedAt: number | null = null;

  /** @param maxLossPercent the percentage of records, or of the values of a field, that a refresh may remove. */
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

  /** Whether the host confirmed the list in the last refresh. False for a list restored from disk. */
  get isFresh(): boolean {
    return this.#isFresh && !this.#failed;
  }

  /** What was missing from the host's last response if it was therefore rejected; null if it was accepted. */
  get loss(): string | null {
    return this.#rejected?.loss ?? null;
  }

  /** The number of records of the current version that could not be decoded. */
  get droppedCount(): number {
    return this.#droppedCount;
  }

  /** Loads the list from disk, unless a fresh one arrives first. */
  restore(diskCache: ListDiskCache, signal?: AbortSignal): Promise<void> {
    const restoring = this.#restore(diskCache, signal);
    this.#restoring = restoring.catch(() => {});
    return restoring;
  }

  /** Writes the current version and the time of its confirmation to disk if they have changed. */
  async save(diskCache: ListDiskCache): Promise<void> {
    const [chunks, version, confirmedAt] = [this.#unsavedBody, this.#version, this.#refreshedAt];
    if (version === null || confirmedAt === null || confirmedAt === this.#savedRefreshedAt) return;
    if (chunks === null) await diskCache.confirm(this.name, confirmedAt);
    else await diskCache.write(this.name, chunks, version, confirmedAt);
    this.#savedRefreshedAt = confirmedAt;
    if (this.#unsavedBody === chunks) this.#unsavedBody = null;
  }

  /**
   * Refreshes the list. Concurrent calls share one request.
   *
   * @returns whether the list has changed.
   * @throws {UpstreamUnavailableError}, {UpstreamRejectedError} or {ListLossError}; the list is unchanged then.
   */
  refresh(signal?: AbortSignal): Promise<boolean> {
    this.#refreshing ??= this.#fetch(signal)
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
   * Returns the decoded list. Fetches it if it was never loaded.
   *
   * @throws {UpstreamUnavailableError} or {UpstreamRejectedError} when it cannot be loaded.
   */
  async getContent(): Promise<Content> {
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
    this.#savedRefreshedAt = cached.confirmedAt;
    this.#unsavedBody = null;
  }

  /** Fetches the list. Returns whether it has changed. */
  async #fetch(signal?: AbortSignal): Promise<boolean> {
    const response = await this.#source.call.fetch(this.#version, signal);
    const digest = response === null ? this.digest : await digestOf(response);
    if (response === null || digest === this.#version?.digest) {
      this.#rejected = null;
      this.#refreshedAt = Date.now();
      return false;
    }
    // A version that was already rejected is not decoded again.
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
    const { call, decodeBody, computeStats } = this.#source;
    const list = await call.decode(response, decodeBody, signal);
    const version = { etag: response.headers.etag ?? null, digest };
    return { ...list, version, stats: computeStats(list.content), chunks: response.chunks };
  }

  /** @throws {ListLossError} */
  #rejectLoss({ stats, mayShrink, version: { digest } }: DecodedResponse<Content>): void {
    if (this.#stats === null || mayShrink) return;
    const loss = findLoss(this.#stats, stats, this.#maxLossPercent);
    if (loss === null) return;
    const isRepeated = this.#rejected !== null;
    this.#rejected = { digest, loss };
    throw new ListLossError(loss, { isRepeated });
  }

  #accept({ content, version, stats, dropped, chunks }: DecodedResponse<Content>): void {
    this.#content = content;
    this.#version = version;
    this.#stats = stats;
    this.#droppedCount = dropped;
    this.#unsavedBody = chunks;
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
