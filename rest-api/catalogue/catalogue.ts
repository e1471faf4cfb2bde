import { gt } from 'drizzle-orm';
import { catalogueRevision, products } from '../database/catalogue-tables.ts';
import type { Database, Engine } from '../database/engine.ts';
import { readProducts } from './product-record.ts';
import { readContents } from './read-contents.ts';
import { CatalogueSnapshot } from './snapshot.ts';

/**
 * The catalogue in memory, always as new as the database. Whoever asks gets a snapshot that holds every
 * change acknowledged before the question. With the embedded database all changes pass through this
 * process (`changed`); on a shared one the revision counter is read first, one reading for all
 * questions that came while the reading before it ran.
 */
export class Catalogue {
  readonly #engine: Engine;
  readonly #counter: ReturnType<typeof prepareCounter>;
  #current: CatalogueSnapshot | undefined;
  #changes = 0;
  #seenChanges = -1;
  #running: Promise<unknown> = Promise.resolve();
  #queued: Promise<CatalogueSnapshot> | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#counter = prepareCounter(engine.database);
  }

  /** To be called by this process after each committed change of what the lists give. */
  changed(): void {
    this.#changes += 1;
  }

  /** The catalogue as it is now. Throws the database's errors when that has to be asked and is away. */
  async snapshot(): Promise<CatalogueSnapshot> {
    const current = this.#current;
    if (current !== undefined && !this.#engine.shared && this.#seenChanges === this.#changes) return current;
    this.#queued ??= this.#running.then(() => {
      this.#queued = undefined;
      const refreshed = this.#refresh();
      this.#running = refreshed.catch(() => undefined);
      return refreshed;
    });
    return this.#queued;
  }

  async #refresh(): Promise<CatalogueSnapshot> {
    const seenChanges = this.#changes;
    // Rows read after the counter may already be newer: they are then read once more, never missed.
    const [counter = { value: 1, reloadValue: 1 }] = await this.#counter.execute();
    const current = this.#current;
    // A counter that went back is a database that was restored, or that failed over and lost what came last.
    const isRestored = current !== undefined && counter.value < current.revision;
    if (current === undefined || isRestored || counter.reloadValue > current.revision) {
      this.#current = new CatalogueSnapshot(counter.value, await readContents(this.#engine.database));
    } else if (counter.value > current.revision) {
      const changed = await readProducts(this.#engine.database, gt(products.revision, current.revision));
      this.#current = current.withChangedProducts(counter.value, changed);
    }
    this.#seenChanges = seenChanges;
    return this.#current ?? this.#refresh();
  }
}

/** Prepared once: on a shared database it runs for every few questions, and is most of what they cost. */
function prepareCounter(database: Database) {
  return database.select().from(catalogueRevision).prepare('catalogue_revision');
}
