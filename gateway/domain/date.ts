const indiaOffsetMs = 5.5 * 60 * 60 * 1000;

/**
 * The date in the shop's time zone, `yyyy-mm-dd`. `Intl` is not used, because versions of Node.js format the dates of a
 * locale differently. India has no daylight saving time.
 *
 * @throws {RangeError} for an invalid date.
 */
export function formatDateInIndia(instant: Date): string {
  return formatDateTimeInIndia(instant).slice(0, 10);
}

/**
 * The date and time in the shop's time zone, `yyyy-mm-dd hh:mm`.
 *
 * @throws {RangeError} for an invalid date.
 */
export function formatDateTimeInIndia(instant: Date): string {
  return new Date(instant.getTime() + indiaOffsetMs).toISOString().slice(0, 16).replace('T', ' ');
}
