import { z } from 'zod';
import type { Database } from '../database/engine.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { idText, readQuery } from '../http/input.ts';
import {
  addToWishlist,
  type EntryChange,
  moveToCart,
  removeFromCart,
  removeFromWishlist,
} from '../shoppers/change-entries.ts';

const userAndProduct = z.object({ userId: idText, productId: idText });

/**
 * Endpoints that change one entry of a cart or wish list (requirements.md 7). All are idempotent. An unknown user
 * or product is a 404. A withdrawn product can be removed but not added.
 */
export function createCartEndpoints(database: Database): Endpoint[] {
  const createEndpoint = (method: Endpoint['method'], path: string, change: EntryChange): Endpoint => ({
    method,
    path,
    handle: async (request, response) => {
      const { userId, productId } = readQuery(request, userAndProduct);
      response.json({ message: await change(database, userId, productId) });
    },
  });
  return [
    createEndpoint('delete', '/removeProductFromUser', removeFromCart),
    createEndpoint('post', '/addToWishlist', addToWishlist),
    createEndpoint('delete', '/removeFromWishlist', removeFromWishlist),
    createEndpoint('put', '/moveToCart', moveToCart),
  ];
}
