/** The largest amount a column holds, in paise. */
export const maxPaise = 2_147_483_647;

/** Rupees as they stand at the doors, with at most two decimals, for an amount kept in paise. */
export function toRupees(paise: number): number {
  return paise / 100;
}

/** Paise for an amount in rupees that is known to be one. Throws Error when it is none. */
export function requiredPaise(rupees: number): number {
  const paise = toPaise(rupees);
  if (paise === undefined) throw new Error(`${rupees} is no amount in rupees`);
  return paise;
}

/** Paise for an amount in rupees; undefined for what is no amount: negative, too large, a third decimal. */
export function toPaise(rupees: number): number | undefined {
  const paise = Math.round(rupees * 100);
  const isAmount = paise >= 0 && paise <= maxPaise && Math.abs(rupees * 100 - paise) < 1e-6;
  return isAmount ? paise : undefined;
}
