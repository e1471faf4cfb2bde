import Sanscript from '@indic-transliteration/sanscript';

const devanagari = /\p{Script=Devanagari}/u;
/** Longer texts are truncated: transliteration is slow, and names are shorter. */
const maxTextLength = 300;
/** The dot below a Devanagari letter, which Roman spellings rarely reproduce. */
const nukta = /\u093c/g;

/** Letters that Unicode does not decompose into a base letter and accents, with their usual spellings in ASCII. */
const undecomposedLetters: ReadonlyMap<string, string> = new Map(
  Object.entries({ ø: 'o', ł: 'l', ß: 'ss', ı: 'i', æ: 'ae', œ: 'oe', đ: 'd', ð: 'd', þ: 'th' }),
);
const undecomposedPattern = /[øłßıæœđðþ]/g;

/**
 * Replacements that reduce Roman spellings of the same sound to one spelling. They are applied in this
 * order. Diacritics are those of ISO 15919 in decomposed form.
 */
const spellingRules: ReadonlyArray<readonly [RegExp, string]> = [
  [/r\u0325/g, 'ri'],
  [/m[\u0307\u0310\u0323]/g, 'n'],
  [/h\u0323/g, ''],
  [/[\u0027\u2019]|\p{M}/gu, ''],
  [/[^\p{L}\p{N}]+/gu, ' '],
  [/^ | $/g, ''],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/q/g, 'k'],
  [/f/g, 'p'],
  [/dny|gny|gy/g, 'jn'],
  [/([bcdgjklmnprst])h+/g, '$1'],
  [/m(?=[bp])/g, 'n'],
  [/ee/g, 'i'],
  [/oo/g, 'u'],
  [/ou/g, 'au'],
  [/(\p{L})\1+/gu, '$1'],
  [/(?<=[^aeiou ])ru/g, 'ri'],
  [/(?<=[^aeiou ])a(?= |$)/g, ''],
];

/** Whether a text contains Devanagari letters, signs or digits. */
export function isDevanagari(text: string): boolean {
  return devanagari.test(text);
}

/**
 * Returns a key for how a text sounds, the same for its Devanagari and its usual Roman spellings. The key ignores vowel
 * length, aspiration, and differences such as those between `n` and `ṇ`, `v` and `w`, or `s` and `sh`. It omits silent
 * schwas. Words are separated by single spaces: `श्यामची आई` and `Shyamchi Aai` have the key `syamci ai`.
 */
export function computePhoneticKey(text: string): string {
  const decomposed = text.slice(0, maxTextLength).normalize('NFD').replace(nukta, '');
  const latin = isDevanagari(decomposed) ? Sanscript.t(decomposed, 'devanagari', 'iso') : decomposed;
  let key = latin
    .normalize('NFD')
    .toLowerCase()
    .replace(undecomposedPattern, (letter) => undecomposedLetters.get(letter) ?? letter);
  for (const [spelling, sound] of spellingRules) key = key.replace(spelling, sound);
  return deleteSchwas(key).replace(/ay(?=[^aeiou]|$)/g, 'ai');
}

/**
 * Returns the key of a text that may be the beginning of a longer one. Whether a schwa is silent depends on
 * the letters after it, so a vowel is appended to the text and removed from its key.
 */
export function computePhoneticPrefixKey(text: string): string {
  // The vowel must not merge with the last letter: the spelling rules would reduce `ii` to `i`, and `ou` to `au`.
  const endsInFrontVowel = /[eiइईएऐ\u093f\u0940\u0947\u0948]$/i.test(text);
  const appendedVowel = /[\u0915-\u0939]\u093c?$/.test(text) ? '\u093f' : endsInFrontVowel ? 'u' : 'i';
  return computePhoneticKey(text + appendedVowel).slice(0, -1);
}

/**
 * Schwa deletion: removes, from left to right, each `a` that has a vowel and one consonant before it, and
 * one consonant and a vowel after it.
 */
function deleteSchwas(key: string): string {
  let spoken = '';
  for (let index = 0; index < key.length; index += 1) {
    const isSilent =
      key[index] === 'a' &&
      /[aeiou][^aeiou ]$/.test(spoken.slice(-2)) &&
      /^[^aeiou ][aeiou]/.test(key.slice(index + 1, index + 3));
    if (!isSilent) spoken += key[index];
  }
  return spoken;
}
