import { gt } from 'drizzle-orm';
import { catalogueRevision, products } from '../database/catalogue-tables.ts';
import type { Database, Engine } from '../database/engine.ts';
import { readProducts } from './product-record.ts';
import { readContents } from './read-contents.ts';
import { CatalogueSnapshot } from './snapshot.ts';

/**
 * The catalogue in memory, always consistent with the database: a snapshot contains every change that was committed
 * before it was requested. With the embedded database all changes are made by this process, which calls
 * `invalidate`. With PostgreSQL each request checks the revision counter; requests that arrive during a check
 * share the next one.
 */
export class Catalogue {
  readonly #engine: Engine;
  readonly #revisionQuery: ReturnType<typeof prepareRevisionQuery>;
  #current: CatalogueSnapshot | undefined;
  #invalidations = 0;
  /** The value of `#invalidations` when the last successful refresh began. */
  #invalidationsAtRefresh = -1;
  #currentRefresh: Promise<unknown> = Promise.resolve();
  #nextRefresh: Promise<CatalogueSnapshot> | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#revisionQuery = prepareRevisionQuery(engine.database);
  }

  /** Call this after each committed change to the catalogue. */
  invalidate(): void {
    this.#invalidations += 1;
  }

  /** The current catalogue. Throws the database's error if the catalogue or its revision cannot be read. */
  async getSnapshot(): Promise<CatalogueSnapshot> {
    const current = this.#current;
    const isFresh = !this.#engine.isShared && this.#invalidationsAtRefresh === this.#invalidations;
    if (current !== undefined && isFresh) return current;
    this.#nextRefresh ??= this.#currentRefresh.then(() => {
      this.#nextRefresh = undefined;
      const refresh = this.#refresh();
      this.#currentRefresh = refresh.catch(() => undefined);
      return refresh;
    });
    return this.#nextRefresh;
  }

  async #refresh(): Promise<CatalogueSnapshot> {
    const invalidations = this.#invalidations;
    // The counter is read first. Rows that change after that are read again by the next refresh, never missed.
    const [counter = { value: 1, reloadValue: 1 }] = await this.#revisionQuery.execute();
    let snapshot = this.#current;
    // The counter only decreases if the database was restored, or if a failover lost the latest changes.
    const hasDecreased = snapshot !== undefined && counter.value < snapshot.revision;
    if (snapshot === undefined || hasDecreased || counter.reloadValue > snapshot.revision) {
      snapshot = new CatalogueSnapshot(counter.value, await readContents(this.#engine.database));
    } else if (counter.value > snapshot.revision) {
      const changed = await readProducts(this.#engine.database, gt(products.revision, snapshot.revision));
      snapshot = snapshot.withChangedProducts(counter.value, changed);
    }
    this.#current = snapshot;
    this.#invalidationsAtRefresh = invalidations;
    return snapshot;
  }
}

/**
 * Builds the query once: with PostgreSQL it runs for nearly every read, and is most of what the read costs. The
 * prepared statement has no name, because PgBouncer before 1.21 does not support named ones in transaction mode.
 */
function prepareRevisionQuery(database: Database) {
  return database.select().from(catalogueRevision).prepare('');
}
