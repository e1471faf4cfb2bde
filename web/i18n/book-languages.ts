/** A language that books are written in. */
export interface BookLanguage {
  /** The BCP 47 code. */
  code: string;
  /** The Unicode name of its script. */
  script: string;
  /** The English name, which the catalogue may use. */
  english: string;
  /** The names in the language itself, which the catalogue may use too. */
  ownNames?: readonly string[];
}

/**
 * A table, not `Intl.DisplayNames`: Chromium has no own names for Sanskrit, Maithili, Nepali, Assamese and Odia, so server
 * and browser would mark the same title differently, and it calls Bengali 'Bangla'.
 */
const bookLanguages: readonly BookLanguage[] = [
  { code: 'mr', script: 'Devanagari', english: 'Marathi', ownNames: ['मराठी'] },
  { code: 'hi', script: 'Devanagari', english: 'Hindi', ownNames: ['हिन्दी', 'हिंदी'] },
  { code: 'sa', script: 'Devanagari', english: 'Sanskrit', ownNames: ['संस्कृत'] },
  { code: 'kok', script: 'Devanagari', english: 'Konkani', ownNames: ['कोंकणी'] },
  { code: 'mai', script: 'Devanagari', english: 'Maithili', ownNames: ['मैथिली'] },
  { code: 'ne', script: 'Devanagari', english: 'Nepali', ownNames: ['नेपाली'] },
  { code: 'bn', script: 'Bengali', english: 'Bengali', ownNames: ['বাংলা'] },
  { code: 'as', script: 'Bengali', english: 'Assamese', ownNames: ['অসমীয়া'] },
  { code: 'gu', script: 'Gujarati', english: 'Gujarati', ownNames: ['ગુજરાતી'] },
  { code: 'pa', script: 'Gurmukhi', english: 'Punjabi', ownNames: ['ਪੰਜਾਬੀ'] },
  { code: 'or', script: 'Oriya', english: 'Odia', ownNames: ['ଓଡ଼ିଆ'] },
  { code: 'ta', script: 'Tamil', english: 'Tamil', ownNames: ['தமிழ்'] },
  { code: 'te', script: 'Telugu', english: 'Telugu', ownNames: ['తెలుగు'] },
  { code: 'kn', script: 'Kannada', english: 'Kannada', ownNames: ['ಕನ್ನಡ'] },
  { code: 'ml', script: 'Malayalam', english: 'Malayalam', ownNames: ['മലയാളം'] },
  { code: 'ur', script: 'Arabic', english: 'Urdu', ownNames: ['اردو'] },
  { code: 'sd', script: 'Arabic', english: 'Sindhi', ownNames: ['سنڌي'] },
  { code: 'ar', script: 'Arabic', english: 'Arabic', ownNames: ['العربية'] },
  { code: 'fa', script: 'Arabic', english: 'Persian', ownNames: ['فارسی'] },
  { code: 'en', script: 'Latin', english: 'English' },
  { code: 'da', script: 'Latin', english: 'Danish', ownNames: ['Dansk'] },
  { code: 'nl', script: 'Latin', english: 'Dutch', ownNames: ['Nederlands'] },
  { code: 'fil', script: 'Latin', english: 'Filipino' },
  { code: 'fr', script: 'Latin', english: 'French', ownNames: ['Français'] },
  { code: 'de', script: 'Latin', english: 'German', ownNames: ['Deutsch'] },
  { code: 'id', script: 'Latin', english: 'Indonesian', ownNames: ['Bahasa Indonesia'] },
  { code: 'it', script: 'Latin', english: 'Italian', ownNames: ['Italiano'] },
  { code: 'no', script: 'Latin', english: 'Norwegian', ownNames: ['Norsk'] },
  { code: 'pl', script: 'Latin', english: 'Polish', ownNames: ['Polski'] },
  { code: 'pt', script: 'Latin', english: 'Portuguese', ownNames: ['Português'] },
  { code: 'ro', script: 'Latin', english: 'Romanian', ownNames: ['Română'] },
  { code: 'es', script: 'Latin', english: 'Spanish', ownNames: ['Español'] },
  { code: 'sv', script: 'Latin', english: 'Swedish', ownNames: ['Svenska'] },
  { code: 'tr', script: 'Latin', english: 'Turkish', ownNames: ['Türkçe'] },
  { code: 'vi', script: 'Latin', english: 'Vietnamese', ownNames: ['Tiếng Việt'] },
  { code: 'ru', script: 'Cyrillic', english: 'Russian', ownNames: ['Русский'] },
  { code: 'zh', script: 'Han', english: 'Chinese', ownNames: ['中文'] },
  { code: 'ja', script: 'Han', english: 'Japanese', ownNames: ['日本語'] },
];

const byName = new Map(
  bookLanguages.flatMap((language) =>
    [language.english, ...(language.ownNames ?? [])].map((name) => [name, language]),
  ),
);
const byOwnName = new Map(
  bookLanguages.flatMap((language) => (language.ownNames ?? []).map((name) => [name, language])),
);

/** Finds a language by its English name or its own name. */
export function findLanguageByName(name: string | undefined): BookLanguage | undefined {
  return name === undefined ? undefined : byName.get(name);
}

/** Finds a language by its own name only: `हिन्दी` is Hindi. */
export function findLanguageByOwnName(text: string): BookLanguage | undefined {
  return byOwnName.get(text);
}

/** The main language of scripts that are used mostly by one language. Latin, Arabic and others are not. */
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
  // Fast path: most names are in Latin letters.
  if (!/[\u0900-\u0D7F]/.test(text)) return undefined;
  return [...mainLanguages].find(([script]) => isInScript(text, script))?.[1];
}

const scriptPatterns = new Map(
  ['Latin', ...mainLanguages.keys(), ...bookLanguages.map(({ script }) => script)].map((script) => [
    script,
    new RegExp(`\\p{Script=${script}}`, 'u'),
  ]),
);

/** Whether a text contains letters of a script, given by its Unicode name. */
export function isInScript(text: string, script: string): boolean {
  return scriptPatterns.get(script)?.test(text) === true;
}
