import { browserSession } from '#web/auth/session.ts';

/** A product to buy and how many copies. */
export interface SelectedLine {
  productId: string;
  quantity: number;
}

/** What the shopper chose to buy, and how. */
export interface PurchaseSelection {
  lines: SelectedLine[];
  couponId: string | null;
  addressId: string | null;
  /** The products of the cart that were unchecked. */
  unchecked: readonly string[];
}

let kept: { userId: string; choice: PurchaseSelection } | null = null;

/**
 * Keeps the choice for this shopper's way through cart, address and payment. Each screen's own history
 * entry holds it too; this one serves those who come to a screen by another way: by the bar's links,
 * or back from the login after the session ran out.
 */
export function saveSelection(choice: PurchaseSelection): void {
  const userId = browserSession().current()?.userId;
  if (userId !== undefined) kept = { userId, choice };
}

/** The kept choice; null when there is none, or it is another shopper's. */
export function savedSelection(): PurchaseSelection | null {
  const userId = browserSession().current()?.userId;
  return kept !== null && kept.userId === userId ? kept.choice : null;
}

/** Once it is ordered, or the cart was emptied, it is no longer chosen. */
export function clearSelection(): void {
  kept = null;
}
