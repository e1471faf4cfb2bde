import type { ProductCardFragment } from '#web/apollo/ProductCardFragment.generated.ts';
import type { CartFieldsFragment } from './CartFragment.generated.ts';
import type { CartLine } from './use-cart.ts';

/*
 * The expected cart after a change, shown until the gateway's response arrives. All functions are pure and
 * idempotent.
 */

/** Adds a product with the given quantity. Returns the cart unchanged if the product is already in it. */
export function withProduct(
  cart: CartFieldsFragment,
  product: ProductCardFragment,
  quantity: number,
): CartFieldsFragment {
  if (findLine(cart, product.id) !== undefined) return cart;
  const { available, price } = product;
  const line: CartLine & { __typename: 'CartLine' } = {
    __typename: 'CartLine',
    id: `${cart.id}:${product.id}`,
    product,
    quantity,
    available,
    lineTotal: multiplyRupees(price, quantity),
  };
  return withLines(cart, [...cart.lines, line]);
}

/** Sets the quantity of a product. Returns the cart unchanged if the product is not in it. */
export function withQuantity(
  cart: CartFieldsFragment,
  productId: string,
  quantity: number,
): CartFieldsFragment {
  return withLines(
    cart,
    cart.lines.map((line) =>
      line.product.id === productId
        ? { ...line, quantity, lineTotal: multiplyRupees(line.product.price, quantity) }
        : line,
    ),
  );
}

/** Removes a product. */
export function withoutProduct(cart: CartFieldsFragment, productId: string): CartFieldsFragment {
  return withLines(
    cart,
    cart.lines.filter(({ product }) => product.id !== productId),
  );
}

function findLine(cart: CartFieldsFragment, productId: string): CartLine | undefined {
  return cart.lines.find(({ product }) => product.id === productId);
}

/** Recomputes the totals. Available lines come first, as in the gateway's responses. */
function withLines(cart: CartFieldsFragment, lines: CartLine[]): CartFieldsFragment {
  const availableLines = lines.filter(({ available }) => available);
  return {
    ...cart,
    lines: [...availableLines, ...lines.filter(({ available }) => !available)],
    unitCount: lines.reduce((count, { quantity }) => count + quantity, 0),
    itemTotal: availableLines.reduce((paise, { lineTotal }) => paise + Math.round(lineTotal * 100), 0) / 100,
  };
}

/** Multiplies in whole paise, so that 3 × 0.1 is exactly 0.3. */
function multiplyRupees(price: number, quantity: number): number {
  return (Math.round(price * 100) * quantity) / 100;
}
