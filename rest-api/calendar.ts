const indianDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Kolkata',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The date in India, where the shop is: yyyy-mm-dd. */
export function todayInIndia(now = new Date()): string {
  return indianDay.format(now);
}
