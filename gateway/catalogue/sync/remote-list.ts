import type { ListCall } from '../../rest/catalogue-calls.ts';
import type { DecodedList } from '../../rest/decode-response.ts';
import type { Chunks } from '../../rest/json.ts';
import {
  type ListBody,
  type ListDiskCache,
  type ListVersion,
  type ReceivedList,
  readBody,
} from './list-disk-cache.ts';
import { computeRecordStats, findLoss, ListLossError, type ListStats } from './list-loss.ts';

/** A decoded list with the figures by which it is compared with other versions. */
export interface ComparableList<Content> extends DecodedList<Content> {
  stats: ListStats;
}

/** Where a list comes from and how it is decoded. */
export interface ListSource<Content> {
  call: Pick<ListCall<unknown>, 'fetch' | 'decode'>;
  decodeBody(
    body: ListBody,
    onDrop: (reason: string) => void,
    signal?: AbortSignal,
  ): Promise<ComparableList<Content>>;
}

/** The source of a list that is decoded into an array of records. */
export function createRecordSource<Item>(call: ListCall<Item>): ListSource<Item[]> {
  return {
    call,
    async decodeBody(body, onDrop) {
      const list = await call.decodeRecords(readBody(body), onDrop);
      return { ...list, stats: computeRecordStats(list.content) };
    },
  };
}

/** The last good version of a list from the REST host. It survives failures of the host and restarts. */
export class RemoteList<Content> {
  readonly name: string;
  readonly #source: ListSource<Content>;
  readonly #diskCache: ListDiskCache;
  readonly #maxLossPercent: number;
  /** Null before the first load. */
  #current: (ComparableList<Content> & { version: ListVersion }) | null = null;
  /** The host's last response if it was rejected because too much was missing. */
  #rejected: { digest: string; loss: string } | null = null;
  #confirmedAt: number | null = null;
  #refreshing: Promise<void> | null = null;
  #isFresh = false;
  #restoring: Promise<void> = Promise.resolve();
  #saving: Promise<void> = Promise.resolve();
  /** The current version until it has replaced the one on disk; null afterwards. */
  #uncommitted: ReceivedList | null = null;
  /** The `confirmedAt` that is recorded on disk. */
  #savedConfirmedAt: number | null = null;

  /** @param maxLossPercent the percentage of records, or of the values of a field, that a refresh may remove. */
  constructor(name: string, source: ListSource<Content>, diskCache: ListDiskCache, maxLossPercent: number) {
    this.name = name;
    this.#source = source;
    this.#diskCache = diskCache;
    this.#maxLossPercent = maxLossPercent;
  }

  /** The decoded list; null before the first load. */
  get content(): Content | null {
    return this.#current?.content ?? null;
  }

  /** Digest of the body; empty before the first load. */
  get digest(): string {
    return this.#current?.version.digest ?? '';
  }

  /** When the host last confirmed the list, in milliseconds since the epoch; null before the first load. */
  get confirmedAt(): number | null {
    return this.#confirmedAt;
  }

  /** Whether the host confirmed the list in the last refresh. False for a list restored from disk. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  /** Describes the loss for which the host's last response was rejected; null if that response was accepted. */
  get loss(): string | null {
    return this.#rejected?.loss ?? null;
  }

  /** The number of records of the current version that could not be decoded. */
  get droppedCount(): number {
    return this.#current?.droppedCount ?? 0;
  }

  /** Loads the list from disk, unless a fresh one arrives first. */
  restore(signal?: AbortSignal): Promise<void> {
    this.#restoring = this.#restore(signal);
    return this.#restoring;
  }

  /** Writes the current version and the time of its confirmation to disk, unless they are already there. */
  save(): Promise<void> {
    this.#saving = this.#save();
    return this.#saving;
  }

  /** Waits for a refresh that is running, and deletes what was not saved. */
  async close(): Promise<void> {
    await this.#refreshing?.catch(() => {});
    await this.#uncommitted?.discard();
  }

  /**
   * Refreshes the list. Concurrent calls share one request.
   *
   * @throws {UpstreamUnavailableError}, {UpstreamRejectedError}, {ListNotWrittenError} or {ListLossError}; the list is
   * unchanged then.
   */
  refresh(signal?: AbortSignal): Promise<void> {
    this.#refreshing ??= this.#fetch(signal)
      .catch((error: unknown) => {
        this.#isFresh = false;
        throw error;
      })
      .finally(() => {
        this.#refreshing = null;
      });
    return this.#refreshing;
  }

  /**
   * Returns the decoded list. Fetches it if it was never loaded.
   *
   * @throws {UpstreamUnavailableError}, {UpstreamRejectedError} or {ListNotWrittenError} when it cannot be loaded.
   */
  async getContent(): Promise<Content> {
    await this.#restoring.catch(() => {});
    if (this.#current === null) await this.refresh();
    if (this.#current === null) throw new Error(`The list ${this.name} is missing after a refresh.`);
    return this.#current.content;
  }

  async #save(): Promise<void> {
    const [uncommitted, confirmedAt] = [this.#uncommitted, this.#confirmedAt];
    if (confirmedAt === null || (uncommitted === null && confirmedAt === this.#savedConfirmedAt)) return;
    if (uncommitted === null) await this.#diskCache.confirm(this.name, confirmedAt);
    else await uncommitted.commit(confirmedAt);
    this.#savedConfirmedAt = confirmedAt;
    if (this.#uncommitted === uncommitted) this.#uncommitted = null;
  }

  async #restore(signal?: AbortSignal): Promise<void> {
    const cached = await this.#diskCache.read(this.name, signal);
    if (cached === null) return;
    const list = await this.#decode(cached.body, signal);
    if (this.#current !== null) return;
    this.#current = { ...list, version: cached.version };
    this.#confirmedAt = cached.confirmedAt;
    this.#savedConfirmedAt = cached.confirmedAt;
  }

  async #fetch(signal?: AbortSignal): Promise<void> {
    const { call } = this.#source;
    const receive = (body: Chunks, etag: string | null) => this.#diskCache.receive(this.name, etag, body);
    const fetched = await call.fetch(this.#current?.version ?? null, receive, signal);
    if (fetched === null) return this.#confirm();
    const { body: received, mayShrink } = fetched;
    try {
      const { digest } = received.version;
      if (digest === this.digest) return this.#confirm();
      // A version that was already rejected is not decoded again.
      if (digest === this.#rejected?.digest) throw new ListLossError(this.loss ?? '', { isRepeated: true });
      const list = await this.#decode(received.body, signal);
      if (!mayShrink || list.droppedCount > 0) this.#rejectLoss(list.stats, digest);
      const replaced = this.#uncommitted;
      this.#uncommitted = received;
      this.#current = { ...list, version: received.version };
      this.#confirm();
      // `save` may be committing the replaced version.
      await this.#saving.catch(() => {});
      await replaced?.discard();
    } finally {
      if (this.#uncommitted !== received) await received.discard();
    }
  }

  #confirm(): void {
    this.#rejected = null;
    this.#confirmedAt = Date.now();
    this.#isFresh = true;
  }

  #decode(body: ListBody, signal?: AbortSignal): Promise<ComparableList<Content>> {
    const { call, decodeBody } = this.#source;
    return call.decode((onDrop) => decodeBody(body, onDrop, signal));
  }

  /** @throws {ListLossError} */
  #rejectLoss(stats: ListStats, digest: string): void {
    if (this.#current === null) return;
    const loss = findLoss(this.#current.stats, stats, this.#maxLossPercent);
    if (loss === null) return;
    const isRepeated = this.#rejected !== null;
    this.#rejected = { digest, loss };
    throw new ListLossError(loss, { isRepeated });
  }
}
