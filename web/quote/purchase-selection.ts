import { browserSession } from '#web/auth/session.ts';

/** A product to buy and its quantity. */
export interface SelectedLine {
  productId: string;
  quantity: number;
}

/** What the shopper selected for the checkout. */
export interface PurchaseSelection {
  lines: SelectedLine[];
  couponId: string | null;
  addressId: string | null;
  /** The ids of the products in the cart that the shopper unchecked. */
  unchecked: readonly string[];
}

let saved: { userId: string; selection: PurchaseSelection } | null = null;

/**
 * Saves the selection while this shopper goes through cart, address and payment. The history entry of each
 * page also contains it. This copy is for shoppers who arrive without that entry: from a link of the checkout
 * steps, or after they had to log in again.
 */
export function saveSelection(selection: PurchaseSelection): void {
  const userId = browserSession().current()?.userId;
  if (userId !== undefined) saved = { userId, selection };
}

/** The saved selection; null if there is none or it belongs to another shopper. */
export function savedSelection(): PurchaseSelection | null {
  const userId = browserSession().current()?.userId;
  return saved !== null && saved.userId === userId ? saved.selection : null;
}

/** Clears the selection after an order. */
export function clearSelection(): void {
  saved = null;
}
