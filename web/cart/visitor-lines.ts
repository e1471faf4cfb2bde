import { z } from 'zod/mini';
import { maxQuantity } from './optimistic-cart.ts';
import { visitorCartText } from './visitor-cart-storage.ts';

/** A product in a visitor's cart. */
export interface VisitorLine {
  productId: string;
  /** 1 to 10. */
  quantity: number;
}

/**
 * The maximum number of products in a visitor's cart: a page requests all of them at once, and a login moves them one
 * by one.
 */
export const maxVisitorLines = 50;

const lineSchema = z.object({
  productId: z.string().check(z.minLength(1), z.maxLength(200)),
  quantity: z.int().check(z.minimum(1)),
});
const linesSchema = z.array(z.unknown());

/**
 * Parses the cart lines in a stored text, each product once. Invalid lines are dropped, and quantities and the number
 * of lines are capped, because visitors, extensions and older versions of the shop can write to the storage.
 */
export function parseVisitorLines(text: string | null): readonly VisitorLine[] {
  const quantities = new Map<string, number>();
  for (const entry of linesSchema.safeParse(parseJson(text)).data ?? []) {
    const { data: line } = lineSchema.safeParse(entry);
    if (line === undefined) continue;
    const quantity = Math.max(quantities.get(line.productId) ?? 0, line.quantity);
    quantities.set(line.productId, Math.min(quantity, maxQuantity));
  }
  return [...quantities].slice(0, maxVisitorLines).map(([productId, quantity]) => ({ productId, quantity }));
}

export function readVisitorLines(): readonly VisitorLine[] {
  return parseVisitorLines(visitorCartText.read());
}

/**
 * Adds copies of a product, unless the cart already contains it. Returns false if the cart is full or the browser
 * doesn't store the product.
 */
export function addVisitorLine(productId: string, quantity: number): boolean {
  const lines = readVisitorLines();
  if (lines.some((line) => line.productId === productId)) return true;
  return lines.length < maxVisitorLines && writeLines([...lines, { productId, quantity }]);
}

/** Sets the quantity of a product that is in the visitor's cart; 0 removes it. */
export function setVisitorQuantity(productId: string, quantity: number): void {
  const lines = readVisitorLines().map((line) =>
    line.productId === productId ? { productId, quantity } : line,
  );
  writeLines(lines.filter((line) => line.quantity > 0));
}

function writeLines(lines: readonly VisitorLine[]): boolean {
  return visitorCartText.write(lines.length === 0 ? null : JSON.stringify(lines));
}

function parseJson(text: string | null): unknown {
  if (text === null) return [];
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}
