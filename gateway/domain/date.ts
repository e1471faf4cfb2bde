const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

/** The day of an instant in the shop's time zone, `yyyy-mm-dd`. @throws {RangeError} for no instant. */
export function dateInIndia(instant: Date): string {
  return calendar.format(instant);
}
