import Sanscript from '@indic-transliteration/sanscript';

const devanagari = /\p{Script=Devanagari}/u;
/** Characters of a text that count for its key. Names are shorter, and transliteration is slow. */
const maxTextLength = 300;
/** The dot below a Devanagari letter, which Roman spellings hardly ever reproduce. */
const nukta = /\u093c/g;

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
  [/(.)\1+/gu, '$1'],
  [/(?<=[^aeiou ])ru/g, 'ri'],
  [/(?<=[^aeiou ])a(?= |$)/g, ''],
];

/** Whether a text contains Devanagari letters. */
export function isDevanagari(text: string): boolean {
  return devanagari.test(text);
}

/**
 * A key of how a text sounds, equal for its Devanagari and its usual Roman spellings. It does not
 * distinguish long from short vowels, aspirated from plain consonants, nasals, `v` from `w`, or `s` from
 * `sh`, and omits an `a` that is not spoken. Words are separated by single spaces: `श्यामची आई` and
 * `Shyamchi Aai` have the key `syamci ai`.
 */
export function phoneticKey(text: string): string {
  const decomposed = text.slice(0, maxTextLength).normalize('NFD').replace(nukta, '');
  const roman = isDevanagari(decomposed) ? Sanscript.t(decomposed, 'devanagari', 'iso') : decomposed;
  let key = roman.normalize('NFD').toLowerCase();
  for (const [spelling, sound] of spellingRules) key = key.replace(spelling, sound);
  return withoutSilentA(key).replace(/ay(?=[^aeiou]|$)/g, 'ai');
}

/**
 * The key of a text as the beginning of a longer one. Whether an `a` is spoken depends on what follows, so
 * the text is continued by a vowel, which is then removed from the key.
 */
export function phoneticPrefixKey(text: string): string {
  const endsInFrontVowel = /[ei]$/i.test(text);
  const next = /[\u0915-\u0939]\u093c?$/.test(text) ? '\u093f' : endsInFrontVowel ? 'u' : 'i';
  return phoneticKey(text + next).slice(0, -1);
}

/** Removes, from left to right, each `a` between two single consonants that stand between vowels. */
function withoutSilentA(key: string): string {
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
