import { useEffect, useRef, useState } from 'react';
import { z } from 'zod/mini';
import { useSession } from '#web/auth/session.ts';

/** The cache that the service worker deletes when the session ends (web/offline/service-worker.ts). */
const cacheName = 'wishlist';

const seenSchema = z.record(z.string(), z.object({ price: z.number(), available: z.boolean() }));
type SeenProducts = z.infer<typeof seenSchema>;

interface WishlistProduct {
  id: string;
  price: number;
  available: boolean;
}

/** What has changed about a product since the shopper's last visit of the wish list. */
export interface WishlistChange {
  /** In rupees; negative if the product has become cheaper. */
  priceChange: number;
  isAvailableAgain: boolean;
}

/**
 * Compares the products with what this browser showed on the last visit, and remembers them for the next one. Products
 * that have not changed are not in the map.
 */
export function useWishlistChanges(
  products: readonly WishlistProduct[] | undefined,
): ReadonlyMap<string, WishlistChange> {
  const userId = useSession()?.userId;
  const [seen, setSeen] = useState<SeenProducts>({});
  const isRead = useRef(false);
  useEffect(() => {
    // Cache Storage exists in secure contexts only, although its type says it always does.
    if (products === undefined || userId === undefined || !('caches' in window)) return;
    const isFirst = !isRead.current;
    isRead.current = true;
    const update = async () => {
      const cache = await caches.open(cacheName);
      const key = `/wish-list?user=${encodeURIComponent(userId)}`;
      const stored: unknown = isFirst ? await (await cache.match(key))?.json() : undefined;
      const { data } = seenSchema.safeParse(stored);
      if (data !== undefined) setSeen(data);
      await cache.put(key, Response.json(toSeenProducts(products)));
    };
    // Without storage, or with too little of it, nothing is compared.
    update().catch(() => undefined);
  }, [products, userId]);
  return compare(products ?? [], seen);
}

function toSeenProducts(products: readonly WishlistProduct[]): SeenProducts {
  return Object.fromEntries(products.map(({ id, price, available }) => [id, { price, available }]));
}

function compare(products: readonly WishlistProduct[], seen: SeenProducts): Map<string, WishlistChange> {
  const changes = new Map<string, WishlistChange>();
  for (const { id, price, available } of products) {
    const before = seen[id];
    if (before === undefined) continue;
    const change = { priceChange: price - before.price, isAvailableAgain: available && !before.available };
    if (change.priceChange !== 0 || change.isAvailableAgain) changes.set(id, change);
  }
  return changes;
}
