import type { CooperativeScheduler } from './cooperative-scheduler.ts';

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
