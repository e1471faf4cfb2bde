import { useSyncExternalStore } from 'react';

interface Listeners<Args extends unknown[]> {
  /** Adds a listener. Returns the function that removes it. */
  subscribe: (listener: (...args: Args) => void) => () => void;
  notify: (...args: Args) => void;
}

/** Creates an empty list of listeners. */
export function createListeners<Args extends unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(...args) {
      for (const listener of listeners) listener(...args);
    },
  };
}

/** A value that is shared by components and other code. */
export interface Store<T> {
  /** The first value, which the server renders with. */
  initial: T;
  get: () => T;
  set: (value: T) => void;
  /** Calls the listener after each change. Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const { subscribe, notify } = createListeners();
  return {
    initial,
    get: () => value,
    set(next) {
      value = next;
      notify();
    },
    subscribe,
  };
}

/** The value of a store. On the server and during hydration, its first value. */
export function useStore<T>({ initial, get, subscribe }: Store<T>): T {
  return useSyncExternalStore(subscribe, get, () => initial);
}
