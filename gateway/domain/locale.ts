/** Converts rupees to whole paise. Half a paisa is rounded up. */
export function toPaise(rupees: number): number {
  // 1.005 is stored as slightly less than 1.005, so a tiny amount is added before rounding.
  return Math.round(rupees * 100 + Math.sign(rupees) * 1e-7);
}

/** Converts paise to rupees, with at most two decimals. */
export function toRupees(paise: number): number {
  return paise / 100;
}

/** The locale `en-CA` formats dates as `yyyy-mm-dd`. */
const dateFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

/** The date in the shop's time zone, `yyyy-mm-dd`. @throws {RangeError} for an invalid date. */
export function formatDateInIndia(instant: Date): string {
  return dateFormat.format(instant);
}
