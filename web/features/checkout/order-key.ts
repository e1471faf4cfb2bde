import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '#web/auth/session.ts';
import { buildChoiceQuery, inPlace, type PurchaseChoice, parseChoice } from '#web/quote/purchase-choice.ts';
import { useIsUnmounted } from '#web/ui/hooks/use-is-unmounted.ts';

interface OrderKeyHandle {
  /** The idempotency key of the order that was sent from this page; null if none was. */
  orderKey: string | null;
  /** Returns the key, or a new one, once the history entry holds it together with the confirmed choice. */
  saveKey: (confirmed: Partial<PurchaseChoice>) => Promise<string>;
  /** Removes the key: the next order is another one. */
  dropKey: () => Promise<void>;
}

/**
 * The idempotency key of the page's order. The state of the history entry holds it and nothing else, so that it
 * survives a reload, Back and a login in between.
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
  const orderKey = readOrderKey(location.state, userId);

  async function save(key: string | null, change: Partial<PurchaseChoice>): Promise<void> {
    // Navigating would bring a shopper who has left back to this page.
    if (isUnmounted()) return;
    const { search } = latest.current;
    await navigate(
      { search: buildChoiceQuery({ ...parseChoice(search), ...change }, search) },
      { ...inPlace, state: key === null ? null : { orderKey: key } },
    );
  }

  return {
    orderKey,
    saveKey: async (confirmed) => {
      const key = orderKey ?? `${toOwner(userId)}-${createRandomHex()}`;
      await save(key, confirmed);
      return key;
    },
    dropKey: () => save(null, {}),
  };
}

const randomLength = 32;

/** A key begins with the id of its shopper, so that nobody else who goes back in this browser gets it. */
function readOrderKey(state: unknown, userId: string): string | null {
  if (typeof state !== 'object' || state === null || !('orderKey' in state)) return null;
  const { orderKey } = state;
  if (typeof orderKey !== 'string') return null;
  return orderKey.slice(0, -randomLength) === `${toOwner(userId)}-` ? orderKey : null;
}

/** The gateway accepts keys of up to 128 characters. */
function toOwner(userId: string): string {
  return userId.slice(0, 64);
}

/** Hexadecimal digits. Not `crypto.randomUUID`, which browsers do not offer over plain HTTP. */
function createRandomHex(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(randomLength / 2));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
