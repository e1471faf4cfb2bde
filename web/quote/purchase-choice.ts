import { useLocation, useNavigate } from 'react-router-dom';
import { maxQuantity } from '#web/cart/optimistic-cart.ts';
import type { PaymentMethod } from '#web/generated/schema.ts';

/** A product to buy and its quantity. */
export interface SelectedLine {
  productId: string;
  quantity: number;
}

/**
 * The choices of the shopper for a purchase. The URLs of the cart and checkout pages contain them, so they survive a
 * reload and a login.
 */
export interface PurchaseChoice {
  /** The ids of the products that stay in the cart. All others are bought, so new lines are selected by default. */
  excludedIds: readonly string[];
  /** The single product to buy instead of the cart; null for the cart. */
  productId: string | null;
  /** The quantity of the single product, 1 to 10. */
  quantity: number;
  couponId: string | null;
  addressId: string | null;
  /** How the order is paid; null if the shopper has not chosen. */
  paymentMethod: PaymentMethod | null;
  /**
   * The total that the shopper saw on the previous page or confirmed on this one, in rupees. The checkout points out if
   * its total differs.
   */
  shownTotal: number | null;
}

const wholeCart: PurchaseChoice = {
  excludedIds: [],
  productId: null,
  quantity: 1,
  couponId: null,
  addressId: null,
  paymentMethod: null,
  shownTotal: null,
};

/** The names of the payment methods in the URL. */
const methodNames: Record<PaymentMethod, string> = { CASH_ON_DELIVERY: 'cash', ONLINE: 'online' };
const paymentMethods = ['CASH_ON_DELIVERY', 'ONLINE'] as const;

const parameterNames = ['without', 'product', 'quantity', 'coupon', 'address', 'payment', 'total'];

/** Parses the query of a cart or checkout page. Invalid values are ignored; a quantity above the maximum is reduced. */
export function parseChoice(search: string): PurchaseChoice {
  const query = new URLSearchParams(search);
  const quantity = Number(query.get('quantity'));
  const total = Number(query.get('total')?.trim() || Number.NaN);
  return {
    excludedIds: query.getAll('without'),
    productId: query.get('product') || null,
    quantity: Number.isInteger(quantity) && quantity >= 1 ? Math.min(quantity, maxQuantity) : 1,
    couponId: query.get('coupon'),
    addressId: query.get('address'),
    paymentMethod: paymentMethods.find((method) => methodNames[method] === query.get('payment')) ?? null,
    shownTotal: total >= 0 && total < Infinity ? total : null,
  };
}

/**
 * The query string of a choice, including the question mark; empty if there are no parameters.
 *
 * @param search a query string whose parameters are preserved, except for those of a choice.
 */
export function buildChoiceQuery(choice: Partial<PurchaseChoice>, search = ''): string {
  const { excludedIds, productId, quantity, couponId, addressId, paymentMethod, shownTotal } = {
    ...wholeCart,
    ...choice,
  };
  const query = new URLSearchParams(search);
  for (const name of parameterNames) query.delete(name);
  for (const id of excludedIds) query.append('without', id);
  if (productId !== null) query.set('product', productId);
  if (productId !== null && quantity > 1) query.set('quantity', String(quantity));
  if (couponId !== null) query.set('coupon', couponId);
  if (addressId !== null) query.set('address', addressId);
  if (paymentMethod !== null) query.set('payment', methodNames[paymentMethod]);
  if (shownTotal !== null) query.set('total', String(shownTotal));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** The choice in the page's URL, and a function that changes it in place. */
export function usePurchaseChoice(): [PurchaseChoice, (change: Partial<PurchaseChoice>) => void] {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const choice = parseChoice(search);
  const change = (next: Partial<PurchaseChoice>) =>
    void navigate({ search: buildChoiceQuery({ ...choice, ...next }, search) }, { ...replaceOptions, state });
  return [choice, change];
}

/** Navigation options to replace the URL or state of the current page without reloading its data or scrolling. */
export const replaceOptions = {
  replace: true,
  preventScrollReset: true,
  defaultShouldRevalidate: false,
  // The next click must see this change.
  flushSync: true,
} as const;

/** The path of each step when the shopper buys from the cart. */
export const stepPaths = {
  cart: '/cart-manager',
  address: '/cart-manager/buy-all-cart-products',
  payment: '/cart-manager/cart-user-payment',
} as const;

/** The path of the address step when the shopper buys a single product without the cart. */
export const singleAddressPath = '/buy-single-product';

/**
 * The page of a step with the choices in `search`, except for the shown total, which may be older than the total on the
 * current page. The choices for a single product do not apply to the cart.
 */
export function getStepLocation(
  step: keyof typeof stepPaths,
  search: string,
): { pathname: string; search: string } {
  const choice = parseChoice(search);
  const isSingle = choice.productId !== null;
  return {
    pathname: isSingle && step === 'address' ? singleAddressPath : stepPaths[step],
    search: isSingle && step === 'cart' ? '' : buildChoiceQuery({ ...choice, shownTotal: null }),
  };
}
