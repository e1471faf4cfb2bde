import { useSyncExternalStore } from 'react';
import { pincodePattern } from './pincode.ts';

/** The local-storage key. The PIN code leaves the browser only as part of a quote. */
const storageKey = 'deliveryPincode';

const listeners = new Set<() => void>();

/** The PIN code for which this browser shows delivery; null if there is none, on the server and during hydration. */
export function useDeliveryPincode(): string | null {
  return useSyncExternalStore(subscribe, readPincode, () => null);
}

/** Remembers a PIN code. Ignores an invalid one, which an address from the REST host may contain. */
export function rememberPincode(pincode: string): void {
  const digits = toPincode(pincode);
  if (digits === null) return;
  try {
    localStorage.setItem(storageKey, digits);
  } catch {
    // Storage is disabled or full; remembering is a convenience.
  }
  for (const listener of listeners) listener();
}

/** The six digits of a PIN code that may contain spaces; null if it is not valid. */
export function toPincode(text: string): string | null {
  const digits = text.replaceAll(/\s/g, '');
  return pincodePattern.test(digits) ? digits : null;
}

function readPincode(): string | null {
  try {
    return toPincode(localStorage.getItem(storageKey) ?? '');
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Changes in other tabs.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
