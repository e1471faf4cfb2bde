import { memoize } from '#web/memoize.ts';
import {
  containsScript,
  detectLanguageByScript,
  findLanguageByName,
  findLanguageByNativeName,
  usesDevanagari,
} from './book-languages.ts';
import type { LanguageCode } from './languages.ts';

/** An amount in rupees with two decimals in Indian grouping: `₹1,23,456.50`, `−₹40.00`. */
export function formatRupees(amount: number): string {
  return `${amount < 0 ? '−' : ''}₹${groupDigits(Math.abs(amount).toFixed(2))}`;
}

/** An integer in Indian grouping: `1,23,456`. The shop uses Latin digits in every language. */
export function formatNumber(integer: number): string {
  return groupDigits(String(integer));
}

/** A percentage with at most two decimals and no trailing zeros: `12`, `12.5`. */
export function formatPercent(percent: number): string {
  return String(Number(percent.toFixed(2)));
}

/**
 * Groups the digits before the decimal point as in India: three, then pairs. `Intl.NumberFormat` does the same, but
 * creating the first one blocks a slow phone for 50 ms while the page is being hydrated.
 *
 * @param digits has at most two decimals.
 */
function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(?:\d\d)*\d{3}(?!\d))/g, ',');
}

/**
 * Formats a calendar date (`yyyy-mm-dd`) for the language: `20 Nov 2026`, `20 नोव्हेंबर, 2026`, `20 नवंबर 2026`. Returns
 * invalid dates unchanged.
 */
export function formatDate(date: string, language: LanguageCode): string {
  const instant = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(instant.getTime()) ? date : formatDateIn('UTC', instant, language);
}

/** The calendar date of an instant (ISO 8601) in the shop's time zone, formatted as by `formatDate`. */
export function formatInstantDate(instant: string, language: LanguageCode): string {
  return formatDateIn('Asia/Kolkata', new Date(instant), language);
}

function formatDateIn(timeZone: string, instant: Date, language: LanguageCode): string {
  return instant.toLocaleDateString(`${language}-IN-u-nu-latn`, {
    day: 'numeric',
    month: getMonthStyle(language),
    year: 'numeric',
    timeZone,
  });
}

/** Marathi and Hindi readers are not used to short names of months. */
function getMonthStyle(language: LanguageCode): 'short' | 'long' {
  return language === 'en' ? 'short' : 'long';
}

/**
 * Formats milliseconds since 1970 as a date and time in the shop's time zone: `22 Nov, 7:40 pm`,
 * `22 नोव्हेंबर, 19:40`. `Intl` knows no Devanagari for "am" and "pm", and it links a long date and a time with words
 * that don't fit into a sentence.
 */
export function formatInstant(milliseconds: number, language: LanguageCode): string {
  const instant = new Date(milliseconds);
  const locale = `${language}-IN-u-nu-latn`;
  const timeZone = 'Asia/Kolkata';
  const date = instant.toLocaleDateString(locale, {
    day: 'numeric',
    month: getMonthStyle(language),
    timeZone,
  });
  const time = instant.toLocaleTimeString(locale, {
    hour: language === 'en' ? 'numeric' : '2-digit',
    minute: '2-digit',
    hourCycle: language === 'en' ? 'h12' : 'h23',
    timeZone,
  });
  return `${date}, ${time}`;
}

/** The format of `formatDayAfter`, which removes the commas: `Fri 27 Nov`, `शुक्र 27 नोव्हेंबर`, `शुक्र 27 नवंबर`. */
const getDayFormat = memoize(
  (language: LanguageCode) =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : `${language}-IN-u-nu-latn`, {
      weekday: 'short',
      day: 'numeric',
      month: getMonthStyle(language),
      timeZone: 'Asia/Kolkata',
    }),
);

const getWeekdayFormat = memoize(
  (language: LanguageCode) => new Intl.DateTimeFormat(`${language}-IN`, { weekday: 'long', timeZone: 'UTC' }),
);

/** The name of a day of the week, counted from Monday as 0: `Monday`, `सोमवार`. */
export function formatWeekday(day: number, language: LanguageCode): string {
  // 1 January 2024 was a Monday.
  return getWeekdayFormat(language).format(Date.UTC(2024, 0, 1 + day));
}

/**
 * The date `dayCount` days from today in the shop's time zone. Only for the browser: the server may cache what it
 * renders.
 */
export function formatDayAfter(dayCount: number, language: LanguageCode): string {
  return getDayFormat(language)
    .format(Date.now() + dayCount * 86_400_000)
    .replaceAll(',', '');
}

/**
 * The `lang` attribute of a name of a book, person or collection. It is the book's language if the name is in the
 * script of that language. Otherwise, the native name of a language (`हिन्दी`, `Dansk`) is in that language, and other
 * names are in the main language of their script, if it has one (Marathi for Devanagari). A Latin name counts as English
 * if the book's language is not given. In all other cases, the language is unknown.
 *
 * @param bookLanguage the name of the book's language, as in the catalogue.
 * @returns a BCP 47 code, or undefined when the language is unknown.
 */
export function detectNameLanguage(text: string, bookLanguage?: string): string | undefined {
  const book = findLanguageByName(bookLanguage);
  if (book !== undefined && containsScript(text, book.script)) return book.code;
  const detected = findLanguageByNativeName(text)?.code ?? detectLanguageByScript(text);
  if (detected !== undefined) return detected;
  return bookLanguage === undefined && containsScript(text, 'Latin') ? 'en' : undefined;
}

/**
 * The form of a name in the reader's script; null if the name itself is in that script, or if the form is unknown.
 *
 * @param transliterated the name in Devanagari if `name` is in Latin letters, and vice versa; null if it is unknown.
 */
export function getNameInScript(
  language: LanguageCode,
  name: string,
  transliterated: string | null,
): string | null {
  return containsScript(name, 'Devanagari') === usesDevanagari(language) ? null : transliterated;
}

/**
 * The `lang` attribute of a book's description: English if most of its letters are Latin, regardless of the book's
 * language; otherwise the same as for a name.
 */
export function detectProseLanguage(text: string, bookLanguage?: string): string | undefined {
  const letters = text.match(/\p{Letter}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin * 2 > letters ? 'en' : detectNameLanguage(text, bookLanguage);
}

/**
 * The `lang` attribute of a text that may or may not be translated, such as a label or a message of the gateway.
 * Undefined when the text is in the language of the page, or when its language is unknown.
 */
export function detectTextLanguage(text: string, pageLanguage: LanguageCode): string | undefined {
  const language =
    containsScript(text, 'Devanagari') && usesDevanagari(pageLanguage)
      ? pageLanguage
      : detectNameLanguage(text);
  return language === pageLanguage ? undefined : language;
}
