import type { ListCall } from '../rest/catalogue-calls.ts';
import type { ListAnswer, ListVersion } from '../rest/decode.ts';
import type { KeptLists } from './kept-lists.ts';

/** A list of the REST host as it last was: kept however long the host is down, and over restarts. */
export class RefreshedList<Item> {
  readonly name: string;
  readonly #call: ListCall<Item>;
  #items: readonly Item[] | null = null;
  #version: ListVersion | null = null;
  #refreshedAt: number | null = null;
  #running: Promise<boolean> | null = null;
  #dropped = 0;
  #failed = false;
  #isConfirmed = false;
  #restoring: Promise<void> = Promise.resolve();
  /** The host's text while it is not kept on disk. */
  #unkept: readonly string[] | null = null;
  /** When the disk was last told of a confirmation, in milliseconds of the epoch. */
  #keptAt: number | null = null;

  constructor(name: string, call: ListCall<Item>) {
    this.name = name;
    this.#call = call;
  }

  /** The items; null before the first load. */
  get items(): readonly Item[] | null {
    return this.#items;
  }

  /** Digest of what the host gave; empty before the first load. */
  get digest(): string {
    return this.#version?.digest ?? '';
  }

  /** When the host last confirmed the items, in milliseconds of the epoch; null before the first load. */
  get refreshedAt(): number | null {
    return this.#refreshedAt;
  }

  /** Whether the last try to load the items failed. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Whether the host confirmed the items at the last try. */
  get isConfirmed(): boolean {
    return this.#isConfirmed && !this.#failed;
  }

  /** How many records of the last answer could not be read. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Takes the list as it was kept, where there is one and nothing fresher came meanwhile. */
  restore(kept: KeptLists): Promise<void> {
    const restoring = this.#restore(kept);
    this.#restoring = restoring.catch(() => {});
    return restoring;
  }

  /** Brings the disk up to date with what the host last said. */
  async keep(kept: KeptLists): Promise<void> {
    const [parts, version, confirmedAt] = [this.#unkept, this.#version, this.#refreshedAt];
    if (version === null || confirmedAt === null || confirmedAt === this.#keptAt) return;
    if (parts === null) await kept.confirm(this.name, confirmedAt);
    else await kept.write(this.name, parts, version, confirmedAt);
    this.#keptAt = confirmedAt;
    if (this.#unkept === parts) this.#unkept = null;
  }

  /**
   * Asks the host, once however many wait for it. Gives whether the items changed.
   *
   * @throws {RestUnavailable} or {RestRefusal}; the items stay as they were.
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

  /** The items, loaded now if they never were. */
  async loaded(): Promise<Item[]> {
    await this.#restoring;
    if (this.#items === null) await this.refresh();
    return [...(this.#items ?? [])];
  }

  async #restore(kept: KeptLists): Promise<void> {
    const found = await kept.read(this.name);
    if (found === null) return;
    const answer = await this.#call.decode(found.answer);
    if (answer.version.digest !== found.digest || this.#items !== null) return;
    this.#take(answer);
    this.#refreshedAt = found.confirmedAt;
    this.#keptAt = found.confirmedAt;
    this.#unkept = null;
  }

  async #load(signal?: AbortSignal): Promise<boolean> {
    const answer = await this.#call.load(this.#version, signal);
    this.#refreshedAt = Date.now();
    if (answer === 'unchanged') return false;
    this.#take(answer);
    return true;
  }

  #take({ items, version, dropped, parts }: ListAnswer<Item>): void {
    this.#items = items;
    this.#version = version;
    this.#dropped = dropped;
    this.#unkept = parts;
  }
}
