/** A language that books are written in. */
export interface BookLanguage {
  /** Its code of BCP 47. */
  code: string;
  /** The script it is written in, by its name in Unicode. */
  script: string;
  /** Its name in English, as the shop's records may give it. */
  english: string;
  /** Its names in itself, as the records may give it too. */
  own?: readonly string[];
}

const known: readonly BookLanguage[] = [
  { code: 'mr', script: 'Devanagari', english: 'Marathi', own: ['मराठी'] },
  { code: 'hi', script: 'Devanagari', english: 'Hindi', own: ['हिन्दी', 'हिंदी'] },
  { code: 'sa', script: 'Devanagari', english: 'Sanskrit', own: ['संस्कृत'] },
  { code: 'kok', script: 'Devanagari', english: 'Konkani', own: ['कोंकणी'] },
  { code: 'mai', script: 'Devanagari', english: 'Maithili', own: ['मैथिली'] },
  { code: 'ne', script: 'Devanagari', english: 'Nepali', own: ['नेपाली'] },
  { code: 'bn', script: 'Bengali', english: 'Bengali', own: ['বাংলা'] },
  { code: 'as', script: 'Bengali', english: 'Assamese', own: ['অসমীয়া'] },
  { code: 'gu', script: 'Gujarati', english: 'Gujarati', own: ['ગુજરાતી'] },
  { code: 'pa', script: 'Gurmukhi', english: 'Punjabi', own: ['ਪੰਜਾਬੀ'] },
  { code: 'or', script: 'Oriya', english: 'Odia', own: ['ଓଡ଼ିଆ'] },
  { code: 'ta', script: 'Tamil', english: 'Tamil', own: ['தமிழ்'] },
  { code: 'te', script: 'Telugu', english: 'Telugu', own: ['తెలుగు'] },
  { code: 'kn', script: 'Kannada', english: 'Kannada', own: ['ಕನ್ನಡ'] },
  { code: 'ml', script: 'Malayalam', english: 'Malayalam', own: ['മലയാളം'] },
  { code: 'ur', script: 'Arabic', english: 'Urdu', own: ['اردو'] },
  { code: 'sd', script: 'Arabic', english: 'Sindhi', own: ['سنڌي'] },
  { code: 'ar', script: 'Arabic', english: 'Arabic', own: ['العربية'] },
  { code: 'fa', script: 'Arabic', english: 'Persian', own: ['فارسی'] },
  { code: 'en', script: 'Latin', english: 'English' },
  { code: 'da', script: 'Latin', english: 'Danish', own: ['Dansk'] },
  { code: 'nl', script: 'Latin', english: 'Dutch', own: ['Nederlands'] },
  { code: 'fil', script: 'Latin', english: 'Filipino' },
  { code: 'fr', script: 'Latin', english: 'French', own: ['Français'] },
  { code: 'de', script: 'Latin', english: 'German', own: ['Deutsch'] },
  { code: 'id', script: 'Latin', english: 'Indonesian', own: ['Bahasa Indonesia'] },
  { code: 'it', script: 'Latin', english: 'Italian', own: ['Italiano'] },
  { code: 'no', script: 'Latin', english: 'Norwegian', own: ['Norsk'] },
  { code: 'pl', script: 'Latin', english: 'Polish', own: ['Polski'] },
  { code: 'pt', script: 'Latin', english: 'Portuguese', own: ['Português'] },
  { code: 'ro', script: 'Latin', english: 'Romanian', own: ['Română'] },
  { code: 'es', script: 'Latin', english: 'Spanish', own: ['Español'] },
  { code: 'sv', script: 'Latin', english: 'Swedish', own: ['Svenska'] },
  { code: 'tr', script: 'Latin', english: 'Turkish', own: ['Türkçe'] },
  { code: 'vi', script: 'Latin', english: 'Vietnamese', own: ['Tiếng Việt'] },
  { code: 'ru', script: 'Cyrillic', english: 'Russian', own: ['Русский'] },
  { code: 'zh', script: 'Han', english: 'Chinese', own: ['中文'] },
  { code: 'ja', script: 'Han', english: 'Japanese', own: ['日本語'] },
];

const byName = new Map(
  known.flatMap((language) => [language.english, ...(language.own ?? [])].map((name) => [name, language])),
);
const byOwnName = new Map(known.flatMap((language) => (language.own ?? []).map((name) => [name, language])));

/** The language the shop's records name, in English or in itself; undefined when the name says nothing. */
export function namedLanguage(name: string | undefined): BookLanguage | undefined {
  return name === undefined ? undefined : byName.get(name);
}

/** The language that a text is the name of, in itself: `हिन्दी` is Hindi. */
export function languageNamedInItself(text: string): BookLanguage | undefined {
  return byOwnName.get(text);
}

/**
 * Scripts that tell of a language when nothing else does, each of the one that most books in it are in.
 * Latin, Arabic and the like tell of none.
 */
const tellingScripts = new Map([
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

/** The code of the language that a text's script tells of; undefined when it tells of none. */
export function languageToldByScript(text: string): string | undefined {
  // Most names are in letters that tell nothing.
  if (!/[\u0900-\u0D7F]/.test(text)) return undefined;
  return [...tellingScripts].find(([script]) => isInScript(text, script))?.[1];
}

const patterns = new Map(
  ['Latin', ...tellingScripts.keys(), ...known.map(({ script }) => script)].map((script) => [
    script,
    new RegExp(`\\p{Script=${script}}`, 'u'),
  ]),
);

/** Whether a text has letters of a script, by its name in Unicode. */
export function isInScript(text: string, script: string): boolean {
  return patterns.get(script)?.test(text) === true;
}
