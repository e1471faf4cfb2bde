import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '#web/auth/session.ts';
import { isRecord } from '#web/payload.ts';
import {
  buildChoiceQuery,
  type PurchaseChoice,
  parseChoice,
  replaceOptions,
} from '#web/quote/purchase-choice.ts';
import { useIsUnmounted } from '#web/ui/hooks/use-is-unmounted.ts';

interface OrderKeyHandle {
  /** The idempotency key of the order that was sent from this page; null if none was. */
  sentKey: string | null;
  /** The key that another step of this checkout uses, or that this page used for a rejected order; null if none. */
  reservedKey: string | null;
  /**
   * Saves the key and the confirmed choice in the history entry, unless the shopper has left the page. The key is the
   * sent one, else the reserved one, else a new one. Returns the key.
   */
  saveKey: (confirmed: Partial<PurchaseChoice>) => Promise<string>;
  /** Reserves the key that `saveKey` would save, and opens another step with this key and the confirmed choice. */
  openStepWithKey: (pathname: string, confirmed: Partial<PurchaseChoice>) => Promise<void>;
  /** Records that no order was placed with the key. It becomes the reserved key, which the next order reuses. */
  markKeyUnused: (key: string) => Promise<void>;
  /** Removes the key, so that the next confirmation places another order. */
  dropKey: () => Promise<void>;
}

/** The navigation state with which a step of the checkout passes its key to another one. */
export interface ReservedKeyState {
  reservedKey: string;
}

/**
 * The idempotency key of the page's order. It is stored in the history entry, as its only state, so it survives a
 * reload, Back and a login in between. All steps of a checkout share the key: after Back from the payment page, the
 * address page finds out whether the order was placed.
 */
export function useOrderKey(): OrderKeyHandle {
  const userId = useSession()?.userId ?? '';
  const location = useLocation();
  const navigate = useNavigate();
  const isUnmounted = useIsUnmounted();
  const latest = useRef(location);
  useEffect(() => {
    latest.current = location;
  });
  const sentKey = readKey(location.state, 'orderKey', userId);
  const reservedKey = readKey(location.state, 'reservedKey', userId);
  const getOrCreateKey = () => sentKey ?? reservedKey ?? `${truncateUserId(userId)}-${createRandomHex()}`;

  async function replaceState(
    state: { orderKey: string } | ReservedKeyState | null,
    change: Partial<PurchaseChoice>,
  ): Promise<void> {
    // A shopper who has left this page must not be brought back to it.
    if (isUnmounted()) return;
    const { search } = latest.current;
    const newSearch = buildChoiceQuery({ ...parseChoice(search), ...change }, search);
    await navigate({ search: newSearch }, { ...replaceOptions, state });
  }

  return {
    sentKey,
    reservedKey,
    saveKey: async (confirmed) => {
      const key = getOrCreateKey();
      await replaceState({ orderKey: key }, confirmed);
      return key;
    },
    openStepWithKey: async (pathname, confirmed) => {
      const state: ReservedKeyState = { reservedKey: getOrCreateKey() };
      await replaceState(state, confirmed);
      if (isUnmounted()) return;
      const search = buildChoiceQuery({ ...parseChoice(latest.current.search), ...confirmed });
      await navigate({ pathname, search }, { state });
    },
    markKeyUnused: (key) => replaceState({ reservedKey: key }, {}),
    dropKey: () => replaceState(null, {}),
  };
}

const randomDigitCount = 32;

/** Reads a key from the state; null if it does not begin with the shopper's id, and so belongs to another shopper. */
function readKey(state: unknown, name: 'orderKey' | 'reservedKey', userId: string): string | null {
  const key = isRecord(state) ? state[name] : undefined;
  if (typeof key !== 'string') return null;
  return key.slice(0, -randomDigitCount) === `${truncateUserId(userId)}-` ? key : null;
}

/** The gateway accepts keys of up to 128 characters. */
function truncateUserId(userId: string): string {
  return userId.slice(0, 64);
}

/** Creates random hexadecimal digits. Not `crypto.randomUUID`, which browsers do not offer over plain HTTP. */
function createRandomHex(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(randomDigitCount / 2));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
