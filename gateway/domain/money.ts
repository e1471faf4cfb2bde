/** Converts rupees to whole paise. Half a paisa is rounded away from zero. */
export function toPaise(rupees: number): number {
  // 1.005 is stored as slightly less than 1.005, so a tiny amount is added before rounding.
  return Math.round(rupees * 100 + Math.sign(rupees) * 1e-7);
}

/** Converts paise to rupees, with at most two decimals. */
export function toRupees(paise: number): number {
  return paise / 100;
}
