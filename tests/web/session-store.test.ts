import { describe, expect, it, vi } from 'vitest';
import { createSessionStore } from '#web/auth/session-store.ts';
import { createBrowser } from './browser-tabs.ts';
import { asha, bina } from './shoppers.ts';

/** Opens two tabs in which Asha is signed in. `ends` receives the tab and the reason whenever the session ends. */
function openTwoTabs() {
  const browser = createBrowser();
  const first = browser.openTab();
  first.store.signIn(asha);
  const second = browser.openTab();
  const ends: string[] = [];
  first.store.onEnd((reason) => ends.push(`first ${reason}`));
  second.store.onEnd((reason) => ends.push(`second ${reason}`));
  return { first, second, ends };
}

describe('the session', () => {
  it('stores the string null under the four keys for a visitor', () => {
    const { store, storage } = createBrowser().openTab();
    expect(store.getShopper()).toBeNull();
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
    expect(createBrowser().openTab(storage).store.getShopper()).toEqual(asha);
  });

  it('exists only if all four values are stored', () => {
    const storage = new Map(Object.entries({ ...asha, userEmail: 'null' }));
    expect(createBrowser().openTab(storage).store.getShopper()).toBeNull();
  });

  it('is copied to a new tab', () => {
    const browser = createBrowser();
    browser.openTab().store.signIn(asha);
    const second = browser.openTab();
    expect(second.store.getShopper()).toEqual(asha);
    expect(second.store.isSettled()).toBe(true);
  });

  it('is copied to a tab that opened while the tab with the session was still loading', () => {
    const browser = createBrowser();
    const second = browser.openTab();
    browser.openTab(new Map(Object.entries(asha)));
    expect(second.store.getShopper()).toEqual(asha);
  });

  it('is copied to a restored page that missed the login in another tab', () => {
    const { second } = openTwoTabs();
    // A page in the back/forward cache gets no messages.
    for (const key of second.storage.keys()) second.storage.set(key, 'null');
    second.store.restore();
    expect(second.store.getShopper()).toEqual(asha);
    expect(Object.fromEntries(second.storage)).toEqual(asha);
  });

  it('replaces that of another shopper in every tab on login, but not when a tab is opened or reloaded', () => {
    const browser = createBrowser();
    const first = browser.openTab();
    const second = browser.openTab();
    first.store.signIn(asha);
    second.store.signIn(bina);
    expect(first.store.getShopper()).toEqual(bina);
    browser.openTab(new Map(Object.entries(asha)));
    browser.openTab();
    expect(first.store.getShopper()).toEqual(bina);
    expect(second.store.getShopper()).toEqual(bina);
  });

  it('settles in a new tab on a login, or once the other tabs have had time to respond', async () => {
    const { store } = createBrowser().openTab();
    const settled = store.whenSettled();
    store.signIn(asha);
    expect(await settled).toEqual(asha);
    expect(await createBrowser().openTab().store.whenSettled()).toBeNull();
  });

  it('is unsettled in a new tab until the other tabs have had time to respond', async () => {
    const { store } = createBrowser().openTab();
    expect(store.isSettled()).toBe(false);
    await expect.poll(() => store.isSettled()).toBe(true);
    expect(store.getShopper()).toBeNull();
  });

  it('ends in every tab on logout, and notifies each tab once', () => {
    const { first, second, ends } = openTwoTabs();
    second.store.signOut();
    expect(first.store.getShopper()).toBeNull();
    expect(first.storage.get('token')).toBe('null');
    expect(ends.sort()).toEqual(['first signed-out', 'second signed-out']);
  });

  it('ends in every tab when another shopper signs in, but not when the same one signs in again', () => {
    const { first, second, ends } = openTwoTabs();
    second.store.signIn({ ...asha, token: 'second' });
    expect(ends).toEqual([]);
    second.store.signIn(bina);
    expect(ends.sort()).toEqual(['first signed-out', 'second signed-out']);
    expect(first.store.getShopper()).toEqual(bina);
  });

  it('expires only if the rejected token is the one in use', () => {
    const { store } = createBrowser().openTab();
    store.signIn(asha);
    store.signIn({ ...asha, token: 'second' });
    store.expire('first');
    expect(store.getShopper()?.token).toBe('second');
    const onEnd = vi.fn();
    store.onEnd(onEnd);
    store.expire('second');
    expect(store.getShopper()).toBeNull();
    expect(onEnd).toHaveBeenCalledExactlyOnceWith('expired');
  });

  it('expires in the other tabs that use its token, but not where another one is in use', () => {
    const browser = createBrowser();
    const first = browser.openTab(new Map(Object.entries(asha)));
    const second = browser.openTab(new Map(Object.entries(asha)));
    const next = { ...asha, token: 'next' };
    const third = browser.openTab(new Map(Object.entries(next)));
    first.store.expire(asha.token);
    expect(second.store.getShopper()).toBeNull();
    expect(third.store.getShopper()).toEqual(next);
  });

  it('returns the signed-in shopper, or waits for the next one who signs in', async () => {
    const { store } = createBrowser().openTab();
    store.signIn(asha);
    expect(await store.whenSignedIn()).toBe(asha);
    store.expire('first');
    const next = store.whenSignedIn();
    store.signIn(bina);
    expect(await next).toBe(bina);
  });

  it('notifies listeners of a change until they unsubscribe, and returns the same object between changes', () => {
    const { store } = createBrowser().openTab();
    const listener = vi.fn();
    const unsubscribe = store.subscribe(listener);
    store.signIn(asha);
    expect(listener).toHaveBeenCalledOnce();
    expect(store.getShopper()).toBe(store.getShopper());
    unsubscribe();
    store.signOut();
    expect(listener).toHaveBeenCalledOnce();
  });

  it('ignores invalid messages', () => {
    const messageListeners: Array<(event: { data: unknown }) => void> = [];
    const store = createSessionStore(
      { getItem: () => null, setItem: () => undefined },
      {
        postMessage: () => undefined,
        addEventListener: (_type, listener) => messageListeners.push(listener),
      },
    );
    for (const data of [null, 'session', { kind: 'session' }, { kind: 'sign-in', shopper: { userId: 7 } }]) {
      for (const listener of messageListeners) listener({ data });
    }
    expect(store.getShopper()).toBeNull();
  });
});
