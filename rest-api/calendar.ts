const indianDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Kolkata',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Today's date in India, where the shop is, as yyyy-mm-dd. */
export function getTodayInIndia(now = new Date()): string {
  return indianDay.format(now);
}
