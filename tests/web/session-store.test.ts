import { describe, expect, it, vi } from 'vitest';
import { createSessionStore } from '#web/auth/session-store.ts';
import { asha, bina, createBrowser } from './browser-tabs.ts';

describe('the session', () => {
  it('stores the string null under the four keys for a visitor', () => {
    const { store, storage } = createBrowser().openTab();
    expect(store.current()).toBeNull();
    expect(Object.fromEntries(storage)).toEqual({
      userId: 'null',
      contact: 'null',
      userEmail: 'null',
      token: 'null',
    });
  });

  it('stores exactly four values for a shopper, and survives a reload', () => {
    const { store, storage } = createBrowser().openTab();
    store.signIn(asha);
    expect(Object.fromEntries(storage)).toEqual(asha);
    expect(createBrowser().openTab(storage).store.current()).toEqual(asha);
  });

  it("requires all four values, and is a visitor's otherwise", () => {
    const storage = new Map(Object.entries({ ...asha, userEmail: 'null' }));
    expect(createBrowser().openTab(storage).store.current()).toBeNull();
  });

  it('is taken over by a new tab', () => {
    const browser = createBrowser();
    browser.openTab().store.signIn(asha);
    const second = browser.openTab();
    expect(second.store.current()).toEqual(asha);
    expect(second.store.settled()).toBe(true);
  });

  it('can be awaited before the other tabs have responded', async () => {
    const { store } = createBrowser().openTab();
    const settled = store.whenSettled();
    store.signIn(asha);
    expect(await settled).toEqual(asha);
    expect(await createBrowser().openTab().store.whenSettled()).toBeNull();
  });

  it('is unsettled in a new tab until the other tabs have had time to respond', async () => {
    const { store } = createBrowser().openTab();
    expect(store.settled()).toBe(false);
    await expect.poll(() => store.settled()).toBe(true);
    expect(store.current()).toBeNull();
  });

  it('ends in every tab on logout, and notifies each tab once', () => {
    const browser = createBrowser();
    const first = browser.openTab();
    first.store.signIn(asha);
    const second = browser.openTab();
    const ends: string[] = [];
    first.store.onEnd((end) => ends.push(`first ${end}`));
    second.store.onEnd((end) => ends.push(`second ${end}`));
    second.store.signOut();
    expect(first.store.current()).toBeNull();
    expect(first.storage.get('token')).toBe('null');
    expect(ends.sort()).toEqual(['first signed-out', 'second signed-out']);
  });

  it('expires only for the token in use', () => {
    const { store } = createBrowser().openTab();
    store.signIn(asha);
    store.signIn({ ...asha, token: 'second' });
    store.expire('first');
    expect(store.current()?.token).toBe('second');
    const end = vi.fn();
    store.onEnd(end);
    store.expire('second');
    expect(store.current()).toBeNull();
    expect(end).toHaveBeenCalledExactlyOnceWith('expired');
  });

  it('resolves with the signed-in shopper, now or after the next login', async () => {
    const { store } = createBrowser().openTab();
    store.signIn(asha);
    expect(await store.whenSignedIn()).toBe(asha);
    store.expire('first');
    const next = store.whenSignedIn();
    store.signIn(bina);
    expect(await next).toBe(bina);
  });

  it('notifies listeners of each change, and returns the same object in between', () => {
    const { store } = createBrowser().openTab();
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    store.signIn(asha);
    expect(listener).toHaveBeenCalledOnce();
    expect(store.current()).toBe(store.current());
    stop();
    store.signOut();
    expect(listener).toHaveBeenCalledOnce();
  });

  it('ignores invalid messages', () => {
    const heard: Array<(event: { data: unknown }) => void> = [];
    const store = createSessionStore(
      { getItem: () => null, setItem: () => undefined },
      { postMessage: () => undefined, addEventListener: (_type, listener) => heard.push(listener) },
    );
    for (const data of [null, 'session', { kind: 'session' }, { kind: 'session', shopper: { userId: 7 } }]) {
      for (const hear of heard) hear({ data });
    }
    expect(store.current()).toBeNull();
  });
});
