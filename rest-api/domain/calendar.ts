const indiaOffsetMs = 5.5 * 60 * 60 * 1000;

/**
 * The date of an instant in India, where the shop is, as yyyy-mm-dd. Does not use `Intl`, because the formats of its
 * locales differ between versions of Node.js. India has no daylight saving time.
 */
export function getDateInIndia(instant: Date): string {
  return formatDateTimeInIndia(instant).slice(0, 10);
}

/** The date and time of an instant in India, as yyyy-mm-dd hh:mm:ss. */
export function formatDateTimeInIndia(instant: Date): string {
  const shifted = new Date(instant.getTime() + indiaOffsetMs);
  return shifted.toISOString().slice(0, 19).replace('T', ' ');
}

export function getTodayInIndia(): string {
  return getDateInIndia(new Date());
}
