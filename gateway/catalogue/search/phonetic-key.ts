import Sanscript from '@indic-transliteration/sanscript';

const devanagari = /\p{Script=Devanagari}/u;
/** So much of a text is sounded, in characters: more is no name, and would take its time. */
const longestText = 300;
/** The dot under a Devanagari letter, which Roman spelling hardly ever shows. */
const nukta = /\u093c/g;

/**
 * What Roman spellings of the same sound have in common, in the order they are applied. Marks are
 * those of ISO 15919 in decomposed form.
 */
const sameSound: ReadonlyArray<readonly [RegExp, string]> = [
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

/** Whether a text holds Devanagari letters. */
export function isDevanagari(text: string): boolean {
  return devanagari.test(text);
}

/**
 * What a text sounds like, the same for its Devanagari and its usual Roman spellings: long and
 * short vowels, aspirates, nasals, `v` and `w`, `s` and `sh` are one, and an `a` that is not spoken
 * is left out. Words are separated by single spaces: `श्यामची आई` and `Shyamchi Aai` give `syamci ai`.
 */
export function phoneticKey(text: string): string {
  const decomposed = text.slice(0, longestText).normalize('NFD').replace(nukta, '');
  const roman = isDevanagari(decomposed) ? Sanscript.t(decomposed, 'devanagari', 'iso') : decomposed;
  let key = roman.normalize('NFD').toLowerCase();
  for (const [spelling, sound] of sameSound) key = key.replace(spelling, sound);
  return withoutSilentA(key).replace(/ay(?=[^aeiou]|$)/g, 'ai');
}

/**
 * What a text sounds like when its last word goes on with a vowel, without that vowel: whether an `a`
 * is spoken depends on what follows it.
 */
export function phoneticPrefixKey(text: string): string {
  const endsInFrontVowel = /[ei]$/i.test(text);
  const next = /[\u0915-\u0939]\u093c?$/.test(text) ? '\u093f' : endsInFrontVowel ? 'u' : 'i';
  return phoneticKey(text + next).slice(0, -1);
}

/** Leaves out each `a` between single consonants that stand between vowels, from the left. */
function withoutSilentA(key: string): string {
  let spoken = '';
  for (let at = 0; at < key.length; at += 1) {
    const isSilent =
      key[at] === 'a' &&
      /[aeiou][^aeiou ]$/.test(spoken.slice(-2)) &&
      /^[^aeiou ][aeiou]/.test(key.slice(at + 1, at + 3));
    if (!isSilent) spoken += key[at];
  }
  return spoken;
}
