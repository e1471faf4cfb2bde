import type { ListReader } from '../rest/catalogue-calls.ts';
import type { ListVersion } from '../rest/decode.ts';

/** A list of the REST host as it last was: kept however long the host is down. */
export class RefreshedList<Item> {
  readonly name: string;
  readonly #read: ListReader<Item>;
  #items: readonly Item[] | null = null;
  #version: ListVersion | null = null;
  #refreshedAt: number | null = null;
  #running: Promise<boolean> | null = null;
  #dropped = 0;
  #failed = false;

  constructor(name: string, read: ListReader<Item>) {
    this.name = name;
    this.#read = read;
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

  /** How many records of the last answer could not be read. */
  get dropped(): number {
    return this.#dropped;
  }

  /**
   * Asks the host, once however many wait for it. Gives whether the items changed.
   *
   * @throws {RestUnavailable} or {RestRefusal}; the items stay as they were.
   */
  refresh(): Promise<boolean> {
    this.#running ??= this.#load()
      .then(
        (changed) => {
          this.#failed = false;
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
    if (this.#items === null) await this.refresh();
    return [...(this.#items ?? [])];
  }

  async #load(): Promise<boolean> {
    const answer = await this.#read(this.#version);
    this.#refreshedAt = Date.now();
    if (answer === 'unchanged') return false;
    this.#items = answer.items;
    this.#version = answer.version;
    this.#dropped = answer.dropped;
    return true;
  }
}
