import { isInScript, languageNamedInItself, languageToldByScript, namedLanguage } from './book-languages.ts';
import type { LanguageCode } from './languages.ts';

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const numbers = new Intl.NumberFormat('en-IN');
const percents = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });

/** An amount in rupees with two decimals in Indian grouping: `₹1,23,456.50`. */
export function formatRupees(amount: number): string {
  return rupees.format(amount);
}

/** A number in Indian grouping: `1,23,456`. Like all the shop's figures in Latin digits, whatever the language. */
export function formatNumber(number: number): string {
  return numbers.format(number);
}

/** A percentage without decimals: `12`. */
export function formatPercent(percent: number): string {
  return percents.format(percent);
}

/** `20 Nov 2026`, `20 नोव्हेंबर, 2026`, `20 नवंबर 2026`. */
const days: Record<LanguageCode, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' }),
  mr: new Intl.DateTimeFormat('mr-IN-u-nu-latn', { dateStyle: 'long', timeZone: 'UTC' }),
  hi: new Intl.DateTimeFormat('hi-IN-u-nu-latn', { dateStyle: 'long', timeZone: 'UTC' }),
};

/** A calendar date (`yyyy-mm-dd`) as readers of the language write it. What is no date stays as it is. */
export function formatDate(date: string, language: LanguageCode): string {
  const instant = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(instant.getTime()) ? date : days[language].format(instant);
}

/**
 * The language of a book's or a person's name for its `lang` attribute: the book's when the name is in
 * its script, else the one its script tells of, Devanagari being read as Marathi. Latin letters are
 * English when nothing is known of the book; of all else nothing is said.
 *
 * @param bookLanguage as the shop's records name it.
 */
export function scriptLanguage(text: string, bookLanguage?: string): string | undefined {
  const book = namedLanguage(bookLanguage);
  if (book !== undefined && isInScript(text, book.script)) return book.code;
  const told = languageNamedInItself(text)?.code ?? languageToldByScript(text);
  if (told !== undefined) return told;
  return bookLanguage === undefined && isInScript(text, 'Latin') ? 'en' : undefined;
}

/**
 * The language of a description of a book: English where most of its letters are Latin ones, whatever
 * language the book is in.
 */
export function proseLanguage(text: string, bookLanguage?: string): string | undefined {
  const letters = text.match(/\p{Letter}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin * 2 > letters ? 'en' : scriptLanguage(text, bookLanguage);
}

/**
 * The language of a text that is the shop's own or comes from elsewhere, such as a name or a message
 * nobody has translated; undefined when it is the page's.
 */
export function textLanguage(text: string, page: LanguageCode): string | undefined {
  const language = isInScript(text, 'Devanagari') && page !== 'en' ? page : scriptLanguage(text);
  return language === page ? undefined : language;
}
