import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { UserLock } from '#gateway/customers/user-lock.ts';
import { MemoryStore } from '#gateway/storage/memory-store.ts';

const store = new MemoryStore();
afterEach(() => store.close());

describe('turns of a shopper', () => {
  it('come in the order they were asked for, one at a time', async () => {
    const turns = new UserLock(store);
    const done: number[] = [];
    let running = 0;
    const work = async (place: number) => {
      running += 1;
      expect(running).toBe(1);
      await nextTurn();
      running -= 1;
      done.push(place);
    };
    const places = Array.from({ length: 20 }, (_, place) => place);
    await Promise.all(places.map((place) => turns.run('7', () => work(place))));
    expect(done).toEqual(places);
  });

  it('of two gateways over one store are one at a time too', async () => {
    const gateways = [new UserLock(store), new UserLock(store)];
    let running = 0;
    const work = async () => {
      running += 1;
      expect(running).toBe(1);
      await nextTurn();
      running -= 1;
    };
    await Promise.all(gateways.flatMap((turns) => Array.from({ length: 5 }, () => turns.run('7', work))));
  });

  it('go on after work that failed, and keep nobody else waiting', async () => {
    const turns = new UserLock(store);
    const held = Promise.withResolvers<void>();
    const first = turns.run('7', async () => {
      await held.promise;
      throw new Error('failed');
    });
    const second = turns.run('7', async () => 'second');
    expect(await turns.run('8', async () => 'other')).toBe('other');
    held.resolve();
    await expect(first).rejects.toThrow('failed');
    expect(await second).toBe('second');
  });
});
