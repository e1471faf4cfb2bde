import { countingSort } from '../columns/row-order.ts';
import { findCloseWords, findDistantWords, type SearchField } from './search-fields.ts';
import type { SearchText, SearchWord } from './search-text.ts';
import { wordMatch } from './word-list.ts';

/** The rows that match a search. */
export interface RankedRows {
  /** In ascending order. */
  rows: Uint32Array;
  /** By row, the rank of its match, where 1 is the best; 0 if it does not match. */
  matchRankByRow: Uint16Array;
}

/** Less relevant matches, such as those with typos, are added only if fewer rows than this match closely. */
const minMatches = 20;

/**
 * A row that lacks words of the search matches if the words it has make up at least this share of the search's letters.
 * Words with typos and words inside compounds do not count, nor do words shorter than `minCountedLetters`: articles and
 * prepositions occur in too many titles.
 */
const minShareOfLetters = 0.4;
const minCountedLetters = 4;

/**
 * Levels of a match, the best first: the text is the whole name, consists of whole words of it, begins one of its words
 * or is inside a word. Matches of single words follow, in the order of `wordMatch`.
 */
const [textIsName, textIsWholeWords, textAtBeginning, textInside, minWordMatchLevel] = [0, 1, 2, 3, 4];
const levelCount = minWordMatchLevel + wordMatch.twoTypos + 1;
/**
 * Locations of a match, the best first: the first word of the row's name, another word of the name, the author or
 * another contributor, another field.
 */
const locationCount = 4;
const maxCountedTypos = 3;

interface RankOptions {
  /** Rows whose ISBN begins with the search, or whose shop code in place of an ISBN equals it. */
  isbnRows?: readonly number[];
  /**
   * Maximum number of names in each field that match because they contain the text as written. Further names that
   * contain it match only by their words.
   */
  maxNamesContainingText?: number;
}

/**
 * Finds and ranks the rows that match a search (docs/search.md explains the order). A row matches if it contains the
 * text as written, or each of its words. If there are few matches, less close matches of the words are added,
 * such as those with typos; if there are still none, words may be missing.
 */
export function rankRows(
  fields: readonly SearchField[],
  rowCount: number,
  search: SearchText,
  { isbnRows = [], maxNamesContainingText }: RankOptions = {},
): RankedRows {
  const textLocationByRow = locateText(fields, rowCount, search, maxNamesContainingText);
  for (const row of isbnRows) textLocationByRow[row] ||= locationCount;
  const words = search.words.map((word) => ({ word, scores: new Uint8Array(rowCount) }));
  const scoreWords = (findWords: typeof findCloseWords) => {
    for (const { word, scores } of words)
      for (const field of fields) scoreRows(field, word, findWords, search, scores);
  };
  scoreWords(findCloseWords);
  const closeMatches = listRankedRows(rankComplete(words, textLocationByRow));
  if (closeMatches.rows.length >= minMatches) return closeMatches;
  scoreWords(findDistantWords);
  const matches = listRankedRows(rankComplete(words, textLocationByRow));
  return matches.rows.length > 0 || words.length < 2
    ? matches
    : listRankedRows(rankIncomplete(words, rowCount));
}

/**
 * Returns, for each row, where it contains the text as written: 1 plus the location (0 for the row's name, whichever
 * word it is); `wholeName` if the text is the row's whole name; 0 if the row does not contain it.
 */
function locateText(
  fields: readonly SearchField[],
  rowCount: number,
  search: SearchText,
  maxNamesContainingText: number | undefined,
): Uint8Array {
  const textLocationByRow = new Uint8Array(rowCount);
  for (const { names, location, getRows } of fields.toReversed()) {
    for (const nameNumber of names.findRowsContaining(search, maxNamesContainingText)) {
      if (getRows === null)
        textLocationByRow[nameNumber] = names.equalsText(nameNumber, search) ? wholeName : 1 + location;
      else for (const row of getRows(nameNumber)) textLocationByRow[row] = 1 + location;
    }
  }
  return textLocationByRow;
}

const wholeName = locationCount + 1;

/**
 * A word of a search, and the score of its match in each row: 1 plus `match * locationCount + location`, where lower is
 * better; 0 if it does not match.
 */
interface ScoredWord {
  word: SearchWord;
  scores: Uint8Array;
}

/** Records how well a word matches each row in a field, unless the row already has a better match. */
function scoreRows(
  field: SearchField,
  word: SearchWord,
  findWords: typeof findCloseWords,
  search: SearchText,
  scores: Uint8Array,
): void {
  const { location, getRows } = field;
  const recordScore = (row: number, score: number) => {
    const current = scores[row] ?? 0;
    if (current === 0 || score < current) scores[row] = score;
  };
  findWords(field, word, search, (list, found, match) => {
    const score = 1 + match * locationCount + location;
    for (const occurrence of list.getOccurrences(found)) {
      const nameNumber = occurrence >>> 1;
      if (getRows === null) recordScore(nameNumber, score + (occurrence & 1));
      else for (const row of getRows(nameNumber)) recordScore(row, score);
    }
  });
}

/** Ranks the rows that contain the text as written, or each of its words. */
function rankComplete(words: readonly ScoredWord[], textLocationByRow: Uint8Array): Uint16Array {
  const ranks = new Uint16Array(textLocationByRow.length);
  for (let row = 0; row < ranks.length; row += 1) {
    const textLocation = textLocationByRow[row] ?? 0;
    if (textLocation === 0 && words[0]?.scores[row] === 0) continue;
    const worst = findWorstScore(words, row);
    if (textLocation > 0) ranks[row] = rankTextMatch(textLocation, worst);
    else if (worst > 0) ranks[row] = rankWordMatches(words, row, worst);
  }
  return ranks;
}

/** Returns the score of the word that matches a row worst; 0 if any word does not match. */
function findWorstScore(words: readonly ScoredWord[], row: number): number {
  let worst = 0;
  for (const { scores } of words) {
    const score = scores[row] ?? 0;
    if (score === 0) return 0;
    if (score > worst) worst = score;
  }
  return worst;
}

/** Ranks a row that contains the text as written. `worstScore` shows whether the text consists of whole words. */
function rankTextMatch(textLocation: number, worstScore: number): number {
  if (textLocation === wholeName) return computeRank(0, 0, textIsName, 0);
  const match = getMatch(worstScore);
  if (worstScore === 0 || match > wordMatch.prefix) return computeRank(0, 0, textInside, textLocation - 1);
  return computeRank(
    0,
    0,
    match === wordMatch.exact ? textIsWholeWords : textAtBeginning,
    getLocation(worstScore),
  );
}

function rankWordMatches(words: readonly ScoredWord[], row: number, worstScore: number): number {
  let [missing, typos] = [0, 0];
  for (const { scores } of words) {
    const score = scores[row] ?? 0;
    if (score === 0) missing += 1;
    else typos += Math.max(0, getMatch(score) - wordMatch.compound);
  }
  return computeRank(missing, typos, minWordMatchLevel + getMatch(worstScore), getLocation(worstScore));
}

/** Ranks the rows that contain enough words of the search. */
function rankIncomplete(words: readonly ScoredWord[], rowCount: number): Uint16Array {
  const counted = words.filter(({ word }) => word.letterCount >= minCountedLetters);
  const minLetters = counted.reduce((sum, { word }) => sum + word.letterCount, 0) * minShareOfLetters;
  const ranks = new Uint16Array(rowCount);
  for (let row = 0; row < rowCount; row += 1) {
    let letterCount = 0;
    let worst = 0;
    for (const { word, scores } of counted) {
      const score = scores[row] ?? 0;
      if (score === 0 || getMatch(score) >= wordMatch.compound) continue;
      letterCount += word.letterCount;
      if (score > worst) worst = score;
    }
    if (letterCount > 0 && letterCount >= minLetters) ranks[row] = rankWordMatches(words, row, worst);
  }
  return ranks;
}

function getMatch(score: number): number {
  return Math.floor((score - 1) / locationCount);
}

function getLocation(score: number): number {
  return (score - 1) % locationCount;
}

function computeRank(missingWords: number, typos: number, level: number, location: number): number {
  const countedTypos = Math.min(typos, maxCountedTypos);
  return (
    1 +
    ((missingWords * (maxCountedTypos + 1) + countedTypos) * levelCount + level) * locationCount +
    location
  );
}

/** Whether a row with this rank matches only with typos or missing words. */
export function hasTyposOrMissingWords(rank: number): boolean {
  return rank > levelCount * locationCount;
}

function listRankedRows(matchRankByRow: Uint16Array): RankedRows {
  const rows = new Uint32Array(matchRankByRow.length);
  let length = 0;
  for (let row = 0; row < matchRankByRow.length; row += 1) {
    if (matchRankByRow[row] === 0) continue;
    rows[length] = row;
    length += 1;
  }
  return { rows: rows.slice(0, length), matchRankByRow };
}

/** The row with the best rank, the first one if several have it; undefined if no row matches. */
export function findBestRow({ rows, matchRankByRow }: RankedRows): number | undefined {
  const getRank = (row: number) => matchRankByRow[row] ?? 0;
  let [best] = rows;
  for (const row of rows) if (best !== undefined && getRank(row) < getRank(best)) best = row;
  return best;
}

/** Sorts rows by rank, the best first; those of equal rank keep their order. */
export function orderByRank(rows: Uint32Array, matchRankByRow: Uint16Array): Uint32Array {
  const ranks = rows.map((row) => matchRankByRow[row] ?? 0);
  const maxRank = ranks.reduce((max, rank) => (rank > max ? rank : max), 0);
  const [positions] = countingSort(ranks, maxRank + 1);
  return positions.map((position) => rows[position] ?? 0);
}
