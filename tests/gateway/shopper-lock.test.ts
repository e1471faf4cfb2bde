import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { LockLostError, ShopperLock } from '#gateway/customers/shopper-lock.ts';
import { MemoryStore } from '#gateway/storage/key-value.ts';

const store = new MemoryStore();
afterEach(() => store.close());

describe('operations of a shopper', () => {
  it('run one at a time, in the order of their requests', async () => {
    const lock = new ShopperLock(store);
    const finished: number[] = [];
    let running = 0;
    const operation = async (index: number) => {
      running += 1;
      expect(running).toBe(1);
      await yieldToEventLoop();
      running -= 1;
      finished.push(index);
    };
    const indexes = Array.from({ length: 20 }, (_, index) => index);
    await Promise.all(indexes.map((index) => lock.run('7', () => operation(index))));
    expect(finished).toEqual(indexes);
  });

  it('run one at a time in two gateways that share a store', async () => {
    const locks = [new ShopperLock(store), new ShopperLock(store)];
    let running = 0;
    const operation = async () => {
      running += 1;
      expect(running).toBe(1);
      await yieldToEventLoop();
      running -= 1;
    };
    await Promise.all(locks.flatMap((lock) => Array.from({ length: 5 }, () => lock.run('7', operation))));
  });

  it('continue after one that failed, and do not block other shoppers', async () => {
    const lock = new ShopperLock(store);
    const blocked = Promise.withResolvers<void>();
    const first = lock.run('7', async () => {
      await blocked.promise;
      throw new Error('failed');
    });
    const second = lock.run('7', async () => 'second');
    expect(await lock.run('8', async () => 'other')).toBe('other');
    blocked.resolve();
    await expect(first).rejects.toThrow('failed');
    expect(await second).toBe('second');
  });

  it('fail without blaming the store if they lose their lock repeatedly', async () => {
    const operation = () => Promise.reject(new LockLostError());
    await expect(new ShopperLock(store).run('7', operation)).rejects.toThrow(
      'the lock is unavailable: it was lost 3 times',
    );
  });
});
