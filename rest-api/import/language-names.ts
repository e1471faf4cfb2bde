import { eq, sql } from 'drizzle-orm';
import { languages, products } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { normalizeName } from '../domain/normalize-name.ts';

/** Names that shops use instead of those of CLDR. */
const commonNames = new Map([
  // CLDR has संस्कृत भाषा.
  ['san', 'संस्कृत'],
  // CLDR has Indonesia.
  ['ind', 'Bahasa Indonesia'],
]);

/** Names that shops use as well as those of CLDR. */
const otherNames = new Map([
  // CLDR has Bangla.
  ['ben', 'Bengali'],
  // CLDR has हिन्दी.
  ['hin', 'हिंदी'],
]);

/**
 * Lists the languages of the shop's books, those with the most books first. Withdrawn books are not counted, but their
 * languages are listed too.
 */
export async function readLanguageNames(database: Database): Promise<string[]> {
  const rows = await database
    .select({ name: languages.name })
    .from(products)
    .innerJoin(languages, eq(products.languageId, languages.id))
    .where(eq(products.origin, 'shop'))
    .groupBy(languages.name)
    .orderBy(sql`count(*) filter (where ${products.withdrawnAt} is null) desc`, languages.name);
  return rows.map(({ name }) => name);
}

/**
 * Chooses the name for the ISO 639-2 code of a language: the first of `candidates` that is a name of the language in that
 * language itself, in English, in Marathi or in Hindi, according to CLDR or to the lists above. If there is none, the
 * name in the language itself, such as मराठी or Français, or the English one if CLDR lacks it. An unknown code is
 * returned unchanged.
 */
export function chooseLanguageName(code: string, candidates: readonly string[]): string {
  const ownName = commonNames.get(code) ?? findName(code, code) ?? findName(code, 'en') ?? code;
  const locales = [code, 'en', 'mr', 'hi'];
  const names = [ownName, otherNames.get(code), ...locales.map((locale) => findName(code, locale))];
  const foldedNames = new Set(names.map((name) => name?.toLowerCase()));
  return candidates.find((name) => foldedNames.has(normalizeName(name).toLowerCase())) ?? ownName;
}

/** Returns CLDR's name of a language; undefined if there is none or the code is malformed. */
function findName(code: string, locale: string): string | undefined {
  try {
    // For a locale that it does not support, Intl would use the server's own.
    if (Intl.DisplayNames.supportedLocalesOf(locale).length === 0) return undefined;
    const name = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(code);
    // CLDR writes names as in the middle of a sentence, such as français.
    return name?.replace(/^./u, (letter) => letter.toLocaleUpperCase(locale)).normalize('NFC');
  } catch {
    return undefined;
  }
}
