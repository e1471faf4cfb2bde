import { maxInteger } from './numbers.ts';

/** The largest amount that fits into a database column. */
export const maxPaise = maxInteger;

/** Converts stored paise to the rupees of the REST API, with at most two decimals. */
export function toRupees(paise: number): number {
  return paise / 100;
}

/** Converts an amount in rupees to paise. @throws {Error} if it is not a valid amount. */
export function requirePaise(rupees: number): number {
  const paise = toPaise(rupees);
  if (paise === undefined) throw new Error(`${rupees} is not a valid amount in rupees`);
  return paise;
}

/** Converts rupees to paise. Returns undefined if the amount is negative, too large or has more than two decimals. */
export function toPaise(rupees: number): number | undefined {
  const paise = Math.round(rupees * 100);
  const isAmount = paise >= 0 && paise <= maxPaise && Math.abs(rupees * 100 - paise) < 1e-6;
  return isAmount ? paise : undefined;
}
