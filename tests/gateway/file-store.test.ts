import { appendFile, mkdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileStore } from '#gateway/storage/file-store.ts';
import { StoreUnavailableError } from '#gateway/storage/key-value.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const logger = pino({ level: 'silent' });
let folder: string;
let file: string;
let store: FileStore;

beforeEach(async () => {
  folder = await createTemporaryFolder();
  file = path.join(folder, 'gateway', 'values');
  store = await FileStore.open(file, logger);
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
});

/** Reopens the file as a crash would have left it: without what the store writes to it on closing. */
async function reopen(): Promise<void> {
  const text = await readFile(file);
  await store.close();
  await writeFile(file, text);
  store = await FileStore.open(file, logger);
}

describe('a file store', () => {
  it('restores the latest state of each key, including removals, after a restart', async () => {
    await Promise.all([
      store.set('a', '{"text":"with spaces"}', 60),
      store.set('b', 'first', 60),
      store.set('b', 'second', 60),
      store.setIfAbsent('c', 'taken', 60),
    ]);
    await store.take('c');
    await reopen();
    expect(await store.get('a')).toBe('{"text":"with spaces"}');
    expect(await store.get('b')).toBe('second');
    expect(await store.get('c')).toBeNull();
    expect(await store.setIfAbsent('b', 'third', 60)).toBe(false);
    expect(await store.setIfAbsent('c', 'free again', 60)).toBe(true);
  });

  it('ignores an incomplete last line and can still be written to', async () => {
    await store.set('a', 'stored earlier', 60);
    await appendFile(file, `\n${Date.now() + 60_000} b {"cut":`);
    await reopen();
    expect(await store.get('a')).toBe('stored earlier');
    expect(await store.get('b')).toBeNull();
    await store.set('b', 'new', 60);
    await reopen();
    expect(await store.get('b')).toBe('new');
  });

  it('erases overwritten, removed and expired values within a minute', async () => {
    await store.close();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    store = await FileStore.open(file, logger);
    await store.set('a', 'overwritten', 600);
    await store.set('a', 'current', 600);
    await store.set('b', 'removed', 600);
    await store.take('b');
    await store.set('c', 'expired', 1);
    expect(await readFile(file, 'utf8')).toMatch(/overwritten.*removed.*expired/s);
    vi.advanceTimersByTime(60_000);
    await vi.waitFor(async () => {
      expect(await readFile(file, 'utf8')).toMatch(/^\n\d+ a current\n$/);
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('reports writes that fail: `setIfAbsent` leaves its key free, `set` still sets the value in memory', async () => {
    await rm(file);
    await mkdir(file);
    await expect(store.setIfAbsent('a', 'lost', 60)).rejects.toThrow(StoreUnavailableError);
    await expect(store.set('b', 'set nevertheless', 60)).rejects.toThrow(StoreUnavailableError);
    expect(await store.get('a')).toBeNull();
    expect(await store.get('b')).toBe('set nevertheless');
    await rmdir(file);
    expect(await store.setIfAbsent('a', 'stored', 60)).toBe(true);
    await reopen();
    expect(await store.get('a')).toBe('stored');
    expect(await store.get('b')).toBe('set nevertheless');
  });

  it('does not restore a partial write after a restart', async () => {
    await store.set('a', 'x', 60);
    const before = await readFile(file);
    await rm(file);
    await mkdir(file);
    await expect(store.setIfAbsent('b', 'half', 60)).rejects.toThrow(StoreUnavailableError);
    await rmdir(file);
    // A full disk stores only a part of the line.
    await writeFile(file, Buffer.concat([before, Buffer.from(`\n${Date.now() + 60_000} b ha`)]));
    await store.set('c', 'y', 60);
    await reopen();
    expect(await store.get('b')).toBeNull();
    expect([await store.get('a'), await store.get('c')]).toEqual(['x', 'y']);
  });
});
