import { isDevanagari } from './phonetic-key.ts';

/** Apostrophes and joiners, which do not separate words and are removed from them. */
const ignoredInWords = /['\u2019\u02bc\u200c\u200d]/g;
const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;
/** A word, or words with hyphens between them, as in `Spider-Man`. */
const compoundPattern = /[\p{L}\p{M}\p{N}\u2010\u2011-]+/gu;
/** One letter with its vowel sign or accent, as in `J. R. R. Tolkien` and `पु. ल. देशपांडे`. */
const initialPattern = /^\p{L}\p{M}*$/u;

/** Splits folded text into words. Punctuation separates words; apostrophes do not: `o'neill` is one word. */
export function splitWords(text: string): string[] {
  return text.replace(ignoredInWords, '').match(wordPattern) ?? [];
}

/**
 * Lists the words by which a folded name is found: the words that it contains, then the words that readers type instead:
 * each run of initials as one word (`jrr` for `J. R. R.`), each compound with hyphens as one word (`spiderman`), and the
 * words for `&`.
 */
export function listSearchableWords(name: string): string[] {
  const words = splitWords(name);
  return [...words, ...joinInitials(words), ...joinHyphenated(name), ...spellAmpersand(name)];
}

function joinInitials(words: readonly string[]): string[] {
  const runs: string[] = [];
  let initials: string[] = [];
  for (const word of [...words, '']) {
    if (initialPattern.test(word)) {
      initials.push(word);
      continue;
    }
    if (initials.length > 1) runs.push(initials.join(''));
    initials = [];
  }
  return runs;
}

function joinHyphenated(name: string): string[] {
  const compounds = name.replace(ignoredInWords, '').match(compoundPattern) ?? [];
  return compounds
    .map(splitWords)
    .filter((words) => words.length > 1)
    .map((words) => words.join(''));
}

/** The word for `&` in Latin script, by which Devanagari names are found too. */
export const latinScriptAnd = 'and';

/** These words are added to names only: a search ignores `&`, so that it also finds names without it. */
function spellAmpersand(name: string): readonly string[] {
  if (!name.includes('&')) return [];
  return isDevanagari(name) ? ['आणि', 'और', latinScriptAnd] : [latinScriptAnd];
}
