import { isRecord } from '#web/payload.ts';
import { createListeners } from '#web/store.ts';

/** The keys under which session storage contains a shopper's session: exactly these four (requirements.md 3). */
const shopperKeys = ['userId', 'contact', 'userEmail', 'token'] as const;

/** A signed-in shopper. */
export type Shopper = Record<(typeof shopperKeys)[number], string>;

/** Thrown instead of sending a request, or instead of returning its result, when its shopper is no longer signed in. */
export class ShopperChangedError extends Error {}

/** Why a session ended. */
export type SessionEndReason = 'signed-out' | 'expired';

/** Where the four values are stored, such as the browser's `sessionStorage`. */
type SessionStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Passes messages between the tabs of one browser, as a `BroadcastChannel` does. */
export interface SessionChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

export interface SessionStore {
  /** The shopper; null for a visitor. Returns the same object until the session changes. */
  getShopper(): Shopper | null;
  /** False while another tab may still share its session. */
  isSettled(): boolean;
  /** Resolves with the shopper, or null for a visitor, once the session is settled. For buttons pressed before that. */
  whenSettled(): Promise<Shopper | null>;
  subscribe(listener: () => void): () => void;
  /**
   * Calls the listener whenever the session ends, in this tab or another, also if another shopper signs in without a
   * logout. Returns the unsubscribe function.
   */
  onEnd(listener: (reason: SessionEndReason) => void): () => void;
  signIn(shopper: Shopper): void;
  signOut(): void;
  /** Ends the session because the gateway rejected this token. Does nothing unless the token is in use. */
  expire(token: string): void;
  /** Reads the stored session again, because the browser has restored the page from its back/forward cache. */
  restore(): void;
  /** Resolves with the signed-in shopper; for a visitor, with the next shopper who signs in. */
  whenSignedIn(): Promise<Shopper>;
}

/** How long a new tab waits for another tab to share its session. */
const otherTabsTimeoutMs = 200;

/** The stored value of each key after a logout (requirements.md 3). */
const loggedOut = 'null';

/**
 * The session of one tab, stored in its session storage. A tab without a session adopts the session of another tab.
 * When the session ends in one tab, it ends in all tabs.
 */
export function createSessionStore(storage: SessionStorage, channel: SessionChannel): SessionStore {
  let shopper = readShopper(storage);
  let settled = shopper !== null;
  const changeListeners = createListeners();
  const endListeners = createListeners<[SessionEndReason]>();

  function setShopper(next: Shopper | null, endReason: SessionEndReason = 'signed-out'): void {
    const hasEnded = shopper !== null && shopper.userId !== next?.userId;
    shopper = next;
    settled = true;
    writeShopper(storage, next);
    changeListeners.notify();
    if (hasEnded) endListeners.notify(endReason);
  }

  /** Ends the session, unless another tab reports a token that a login has replaced here. */
  function endSession(reason: SessionEndReason, token: unknown = shopper?.token): void {
    if (shopper === null || shopper.token !== token) return;
    setShopper(null, reason);
  }

  function shareSession(): void {
    if (shopper !== null) channel.postMessage({ kind: 'session', shopper });
  }

  /** Resolves with the first value other than undefined that `read` returns, now or after a change of the session. */
  function waitFor<T>(read: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const check = () => {
        const value = read();
        if (value === undefined) return;
        unsubscribe();
        resolve(value);
      };
      const unsubscribe = changeListeners.subscribe(check);
      check();
    });
  }

  channel.addEventListener('message', ({ data }) => {
    const message = parseMessage(data);
    if (message?.kind === 'request') shareSession();
    if (message?.kind === 'session' && shopper === null) setShopper(message.shopper);
    if (message?.kind === 'sign-in' && shopper?.token !== message.shopper.token) setShopper(message.shopper);
    if (message?.kind === 'end') endSession(message.reason, message.token);
  });
  // A tab that was opened while this one was loading got no response to its request.
  shareSession();
  if (shopper === null) {
    writeShopper(storage, null);
    channel.postMessage({ kind: 'request' });
    setTimeout(() => {
      if (!settled) setShopper(null);
    }, otherTabsTimeoutMs);
  }

  return {
    getShopper: () => shopper,
    isSettled: () => settled,
    whenSettled: () => waitFor(() => (settled ? shopper : undefined)),
    subscribe: changeListeners.subscribe,
    onEnd: endListeners.subscribe,
    signIn(next) {
      setShopper(next);
      channel.postMessage({ kind: 'sign-in', shopper: next });
    },
    signOut() {
      channel.postMessage({ kind: 'end', reason: 'signed-out' });
      endSession('signed-out');
    },
    expire(token) {
      if (shopper?.token !== token) return;
      channel.postMessage({ kind: 'end', reason: 'expired', token });
      endSession('expired');
    },
    restore() {
      const stored = readShopper(storage);
      if (stored?.token !== shopper?.token) setShopper(stored);
      if (stored === null) channel.postMessage({ kind: 'request' });
    },
    whenSignedIn: () => waitFor(() => shopper ?? undefined),
  };
}

function readShopper(storage: SessionStorage): Shopper | null {
  const items = shopperKeys.map((key): [string, string | null] => [key, storage.getItem(key)]);
  const stored = Object.fromEntries(items.filter(([, item]) => item !== '' && item !== loggedOut));
  return isShopper(stored) ? stored : null;
}

function writeShopper(storage: SessionStorage, shopper: Shopper | null): void {
  for (const key of shopperKeys) storage.setItem(key, shopper?.[key] ?? loggedOut);
}

type Message =
  /** A tab without a session asks for one. */
  | { kind: 'request' }
  /** The session of an open tab, for tabs without one. */
  | { kind: 'session'; shopper: Shopper }
  /** A login, for all tabs. */
  | { kind: 'sign-in'; shopper: Shopper }
  /** The end of all sessions, or only of those with the token. */
  | { kind: 'end'; reason: SessionEndReason; token?: unknown };

function parseMessage(data: unknown): Message | undefined {
  if (!isRecord(data)) return undefined;
  if (data.kind === 'request') return { kind: 'request' };
  if ((data.kind === 'session' || data.kind === 'sign-in') && isShopper(data.shopper)) {
    return { kind: data.kind, shopper: data.shopper };
  }
  if (data.kind === 'end') {
    return { kind: 'end', reason: data.reason === 'expired' ? 'expired' : 'signed-out', token: data.token };
  }
  return undefined;
}

function isShopper(value: unknown): value is Shopper {
  return isRecord(value) && shopperKeys.every((key) => typeof value[key] === 'string');
}
