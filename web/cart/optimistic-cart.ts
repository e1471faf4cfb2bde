import type { ProductCardFragment } from '#web/apollo/ProductCardFragment.generated.ts';
import type { CartFieldsFragment } from './CartFragment.generated.ts';

type CartLine = CartFieldsFragment['lines'][number];

/**
 * What a cart will look like after a change, until the gateway's own answer is there. Pure, and the
 * same when applied twice.
 */

/** The cart with so many copies of a product that was not in it; else the cart as it is. */
export function withProduct(
  cart: CartFieldsFragment,
  product: ProductCardFragment,
  quantity: number,
): CartFieldsFragment {
  if (lineOf(cart, product.id) !== undefined) return cart;
  const { available, price } = product;
  const line: CartLine & { __typename: 'CartLine' } = {
    __typename: 'CartLine',
    id: `${cart.id}:${product.id}`,
    product,
    quantity,
    available,
    lineTotal: timesRupees(price, quantity),
  };
  return withLines(cart, [...cart.lines, line]);
}

/** The cart with another quantity of a product; the cart as it is when the product is not in it. */
export function withQuantity(
  cart: CartFieldsFragment,
  productId: string,
  quantity: number,
): CartFieldsFragment {
  return withLines(
    cart,
    cart.lines.map((line) =>
      line.product.id === productId
        ? { ...line, quantity, lineTotal: timesRupees(line.product.price, quantity) }
        : line,
    ),
  );
}

/** The cart without a product. */
export function withoutProduct(cart: CartFieldsFragment, productId: string): CartFieldsFragment {
  return withLines(
    cart,
    cart.lines.filter(({ product }) => product.id !== productId),
  );
}

function lineOf(cart: CartFieldsFragment, productId: string): CartLine | undefined {
  return cart.lines.find(({ product }) => product.id === productId);
}

/** Available lines come first, as in the gateway's answer. */
function withLines(cart: CartFieldsFragment, lines: CartLine[]): CartFieldsFragment {
  const canBeBought = lines.filter(({ available }) => available);
  return {
    ...cart,
    lines: [...canBeBought, ...lines.filter(({ available }) => !available)],
    unitCount: lines.reduce((count, { quantity }) => count + quantity, 0),
    itemTotal: canBeBought.reduce((paise, { lineTotal }) => paise + Math.round(lineTotal * 100), 0) / 100,
  };
}

/** Reckoned in whole paise, so that 3 times 0.1 is 0.3. */
function timesRupees(price: number, quantity: number): number {
  return (Math.round(price * 100) * quantity) / 100;
}
