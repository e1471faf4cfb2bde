/**
 * The discount of a coupon in rupees, rounded as the gateway rounds it: half a paisa up. Integers avoid
 * floating-point errors.
 *
 * @param itemTotal rupees.
 */
export function computeCouponDiscount(itemTotal: number, percentOff: number): number {
  const paise = Math.round(itemTotal * 100);
  const basisPoints = Math.round(percentOff * 100);
  return Math.floor((paise * basisPoints + 5_000) / 10_000) / 100;
}
