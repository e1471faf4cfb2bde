import { fold } from './fold.ts';
import { computePhoneticKey, computePhoneticPrefixKey, isDevanagari } from './phonetic-key.ts';
import { listSynonyms } from './synonyms.ts';
import { splitWords } from './words.ts';

export type Script = 'devanagari' | 'latin';

/** Maximum length of a client's search text. */
export const maxSearchCharacters = 200;
/** Maximum number of words that are matched one by one. Further words are ignored. */
const maxWords = 8;
/** Longer words count as this many letters. */
const maxLetters = 20;
/** A shorter key matches too many words to be useful by itself. */
const minSingleKeyLength = 2;
/** A short key of a long word says too little about how it begins: `qqqqzzz` has the key `kj`. */
const minLettersOfLongWord = 6;
const minPrefixKeyLengthOfLongWord = 3;

/** One spelling to look for. */
export interface SearchTerm {
  /** Folded text without spaces. */
  text: string;
  /** The number of letters in `text`, see `countLetters`. */
  letterCount: number;
  script: Script;
  /** The phonetic key of `text`. */
  key: string;
  /** If a word begins with `text`, its phonetic key begins with one of these. Empty if they say too little. */
  prefixKeys: readonly string[];
  /** `joined`: several words of the search as one. `synonym`: another word for the same collections. */
  kind: 'word' | 'joined' | 'synonym';
}

/** A word of a search, and the terms to look for. */
export interface SearchWord {
  text: string;
  letterCount: number;
  terms: readonly SearchTerm[];
}

/** A folded text to search for, as written and word by word. */
export class SearchText {
  readonly text: string;
  readonly bytes: Uint8Array;
  /** Distinct words; empty if the text has no letters or digits. */
  readonly words: readonly SearchWord[];
  /** Whether the text has no words, or a single word that is too short to be compared by sound. */
  readonly isTooShortToCompareBySound: boolean;

  constructor(text: string) {
    this.text = text;
    this.bytes = Buffer.from(text);
    this.words = createWords(listMatchedWords(text));
    const [first, ...others] = this.words;
    this.isTooShortToCompareBySound =
      others.length === 0 && (first?.terms[0]?.key.length ?? 0) < minSingleKeyLength;
  }
}

/** The words of a folded text that are matched one by one. */
function listMatchedWords(text: string): string[] {
  return [...new Set(splitWords(text))].slice(0, maxWords);
}

/** The number of words of a client's search text that are matched one by one. The text may be longer than permitted. */
export function countMatchedWords(search: string): number {
  return listMatchedWords(fold(search.slice(0, maxSearchCharacters))).length;
}

function createWords(words: readonly string[]): SearchWord[] {
  const terms = words.map((word) => createTerm(word, 'word'));
  const joinedTerms = terms.slice(1).map((_, index) => createJoinedTerm(terms.slice(index, index + 2)));
  // More than two words are also joined into one: बनगरवाडी is Ban Gar Wadi.
  const allJoined = words.length > 2 ? [createJoinedTerm(terms)] : [];
  return terms.map((term, index) => {
    const { text, letterCount } = term;
    const joined = joinedTerms.slice(Math.max(0, index - 1), index + 1);
    return { text, letterCount, terms: [term, ...joined, ...allJoined, ...createSynonymTerms(text)] };
  });
}

/** Caches the terms of synonyms: there are few, and computing their phonetic keys is slow. */
const synonymTerms = new Map<string, SearchTerm>();

function createSynonymTerms(word: string): SearchTerm[] {
  return listSynonyms(word).map((synonym) => {
    const term = synonymTerms.get(synonym) ?? createTerm(synonym, 'synonym');
    synonymTerms.set(synonym, term);
    return term;
  });
}

function createTerm(text: string, kind: SearchTerm['kind']): SearchTerm {
  const key = computePhoneticKey(text);
  const letterCount = countLetters(text);
  return {
    text,
    letterCount,
    script: isDevanagari(text) ? 'devanagari' : 'latin',
    key,
    prefixKeys: selectPrefixKeys([key, computePhoneticPrefixKey(text)], letterCount),
    kind,
  };
}

/** Latin spellings may separate what Devanagari writes as one word: गीतारहस्य is Geeta Rahasya. */
function createJoinedTerm(words: readonly SearchTerm[]): SearchTerm {
  const joinKeys = (terms: readonly SearchTerm[]) => terms.map(({ key }) => key).join('');
  const key = joinKeys(words);
  const prefixKey = joinKeys(words.slice(0, -1)) + computePhoneticPrefixKey(words.at(-1)?.text ?? '');
  const term = createTerm(words.map(({ text }) => text).join(''), 'joined');
  return { ...term, prefixKeys: selectPrefixKeys([...term.prefixKeys, key, prefixKey], term.letterCount) };
}

/**
 * Removes keys that begin with another key, because the shorter key finds the same words. The longest key decides
 * whether they are specific enough, because the shortest one may lack the final vowel.
 */
function selectPrefixKeys(keys: readonly string[], letterCount: number): string[] {
  const maxLength = Math.max(...keys.map(({ length }) => length));
  if (letterCount >= minLettersOfLongWord && maxLength < minPrefixKeyLengthOfLongWord) return [];
  return [...new Set(keys)].filter(
    (key) => key !== '' && !keys.some((other) => other !== '' && other !== key && key.startsWith(other)),
  );
}

/** Counts letters, up to `maxLetters`. In Latin script, accents do not count. In Devanagari, vowel signs do. */
function countLetters(text: string): number {
  const letters = isDevanagari(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '');
  return Math.min(Array.from(letters).length, maxLetters);
}
