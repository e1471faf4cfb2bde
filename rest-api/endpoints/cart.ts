import { z } from 'zod';
import type { Database } from '../database/engine.ts';
import { describeMessage, type Endpoint } from '../http/endpoint.ts';
import { idText, readQuery } from '../http/input.ts';
import {
  addToWishlist,
  type EntryChange,
  moveToCart,
  removeFromCart,
  removeFromWishlist,
} from '../shoppers/change-entries.ts';

const userAndProduct = z.object({
  userId: idText.meta({ examples: ['7'] }),
  productId: idText.meta({ examples: ['101'] }),
});

/**
 * Endpoints that change one entry of a cart or wish list (requirements.md 7). All are idempotent. An unknown user
 * or product is a 404. A withdrawn product can be removed but not added.
 */
export function createCartEndpoints(database: Database): Endpoint[] {
  const createEndpoint = (
    method: Endpoint['method'],
    path: string,
    change: EntryChange,
    {
      summary,
      message,
      conflicts,
    }: { summary: string; message: string; conflicts?: Readonly<Record<number, string>> },
  ): Endpoint => ({
    method,
    path,
    operation: {
      summary,
      query: userAndProduct,
      responses: {
        200: describeMessage(message),
        404: 'User not found, or Product not found',
        ...conflicts,
      },
    },
    handle: async (request, response) => {
      const { userId, productId } = readQuery(request, userAndProduct);
      await change(database, userId, productId);
      response.json({ message });
    },
  });
  return [
    createEndpoint('delete', '/removeProductFromUser', removeFromCart, {
      summary: 'Removes all copies of a product from the cart',
      message: 'Product removed from cart.',
    }),
    createEndpoint('post', '/addToWishlist', addToWishlist, {
      summary: 'Adds a product to the wish list',
      message: 'Product added to wishlist.',
      conflicts: { 409: 'Product already in cart. Cannot add to wishlist. Or: the wish list is full' },
    }),
    createEndpoint('delete', '/removeFromWishlist', removeFromWishlist, {
      summary: 'Removes a product from the wish list',
      message: 'Product removed from wishlist.',
    }),
    createEndpoint('put', '/moveToCart', moveToCart, {
      summary: 'Moves a product from the wish list to the cart',
      message: 'Product moved to cart.',
      conflicts: { 409: 'The cart is full' },
    }),
  ];
}
