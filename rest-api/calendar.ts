const indiaOffsetMs = 5.5 * 60 * 60 * 1000;

/**
 * Today's date in India, where the shop is, as yyyy-mm-dd. Not formatted by `Intl`, whose locales with this format have
 * changed it between versions. India has no daylight saving time.
 */
export function getTodayInIndia(now = new Date()): string {
  return new Date(now.getTime() + indiaOffsetMs).toISOString().slice(0, 10);
}
