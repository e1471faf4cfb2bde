import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { CooperativeScheduler, sortCooperatively } from '../concurrency/cooperative-scheduler.ts';
import type { CatalogueProduct } from '../domain/product.ts';
import { compareCodeUnits } from '../domain/text.ts';
import { type CatalogueIndex, findListedProduct } from './catalogue-index.ts';
import { bisect } from './columns/row-order.ts';
import { type CursorKind, Cursors, getPageSize, PageArgumentError } from './connection.ts';
import { type ChangeLog, type FormerHashes, getHash } from './sync/change-log.ts';

/** A product that has been added, changed or withdrawn since a client last read the products. */
export interface ProductChange {
  kind: 'ADDED' | 'CHANGED' | 'WITHDRAWN';
  /** The product's id on the host. */
  sku: string;
  /** Null if it was withdrawn. */
  product: CatalogueProduct | null;
}

/** A page of changes. */
export interface ProductChanges {
  nodes: ProductChange[];
  cursor: string;
  hasMore: boolean;
}

/** The log of changes no longer reaches back to a cursor. The message is shown to the client. */
class CursorExpiredError extends PageArgumentError {
  override readonly code = 'CURSOR_EXPIRED';
}

/**
 * The versions of the products that a client has, as ranges of ids. Each range consists of the last id that belongs to
 * it and a version; the id is null in the final range, which has no end. There are several ranges while a client has
 * read only some pages of the changes, and afterwards if the catalogue was refreshed meanwhile.
 */
const rangesSchema = z
  .array(z.tuple([z.string().nullable(), z.string()]))
  .min(1)
  .max(1_000);
type Range = z.output<typeof rangesSchema>[number];

/** The ranges, and the id that the current pass over all ids has reached, which is null between two passes. */
const positionSchema = z.tuple([rangesSchema, z.string().nullable()]);
type Position = z.output<typeof positionSchema>;

const cursorKind: CursorKind<Position> = {
  schema: positionSchema,
  listName: 'this shop',
  queryName: 'list',
  cursorFields: "a 'cursor' of 'productChanges' or the Sync-Cursor of a feed",
};
const cursors = new Cursors(cursorKind, () => 'product changes');

/** The version of a client that has no products. */
const emptyVersion = '';

/** The cursor of a client that has all products of a version. */
export function writeSyncCursor({ productsVersion }: CatalogueIndex): string {
  return cursors.write([[[null, productsVersion]], null]);
}

/**
 * The cursor of a client that has the products with ids up to `after` in the versions of the cursor `since`, and those
 * with higher ids in the version of the index.
 *
 * @throws {PageArgumentError} if `since` is not a cursor.
 */
export function extendSyncCursor({ productsVersion }: CatalogueIndex, since: string, after: string): string {
  const [ranges] = cursors.read(since, 'since');
  const { done, pending } = splitRanges(ranges, after);
  const next = new RangeList(done);
  const [first] = pending;
  if (first !== undefined && first.lower !== after) next.add(after, first.version);
  next.add(null, productsVersion);
  return cursors.write([next.list, null]);
}

/** The products that differ from those that a client has. The ids are sorted. */
interface Difference {
  ids: readonly string[];
  getKind(id: string): ProductChange['kind'];
  /** The version that the client has afterwards: its previous one if the client is ahead of this gateway. */
  version: string;
}

/** Finds what has changed since a cursor. */
export class ProductChangeFeed {
  readonly #log: ChangeLog;
  /** Differences between former versions and the current one, by former version. */
  readonly #differences = new LRUCache<string, Difference>({ max: 100 });
  #version = '';

  constructor(log: ChangeLog) {
    this.#log = log;
  }

  /**
   * The next page of changes.
   *
   * @param since the cursor of the previous page or pass; null to begin with all products.
   * @throws {PageArgumentError} for an invalid page size or cursor.
   * @throws {CursorExpiredError} when the log of changes no longer reaches back to the cursor.
   */
  async getChanges(index: CatalogueIndex, since: string | null, first: number): Promise<ProductChanges> {
    const size = getPageSize({ first });
    const [ranges, doneUpTo] = since === null ? initialPosition : cursors.read(since, 'since');
    const { done, pending } = splitRanges(ranges, doneUpTo);
    const nodes: ProductChange[] = [];
    const next = new RangeList(done);
    for (const [position, { lower, end, version }] of pending.entries()) {
      const difference = await this.#findDifference(index, version);
      const ids = listIdsBetween(difference.ids, lower, end);
      const taken = ids.slice(0, size - nodes.length);
      nodes.push(...taken.map((id) => createChange(index, id, difference.getKind(id))));
      if (taken.length === ids.length) {
        next.add(end, difference.version);
        continue;
      }
      const stoppedAt = taken.at(-1) ?? lower;
      if (taken.length > 0) next.add(stoppedAt, difference.version);
      for (const unread of pending.slice(position)) next.add(unread.end, unread.version);
      return { nodes, cursor: cursors.write([next.list, stoppedAt]), hasMore: true };
    }
    const hasMore = await this.#hasChanges(index, next.list);
    return { nodes, cursor: cursors.write([next.list, null]), hasMore };
  }

  /** Whether products have changed again in ranges that the pass read before a refresh. */
  async #hasChanges(index: CatalogueIndex, ranges: readonly Range[]): Promise<boolean> {
    for (const { lower, end, version } of splitRanges(ranges, null).pending) {
      const { ids } = await this.#findDifference(index, version);
      if (listIdsBetween(ids, lower, end).length > 0) return true;
    }
    return false;
  }

  async #findDifference(index: CatalogueIndex, version: string): Promise<Difference> {
    if (this.#version !== index.productsVersion) {
      this.#version = index.productsVersion;
      this.#differences.clear();
    }
    const cached = this.#differences.get(version);
    if (cached !== undefined) return cached;
    const difference = await this.#computeDifference(index, version);
    if (difference === null) throw new CursorExpiredError(expiredMessage);
    // The empty difference of a client that is ahead of this gateway is not cached. If the host's products change back to
    // this gateway's version, another gateway records these changes, and the difference is no longer empty.
    if (difference.version === this.#version) this.#differences.set(version, difference);
    return difference;
  }

  /** Null if the version is unknown. */
  async #computeDifference(index: CatalogueIndex, version: string): Promise<Difference | null> {
    const current = index.productsVersion;
    if (version === emptyVersion)
      return { ids: await index.getSortedIds(), getKind: () => 'ADDED', version: current };
    let former = this.#log.findChanges(version, current);
    if (former === null) {
      // Another gateway that shares the log may have recorded the version since the last refresh.
      await this.#log.read();
      former = this.#log.findChanges(version, current);
    }
    if (former === 'ahead') return { ids: [], getKind: () => 'CHANGED', version };
    return former && compareWithFormer(index, former);
  }
}

const expiredMessage =
  "The cursor in 'since' has expired: read all products again, without 'since', and delete those that are not returned.";

/** The position of a client that has no products. */
const initialPosition: Position = [[[null, emptyVersion]], null];

/** A range that the current pass has not read yet: the ids after `lower` up to `end`; null for no limit. */
interface PendingRange {
  lower: string | null;
  end: string | null;
  version: string;
}

/** Splits a client's ranges into those that the current pass has read, up to `doneUpTo`, and those that are pending. */
function splitRanges(
  ranges: readonly Range[],
  doneUpTo: string | null,
): { done: Range[]; pending: PendingRange[] } {
  const done: Range[] = [];
  const pending: PendingRange[] = [];
  let lower: string | null = null;
  for (const [end, version] of ranges) {
    if (doneUpTo !== null && end !== null && end <= doneUpTo) done.push([end, version]);
    else pending.push({ lower, end, version });
    lower = end;
  }
  return { done, pending };
}

/** Joins neighbouring ranges of the same version. */
class RangeList {
  readonly list: Range[];

  constructor(list: Range[]) {
    this.list = list;
  }

  add(end: string | null, version: string): void {
    const last = this.list.at(-1);
    if (last?.[1] === version) last[0] = end;
    else this.list.push([end, version]);
  }
}

async function compareWithFormer(index: CatalogueIndex, former: FormerHashes): Promise<Difference> {
  const scheduler = new CooperativeScheduler();
  const kinds = new Map<string, ProductChange['kind']>();
  for (const [id, before] of former) {
    if (scheduler.shouldYield) await scheduler.yield();
    const current = getHash(index, id);
    if (current === before) continue;
    kinds.set(id, before === null ? 'ADDED' : current === null ? 'WITHDRAWN' : 'CHANGED');
  }
  const ids = await sortCooperatively([...kinds.keys()], compareCodeUnits, scheduler);
  return { ids, getKind: (id) => kinds.get(id) ?? 'CHANGED', version: index.productsVersion };
}

/** The ids after `lower`, up to and including `end`, of a list sorted by `compareCodeUnits`; null for no limit. */
export function listIdsBetween(
  ids: readonly string[],
  lower: string | null,
  end: string | null,
): readonly string[] {
  const findEnd = (limit: string) => bisect(ids.length, (position) => (ids[position] ?? '') > limit);
  return ids.slice(lower === null ? 0 : findEnd(lower), end === null ? ids.length : findEnd(end));
}

function createChange(index: CatalogueIndex, sku: string, kind: ProductChange['kind']): ProductChange {
  return { kind, sku, product: findListedProduct(index, sku) };
}
