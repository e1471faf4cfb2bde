import type { ListCall } from '../../rest/catalogue-calls.ts';
import type { ListAnswer, ListVersion } from '../../rest/decode-response.ts';
import type { ListDiskCache } from './list-disk-cache.ts';
import { findLoss, type ListExtent, ListLossError } from './list-loss.ts';

/** A list of the REST host as it last was: kept however long the host is down, and over restarts. */
export class RemoteList<Content> {
  readonly name: string;
  readonly #call: ListCall<Content>;
  readonly #maxLossPercent: number;
  #content: Content | null = null;
  #version: ListVersion | null = null;
  #extent: ListExtent | null = null;
  /** The host's last answer, where it was not taken because too much was lost. */
  #refused: { digest: string; loss: string } | null = null;
  #refreshedAt: number | null = null;
  #running: Promise<boolean> | null = null;
  #dropped = 0;
  #failed = false;
  #isConfirmed = false;
  #restoring: Promise<void> = Promise.resolve();
  /** The host's text while it is not kept on disk. */
  #unkept: readonly Uint8Array[] | null = null;
  /** When the disk was last told of a confirmation, in milliseconds of the epoch. */
  #keptAt: number | null = null;

  /** @param maxLossPercent how much of its records, or of the values of a field, one refresh may take from it. */
  constructor(name: string, call: ListCall<Content>, maxLossPercent: number) {
    this.name = name;
    this.#call = call;
    this.#maxLossPercent = maxLossPercent;
  }

  /** What is in it; null before the first load. */
  get content(): Content | null {
    return this.#content;
  }

  /** Digest of what the host gave; empty before the first load. */
  get digest(): string {
    return this.#version?.digest ?? '';
  }

  /** When the host last confirmed it, in milliseconds of the epoch; null before the first load. */
  get refreshedAt(): number | null {
    return this.#refreshedAt;
  }

  /** Whether the last try to load it failed. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Whether the host confirmed it at the last try. */
  get isConfirmed(): boolean {
    return this.#isConfirmed && !this.#failed;
  }

  /** What was lost in the host's last answer, which was therefore not taken; null when it was. */
  get loss(): string | null {
    return this.#refused?.loss ?? null;
  }

  /** How many records of the last answer could not be read. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Takes the list as it was kept, where there is one and nothing fresher came meanwhile. */
  restore(kept: ListDiskCache, signal?: AbortSignal): Promise<void> {
    const restoring = this.#restore(kept, signal);
    this.#restoring = restoring.catch(() => {});
    return restoring;
  }

  /** Brings the disk up to date with what the host last said. */
  async keep(kept: ListDiskCache): Promise<void> {
    const [parts, version, confirmedAt] = [this.#unkept, this.#version, this.#refreshedAt];
    if (version === null || confirmedAt === null || confirmedAt === this.#keptAt) return;
    if (parts === null) await kept.confirm(this.name, confirmedAt);
    else await kept.write(this.name, parts, version, confirmedAt);
    this.#keptAt = confirmedAt;
    if (this.#unkept === parts) this.#unkept = null;
  }

  /**
   * Asks the host, once however many wait for it. Gives whether it changed.
   *
   * @throws {UpstreamUnavailableError}, {UpstreamRejectedError} or {ListLossError}; it stays as it was.
   */
  refresh(signal?: AbortSignal): Promise<boolean> {
    this.#running ??= this.#load(signal)
      .then(
        (changed) => {
          this.#failed = false;
          this.#isConfirmed = true;
          return changed;
        },
        (error) => {
          this.#failed = true;
          throw error;
        },
      )
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }

  /**
   * What is in it, loaded now if it never was.
   *
   * @throws {UpstreamUnavailableError} or {UpstreamRejectedError} when it cannot be.
   */
  async loaded(): Promise<Content> {
    await this.#restoring;
    if (this.#content === null) await this.refresh();
    if (this.#content === null) throw new Error(`The list ${this.name} was refreshed and is not there.`);
    return this.#content;
  }

  async #restore(kept: ListDiskCache, signal?: AbortSignal): Promise<void> {
    const found = await kept.read(this.name);
    if (found === null) return;
    const answer = await this.#call.decode(found.answer, signal);
    if (answer.version.digest !== found.digest || this.#content !== null) return;
    this.#take(answer);
    this.#refreshedAt = found.confirmedAt;
    this.#keptAt = found.confirmedAt;
    this.#unkept = null;
  }

  async #load(signal?: AbortSignal): Promise<boolean> {
    const answer = await this.#call.load(this.#version, this.#refused?.digest ?? null, signal);
    if (answer === 'refused') throw new ListLossError(this.loss ?? '', { isRepeated: true });
    if (answer !== 'unchanged') this.#refuseLoss(answer);
    this.#refused = null;
    this.#refreshedAt = Date.now();
    if (answer === 'unchanged') return false;
    this.#take(answer);
    return true;
  }

  /** @throws {ListLossError} */
  #refuseLoss({ extent, mayShrink, version: { digest } }: ListAnswer<Content>): void {
    if (this.#extent === null || mayShrink) return;
    const loss = findLoss(this.#extent, extent, this.#maxLossPercent);
    if (loss === null) return;
    const isRepeated = this.#refused !== null;
    this.#refused = { digest, loss };
    throw new ListLossError(loss, { isRepeated });
  }

  #take({ content, version, extent, dropped, parts }: ListAnswer<Content>): void {
    this.#content = content;
    this.#version = version;
    this.#extent = extent;
    this.#dropped = dropped;
    this.#unkept = parts;
  }
}
