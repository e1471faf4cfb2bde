import { memoize } from '#web/memoize.ts';

/** A language that books are written in. */
interface BookLanguage {
  /** The BCP 47 code. */
  code: string;
  /** The Unicode name of its script. */
  script: string;
  /** The English name, which the catalogue may use. */
  english: string;
  /** The names in the language itself, which the catalogue may also use. */
  nativeNames?: readonly string[];
}

/**
 * A table, not `Intl.DisplayNames`, which calls Bengali 'Bangla'. In Chromium, it also has no native names for Sanskrit,
 * Maithili, Nepali, Assamese and Odia, so server and browser would render different `lang` attributes for the same title.
 */
const bookLanguages: readonly BookLanguage[] = [
  { code: 'mr', script: 'Devanagari', english: 'Marathi', nativeNames: ['मराठी'] },
  { code: 'hi', script: 'Devanagari', english: 'Hindi', nativeNames: ['हिन्दी', 'हिंदी'] },
  { code: 'sa', script: 'Devanagari', english: 'Sanskrit', nativeNames: ['संस्कृत'] },
  { code: 'kok', script: 'Devanagari', english: 'Konkani', nativeNames: ['कोंकणी'] },
  { code: 'mai', script: 'Devanagari', english: 'Maithili', nativeNames: ['मैथिली'] },
  { code: 'ne', script: 'Devanagari', english: 'Nepali', nativeNames: ['नेपाली'] },
  { code: 'bn', script: 'Bengali', english: 'Bengali', nativeNames: ['বাংলা'] },
  { code: 'as', script: 'Bengali', english: 'Assamese', nativeNames: ['অসমীয়া'] },
  { code: 'gu', script: 'Gujarati', english: 'Gujarati', nativeNames: ['ગુજરાતી'] },
  { code: 'pa', script: 'Gurmukhi', english: 'Punjabi', nativeNames: ['ਪੰਜਾਬੀ'] },
  { code: 'or', script: 'Oriya', english: 'Odia', nativeNames: ['ଓଡ଼ିଆ'] },
  { code: 'ta', script: 'Tamil', english: 'Tamil', nativeNames: ['தமிழ்'] },
  { code: 'te', script: 'Telugu', english: 'Telugu', nativeNames: ['తెలుగు'] },
  { code: 'kn', script: 'Kannada', english: 'Kannada', nativeNames: ['ಕನ್ನಡ'] },
  { code: 'ml', script: 'Malayalam', english: 'Malayalam', nativeNames: ['മലയാളം'] },
  { code: 'ur', script: 'Arabic', english: 'Urdu', nativeNames: ['اردو'] },
  { code: 'sd', script: 'Arabic', english: 'Sindhi', nativeNames: ['سنڌي'] },
  { code: 'ar', script: 'Arabic', english: 'Arabic', nativeNames: ['العربية'] },
  { code: 'fa', script: 'Arabic', english: 'Persian', nativeNames: ['فارسی'] },
  { code: 'en', script: 'Latin', english: 'English' },
  { code: 'da', script: 'Latin', english: 'Danish', nativeNames: ['Dansk'] },
  { code: 'nl', script: 'Latin', english: 'Dutch', nativeNames: ['Nederlands'] },
  { code: 'fil', script: 'Latin', english: 'Filipino' },
  { code: 'fr', script: 'Latin', english: 'French', nativeNames: ['Français'] },
  { code: 'de', script: 'Latin', english: 'German', nativeNames: ['Deutsch'] },
  { code: 'id', script: 'Latin', english: 'Indonesian', nativeNames: ['Bahasa Indonesia'] },
  { code: 'it', script: 'Latin', english: 'Italian', nativeNames: ['Italiano'] },
  { code: 'no', script: 'Latin', english: 'Norwegian', nativeNames: ['Norsk'] },
  { code: 'pl', script: 'Latin', english: 'Polish', nativeNames: ['Polski'] },
  { code: 'pt', script: 'Latin', english: 'Portuguese', nativeNames: ['Português'] },
  { code: 'ro', script: 'Latin', english: 'Romanian', nativeNames: ['Română'] },
  { code: 'es', script: 'Latin', english: 'Spanish', nativeNames: ['Español'] },
  { code: 'sv', script: 'Latin', english: 'Swedish', nativeNames: ['Svenska'] },
  { code: 'tr', script: 'Latin', english: 'Turkish', nativeNames: ['Türkçe'] },
  { code: 'vi', script: 'Latin', english: 'Vietnamese', nativeNames: ['Tiếng Việt'] },
  { code: 'ru', script: 'Cyrillic', english: 'Russian', nativeNames: ['Русский'] },
  { code: 'zh', script: 'Han', english: 'Chinese', nativeNames: ['中文'] },
  { code: 'ja', script: 'Han', english: 'Japanese', nativeNames: ['日本語'] },
];

const byName = new Map(
  bookLanguages.flatMap((language) =>
    [language.english, ...(language.nativeNames ?? [])].map((name) => [name, language]),
  ),
);
const byNativeName = new Map(
  bookLanguages.flatMap((language) => (language.nativeNames ?? []).map((name) => [name, language])),
);

/** Finds a language by its English or native name. */
export function findLanguageByName(name: string | undefined): BookLanguage | undefined {
  return name === undefined ? undefined : byName.get(name);
}

/** Whether a language, given by its code, is written in Devanagari. */
export function usesDevanagari(code: string): boolean {
  return bookLanguages.some((language) => language.code === code && language.script === 'Devanagari');
}

/** Finds a language by its native name only: `हिन्दी` is Hindi. */
export function findLanguageByNativeName(text: string): BookLanguage | undefined {
  return byNativeName.get(text);
}

/** The language that is assumed for a text in each script. Latin, Arabic and others have none that is likely enough. */
const mainLanguages = new Map([
  ['Devanagari', 'mr'],
  ['Bengali', 'bn'],
  ['Gujarati', 'gu'],
  ['Gurmukhi', 'pa'],
  ['Oriya', 'or'],
  ['Tamil', 'ta'],
  ['Telugu', 'te'],
  ['Kannada', 'kn'],
  ['Malayalam', 'ml'],
]);

/** The code of the main language of a text's script; undefined for scripts without one. */
export function detectLanguageByScript(text: string): string | undefined {
  // Fast path for Latin and other scripts without a main language.
  if (!/[\u0900-\u0D7F]/.test(text)) return undefined;
  return [...mainLanguages].find(([script]) => containsScript(text, script))?.[1];
}

const getScriptPattern = memoize((script: string) => new RegExp(`\\p{Script=${script}}`, 'u'));

/** Whether a text contains characters of a script, given by its Unicode name. */
export function containsScript(text: string, script: string): boolean {
  return getScriptPattern(script).test(text);
}
