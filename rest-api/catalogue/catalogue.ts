import { gt } from 'drizzle-orm';
import {
  authors,
  catalogueRevision,
  categories,
  languages,
  products,
  publishers,
} from '../database/catalogue-tables.ts';
import { coupons, marketingPosts, notifications, slides } from '../database/content-tables.ts';
import type { Database, Engine } from '../database/engine.ts';
import { readProducts } from './product-record.ts';
import { type CatalogueContents, CatalogueSnapshot } from './snapshot.ts';

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
      this.#current = new CatalogueSnapshot(counter.value, await this.#readContents());
    } else if (counter.value > current.revision) {
      const changed = await readProducts(this.#engine.database, gt(products.revision, current.revision));
      this.#current = current.withChangedProducts(counter.value, changed);
    }
    this.#seenChanges = seenChanges;
    return this.#current ?? this.#refresh();
  }

  async #readContents(): Promise<CatalogueContents> {
    const { database } = this.#engine;
    const records = await readProducts(database);
    return {
      products: new Map(records.map((record) => [record.id, record])),
      categories: await database
        .select({ id: categories.id, categoryName: categories.name, thumbnail: categories.thumbnail })
        .from(categories)
        .orderBy(categories.name),
      notifications: await database
        .select({
          id: notifications.id,
          notification: notifications.notification,
          shownOn: notifications.shownOn,
        })
        .from(notifications)
        .orderBy(notifications.id),
      lists: await this.#readLists(),
    };
  }

  async #readLists(): Promise<CatalogueContents['lists']> {
    const { database } = this.#engine;
    return {
      publishers: await database
        .select({ id: publishers.id, publisherName: publishers.name, thumbnailFile: publishers.thumbnail })
        .from(publishers)
        .orderBy(publishers.name),
      authors: await database
        .select({ id: authors.id, authorName: authors.name, thumbnailFile: authors.thumbnail })
        .from(authors)
        .orderBy(authors.name),
      languages: await database
        .select({ id: languages.id, languageName: languages.name })
        .from(languages)
        .orderBy(languages.name),
      coupons: await database
        .select({ id: coupons.id, couponName: coupons.name, discount: coupons.discount })
        .from(coupons)
        .orderBy(coupons.id),
      marketingPosts: await database
        .select({
          id: marketingPosts.id,
          title: marketingPosts.title,
          image: marketingPosts.image,
          link: marketingPosts.link,
        })
        .from(marketingPosts)
        .orderBy(marketingPosts.id),
      slides: await database
        .select({
          id: slides.id,
          title: slides.title,
          thumbnailFile: slides.thumbnailFile,
          link: slides.link,
        })
        .from(slides)
        .orderBy(slides.id),
    };
  }
}

/** Prepared once: on a shared database it runs for every few questions, and is most of what they cost. */
function prepareCounter(database: Database) {
  return database.select().from(catalogueRevision).prepare('catalogue_revision');
}
