/** Creates a pseudorandom number generator (mulberry32) with values in [0, 1), which depend only on the seed. */
export function createSeededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a function that picks a random item of a list. */
export function createPicker(random: () => number): <Item>(items: readonly Item[]) => Item {
  return (items) => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('There are no items to pick from.');
    return item;
  };
}
