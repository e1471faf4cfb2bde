const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const days = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' });
const percents = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });

/** An amount in rupees with two decimals in Indian grouping: `₹1,23,456.50`. */
export function formatRupees(amount: number): string {
  return rupees.format(amount);
}

/** A percentage without decimals: `12`. */
export function formatPercent(percent: number): string {
  return percents.format(percent);
}

/** A calendar date (`yyyy-mm-dd`) as readers write it: `20 Nov 2026`. What is no date stays as it is. */
export function formatDate(date: string): string {
  const instant = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(instant.getTime()) ? date : days.format(instant);
}

/** Languages written in Devanagari, by the names the shop's records give them. */
const devanagariLanguages: Record<string, string> = {
  मराठी: 'mr',
  Marathi: 'mr',
  हिन्दी: 'hi',
  हिंदी: 'hi',
  Hindi: 'hi',
  संस्कृत: 'sa',
  Sanskrit: 'sa',
};

/**
 * The language of a text for its `lang` attribute, by its script: Devanagari is read as the language
 * of the book it belongs to, as Marathi when that is not known; of other scripts nothing is said.
 */
export function scriptLanguage(text: string, bookLanguage?: string): string | undefined {
  if (!/\p{Script=Devanagari}/u.test(text)) return undefined;
  return devanagariLanguages[bookLanguage ?? ''] ?? 'mr';
}
