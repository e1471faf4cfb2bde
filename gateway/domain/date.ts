/** The locale `en-CA` formats dates as `yyyy-mm-dd`. */
const dateFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

/** The date in the shop's time zone, `yyyy-mm-dd`. @throws {RangeError} for an invalid date. */
export function formatDateInIndia(instant: Date): string {
  return dateFormat.format(instant);
}
