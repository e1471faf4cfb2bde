import { useEffect, useRef, useState } from 'react';
import { z } from 'zod/mini';
import { useSession } from '#web/auth/session.ts';

/** The cache that the service worker deletes when the shopper logs out (web/offline/service-worker.ts). */
const cacheName = 'wishlist';

const seenSchema = z.record(z.string(), z.object({ price: z.number(), available: z.boolean() }));
type SeenProducts = z.infer<typeof seenSchema>;

interface WishlistProduct {
  id: string;
  price: number;
  available: boolean;
}

/** What has changed about a product since the shopper's last visit to the wish list. */
export interface WishlistChange {
  /** In rupees; negative if the product has become cheaper. */
  priceChange: number;
  isAvailableAgain: boolean;
}

/**
 * Compares the products with what this browser showed on the last visit, and saves them for the next visit. The map has
 * only products whose price has changed or that are available again.
 */
export function useWishlistChanges(
  products: readonly WishlistProduct[] | undefined,
): ReadonlyMap<string, WishlistChange> {
  const userId = useSession()?.userId;
  const [seenProducts, setSeenProducts] = useState<SeenProducts>({});
  const hasReadCache = useRef(false);
  useEffect(() => {
    // Cache Storage exists in secure contexts only, although its type says it always does.
    if (products === undefined || userId === undefined || !('caches' in window)) return;
    const isFirstRun = !hasReadCache.current;
    hasReadCache.current = true;
    const update = async () => {
      const cache = await caches.open(cacheName);
      const key = `/wish-list?user=${encodeURIComponent(userId)}`;
      const stored: unknown = isFirstRun ? await (await cache.match(key))?.json() : undefined;
      const { data } = seenSchema.safeParse(stored);
      if (data !== undefined) setSeenProducts(data);
      await cache.put(key, Response.json(toSeenProducts(products)));
    };
    // If the storage fails, for example because it is full, the wish list works without the comparison.
    update().catch(() => undefined);
  }, [products, userId]);
  return findChanges(products ?? [], seenProducts);
}

function toSeenProducts(products: readonly WishlistProduct[]): SeenProducts {
  return Object.fromEntries(products.map(({ id, price, available }) => [id, { price, available }]));
}

function findChanges(
  products: readonly WishlistProduct[],
  seenProducts: SeenProducts,
): Map<string, WishlistChange> {
  const changes = new Map<string, WishlistChange>();
  for (const { id, price, available } of products) {
    const previous = seenProducts[id];
    if (previous === undefined) continue;
    const change = {
      priceChange: price - previous.price,
      isAvailableAgain: available && !previous.available,
    };
    if (change.priceChange !== 0 || change.isAvailableAgain) changes.set(id, change);
  }
  return changes;
}
