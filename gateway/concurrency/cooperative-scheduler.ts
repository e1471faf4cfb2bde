import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';

/** How long a computation may block the event loop before it should yield. */
const maxBlockingMs = 8;

/** Lets a long computation yield regularly to the event loop, so that it does not delay requests. */
export class CooperativeScheduler {
  #startedAt = performance.now();

  /** Whether the event loop has been blocked for too long. Cheap enough to check for each record. */
  get shouldYield(): boolean {
    return performance.now() - this.#startedAt > maxBlockingMs;
  }

  /** Lets the event loop process other work. */
  async yield(): Promise<void> {
    await nextEventLoopTurn();
    this.#startedAt = performance.now();
  }
}

/** Maximum number of items that are sorted without a chance to yield. */
const maxRunLength = 256;

/** Sorts items by comparison; the sort is stable. Yields to the event loop, so that it does not delay requests. */
export async function sortCooperatively<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
  scheduler: CooperativeScheduler,
): Promise<Item[]> {
  if (scheduler.shouldYield) await scheduler.yield();
  if (items.length <= maxRunLength) return items.toSorted(compare);
  const middle = items.length >>> 1;
  const first = await sortCooperatively(items.slice(0, middle), compare, scheduler);
  const second = await sortCooperatively(items.slice(middle), compare, scheduler);
  const merged: Item[] = [];
  let position = 0;
  for (const item of second) {
    if (scheduler.shouldYield) await scheduler.yield();
    for (; position < first.length; position += 1) {
      const next = first[position];
      if (next === undefined || compare(next, item) > 0) break;
      merged.push(next);
    }
    merged.push(item);
  }
  return [...merged, ...first.slice(position)];
}
