import { z } from 'zod';
import { CooperativeScheduler } from '../../concurrency/cooperative-scheduler.ts';
import type { CatalogueIndex } from '../catalogue-index.ts';
import { formatHash } from '../columns/product-hash.ts';
import type { ChangeStore, RecordedStep } from './change-store.ts';

/** A product that differs between two versions: its id, and its hash in each of them; null if it is absent. */
type Change = [id: string, before: string | null, after: string | null];
const changesSchema: z.ZodType<Change[]> = z.array(
  z.tuple([z.string(), z.string().nullable(), z.string().nullable()]),
);

/** By id, the hash that a product had in an earlier version; null if that version lacks it. */
export type FormerHashes = ReadonlyMap<string, string | null>;

/** Maximum number of changes in the log. */
const maxChanges = 100_000;
/** Maximum number of steps. If every refresh changes a product, they reach back ten days. */
const maxSteps = 30_000;

/**
 * Records which products differ between the versions of the catalogue. A version is identified by its content, and a
 * step leads from one version to another. What has changed between two versions follows from the steps between them, so
 * the log needs neither timestamps nor sequence numbers: gateways that share a store add their steps to the same graph.
 */
export class ChangeLog {
  readonly #store: ChangeStore;
  readonly #steps: RecordedStep[] = [];
  readonly #stepsFrom = new Map<string, RecordedStep[]>();
  readonly #stepsTo = new Map<string, RecordedStep[]>();
  #changeCount = 0;
  #revision = 0;
  #reading: Promise<void> | null = null;

  constructor(store: ChangeStore) {
    this.#store = store;
  }

  /** The version that the latest step leads to; null if there is none. */
  get head(): string | null {
    return this.#steps.at(-1)?.to ?? null;
  }

  /** The number of steps added so far. As long as it stays the same, `findChanges` returns the same results. */
  get revision(): number {
    return this.#revision;
  }

  /** Reads the steps that the store has received since the last call. @throws the store's errors. */
  read(): Promise<void> {
    this.#reading ??= this.#readNew().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /**
   * Records the changes of a refresh that has succeeded.
   *
   * @param before the catalogue before the refresh; null before the first load.
   * @param head the head of the log when the refresh began. It differs from the version of `before` if another gateway
   * has recorded a newer step, or if this gateway was killed after recording one and has restored an older catalogue
   * from disk. In both cases, if the log connects the head with the new version, a step from the head to the new version
   * is recorded, too.
   */
  async record(before: CatalogueIndex | null, after: CatalogueIndex, head: string | null): Promise<void> {
    await this.read();
    const version = after.productsVersion;
    if (before !== null && before.productsVersion !== version)
      await this.#append(before.productsVersion, version, await compareProducts(before, after));
    if (head === null || head === version || head === before?.productsVersion) return;
    const former = this.#collectHashes(this.#findPath(head, version, { isDirected: false }));
    if (former !== null)
      await this.#append(
        head,
        version,
        [...former].map(([id, hash]): Change => [id, hash, getHash(after, id)]),
      );
  }

  /**
   * The products that may differ between a version and the current one.
   *
   * @returns `ahead` if the version is newer than the current one, since another gateway was the first to refresh its
   * catalogue; null if no steps connect the two versions.
   */
  findChanges(version: string, current: string): FormerHashes | 'ahead' | null {
    const forward = this.#findPath(version, current, { isDirected: true });
    if (forward !== null) return this.#collectHashes(forward);
    if (this.#findPath(current, version, { isDirected: true }) !== null) return 'ahead';
    return this.#collectHashes(this.#findPath(version, current, { isDirected: false }));
  }

  async #readNew(): Promise<void> {
    for (const step of await this.#store.readNew()) this.#add(step);
  }

  async #append(from: string, to: string, changes: Change[]): Promise<void> {
    // Another gateway may have recorded the same step.
    if (this.head === to && this.#stepsFrom.get(from)?.some((step) => step.to === to)) return;
    // Reading all products costs clients less than reading this many changes.
    if (changes.length > maxChanges) return;
    const step = { from, to, changeCount: changes.length, changes: JSON.stringify(changes) };
    this.#add(step);
    await this.#store.append(step, this.#steps);
  }

  #add(step: RecordedStep): void {
    this.#steps.push(step);
    this.#revision += 1;
    this.#changeCount += step.changeCount;
    addTo(this.#stepsFrom, step.from, step);
    addTo(this.#stepsTo, step.to, step);
    while (this.#changeCount > maxChanges || this.#steps.length > maxSteps) this.#removeFirst();
  }

  #removeFirst(): void {
    const step = this.#steps.shift();
    if (step === undefined) return;
    this.#changeCount -= step.changeCount;
    removeFrom(this.#stepsFrom, step.from, step);
    removeFrom(this.#stepsTo, step.to, step);
  }

  /** The shortest path from one version to another; null if there is none. */
  #findPath(from: string, to: string, { isDirected }: { isDirected: boolean }): PathStep[] | null {
    const reachedBy = new Map<string, PathStep | null>([[from, null]]);
    for (const version of reachedBy.keys()) {
      if (version === to) return tracePath(reachedBy, to);
      for (const next of this.#listNext(version, isDirected)) {
        const reached = next.isReversed ? next.step.from : next.step.to;
        if (!reachedBy.has(reached)) reachedBy.set(reached, next);
      }
    }
    return null;
  }

  #listNext(version: string, isDirected: boolean): PathStep[] {
    const forward = this.#stepsFrom.get(version) ?? [];
    const backward = isDirected ? [] : (this.#stepsTo.get(version) ?? []);
    return [
      ...forward.map((step) => ({ step, isReversed: false })),
      ...backward.map((step) => ({ step, isReversed: true })),
    ];
  }

  /** For the products that change along a path, their hashes at its beginning. */
  #collectHashes(path: PathStep[] | null): FormerHashes | null {
    if (path === null) return null;
    const hashes = new Map<string, string | null>();
    for (const { step, isReversed } of path) {
      for (const [id, before, after] of changesSchema.parse(JSON.parse(step.changes))) {
        if (!hashes.has(id)) hashes.set(id, isReversed ? after : before);
      }
    }
    return hashes;
  }
}

/** A step of a path. If it is reversed, it is followed against its direction. */
interface PathStep {
  step: RecordedStep;
  isReversed: boolean;
}

function tracePath(reachedBy: ReadonlyMap<string, PathStep | null>, to: string): PathStep[] {
  const path: PathStep[] = [];
  for (let last = reachedBy.get(to); last; ) {
    path.unshift(last);
    last = reachedBy.get(last.isReversed ? last.step.to : last.step.from);
  }
  return path;
}

function addTo(steps: Map<string, RecordedStep[]>, version: string, step: RecordedStep): void {
  const existing = steps.get(version);
  if (existing === undefined) steps.set(version, [step]);
  else existing.push(step);
}

function removeFrom(steps: Map<string, RecordedStep[]>, version: string, step: RecordedStep): void {
  const others = steps.get(version)?.filter((other) => other !== step) ?? [];
  if (others.length === 0) steps.delete(version);
  else steps.set(version, others);
}

/** Compares the products of two versions by their hashes. Yields to the event loop. */
async function compareProducts(before: CatalogueIndex, after: CatalogueIndex): Promise<Change[]> {
  const scheduler = new CooperativeScheduler();
  const changes: Change[] = [];
  for (const [id, row] of after.rowById) {
    if (scheduler.shouldYield) await scheduler.yield();
    const formerRow = before.rowById.get(id);
    const hash = after.productHashes[row];
    if (formerRow !== undefined && before.productHashes[formerRow] === hash) continue;
    changes.push([id, getHash(before, id), getHash(after, id)]);
  }
  for (const id of before.rowById.keys()) {
    if (scheduler.shouldYield) await scheduler.yield();
    if (!after.rowById.has(id)) changes.push([id, getHash(before, id), null]);
  }
  return changes;
}

/** The hash of a product in a version; null if it is absent. */
export function getHash({ rowById, productHashes }: CatalogueIndex, id: string): string | null {
  const row = rowById.get(id);
  const hash = row === undefined ? undefined : productHashes[row];
  return hash === undefined ? null : formatHash(hash);
}
