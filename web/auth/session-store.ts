/** A signed-in shopper, as the session storage keeps it (requirements.md 3): these four values and no more. */
export interface Shopper {
  userId: string;
  contact: string;
  userEmail: string;
  token: string;
}

/** Why a session came to its end. */
export type SessionEndReason = 'signed-out' | 'expired';

/** Where the four values are kept; the browser's `sessionStorage` is one. */
export type SessionStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** How tabs of one shopper talk; a `BroadcastChannel` is one. */
export interface SessionChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

export interface SessionStore {
  /** The shopper; null for a visitor. The same object until something changes. */
  current(): Shopper | null;
  /** False until other tabs had their chance to say that the shopper is signed in there. */
  settled(): boolean;
  /**
   * The shopper, or null for a visitor, as soon as that is settled: for what is pressed on a page rendered
   * before anybody was known.
   */
  known(): Promise<Shopper | null>;
  subscribe(listener: () => void): () => void;
  /** Hears of every end of a session, in whichever tab it came about. */
  onEnd(listener: (end: SessionEndReason) => void): () => void;
  signIn(shopper: Shopper): void;
  signOut(): void;
  /** The gateway no longer takes this token. Says nothing when another one is in use by now. */
  expire(token: string): void;
  /** The signed-in shopper; while nobody is, the next who signs in. */
  signedIn(): Promise<Shopper>;
}

/** How long a tab without a session waits for the others' answer, in milliseconds. */
const otherTabsTimeoutMs = 200;

/** The value of a logged-out session's keys (requirements.md 3). */
const loggedOut = 'null';

/**
 * The session of one tab, kept in its session storage. A new tab asks the others and is signed in
 * with them; an end in one tab ends it in all.
 */
export function createSessionStore(storage: SessionStorage, channel: SessionChannel): SessionStore {
  let shopper = read(storage);
  let settled = shopper !== null;
  const listeners = new Set<() => void>();
  const endListeners = new Set<(end: SessionEndReason) => void>();

  function change(next: Shopper | null): void {
    shopper = next;
    settled = true;
    write(storage, next);
    for (const listener of listeners) listener();
  }

  function end(reason: SessionEndReason): void {
    if (shopper === null) return;
    change(null);
    for (const listener of endListeners) listener(reason);
  }

  /** What `read` gives, as soon as it gives something: looked at now and at every change. */
  function until<T>(read: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const look = () => {
        const found = read();
        if (found === undefined) return;
        stop();
        resolve(found);
      };
      const stop = subscribe(listeners, look);
      look();
    });
  }

  channel.addEventListener('message', ({ data }) => {
    const message = toMessage(data);
    if (message?.kind === 'ask' && shopper !== null) channel.postMessage({ kind: 'here', shopper });
    if (message?.kind === 'here' && shopper?.token !== message.shopper.token) change(message.shopper);
    if (message?.kind === 'end') end(message.reason);
  });
  if (shopper === null) {
    write(storage, null);
    channel.postMessage({ kind: 'ask' });
    setTimeout(() => {
      if (!settled) change(null);
    }, otherTabsTimeoutMs);
  }

  return {
    current: () => shopper,
    settled: () => settled,
    known: () => until(() => (settled ? shopper : undefined)),
    subscribe: (listener) => subscribe(listeners, listener),
    onEnd: (listener) => subscribe(endListeners, listener),
    signIn(next) {
      change(next);
      channel.postMessage({ kind: 'here', shopper: next });
    },
    signOut() {
      channel.postMessage({ kind: 'end', reason: 'signed-out' });
      end('signed-out');
    },
    expire(token) {
      if (shopper?.token !== token) return;
      channel.postMessage({ kind: 'end', reason: 'expired' });
      end('expired');
    },
    signedIn: () => until(() => shopper ?? undefined),
  };
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(storage: SessionStorage): Shopper | null {
  const value = (key: keyof Shopper) => {
    const stored = storage.getItem(key);
    return stored === null || stored === loggedOut ? '' : stored;
  };
  const found = {
    userId: value('userId'),
    contact: value('contact'),
    userEmail: value('userEmail'),
    token: value('token'),
  };
  return Object.values(found).every((part) => part !== '') ? found : null;
}

function write(storage: SessionStorage, shopper: Shopper | null): void {
  for (const key of ['userId', 'contact', 'userEmail', 'token'] as const) {
    storage.setItem(key, shopper?.[key] ?? loggedOut);
  }
}

type Message =
  | { kind: 'ask' }
  | { kind: 'here'; shopper: Shopper }
  | { kind: 'end'; reason: SessionEndReason };

function toMessage(data: unknown): Message | undefined {
  if (!isRecord(data)) return undefined;
  if (data.kind === 'ask') return { kind: 'ask' };
  if (data.kind === 'here' && isShopper(data.shopper)) return { kind: 'here', shopper: data.shopper };
  if (data.kind === 'end') {
    return { kind: 'end', reason: data.reason === 'expired' ? 'expired' : 'signed-out' };
  }
  return undefined;
}

function isShopper(value: unknown): value is Shopper {
  return (
    isRecord(value) &&
    ['userId', 'contact', 'userEmail', 'token'].every((key) => typeof value[key] === 'string')
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
