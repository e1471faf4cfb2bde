import type { RestId } from '../domain/product.ts';
import { countQuantities } from '../rest/user-schema.ts';

/** What is to be ordered of one product. */
interface OrderedLine {
  productId: string;
  quantity: number;
}

/**
 * Of lines that are to be ordered from the cart, what the cart still holds: each with at most the
 * copies that are there, those without any left out.
 */
export function stillInCart(lines: readonly OrderedLine[], productIds: readonly RestId[]): OrderedLine[] {
  const inCart = countQuantities(productIds);
  return lines
    .map(({ productId, quantity }) => ({
      productId,
      quantity: Math.min(quantity, inCart.get(productId) ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0);
}

/** Whether the cart holds all that is to be ordered from it. */
export function isAllInCart(lines: readonly OrderedLine[], productIds: readonly RestId[]): boolean {
  const inCart = countQuantities(productIds);
  return lines.every(({ productId, quantity }) => quantity <= (inCart.get(productId) ?? 0));
}
