import { countingSort } from '../columns/row-order.ts';
import { findCloseWords, findDistantWords, type SearchField } from './search-fields.ts';
import type { SearchText, SearchWord } from './search-text.ts';
import { wordMatch } from './word-list.ts';

/** The rows that match a search. */
export interface RankedRows {
  /** In ascending order. */
  rows: Uint32Array;
  /** By row, the rank of its match, where 1 is the best; 0 if it does not match. */
  rankByRow: Uint16Array;
}

/** With fewer matches than fill a page, slips are forgiven. With more, they would only dilute the result. */
const minMatches = 20;

/**
 * A row in which words of the search are missing has at least this share of its letters, in words without slips that
 * do not continue a compound. Words shorter than `minCountedLetters` do not count: articles are in every second title.
 */
const minShareOfLetters = 0.4;
const minCountedLetters = 4;

/** Levels of a match, the best first. Matches of words follow, in the order of `wordMatch`. */
const [textIsName, textInWords, textAtBeginning, textInside, firstWordLevel] = [0, 1, 2, 3, 4];
const levelCount = firstWordLevel + wordMatch.twoSlips + 1;
/** Places of a match, the best first: the first word of the row's name, its name, its author, another field. */
const placeCount = 4;
const maxCountedSlips = 3;

export interface RankOptions {
  /** Rows that match by a number, such as an ISBN. */
  rowsByNumber?: readonly number[];
  /** The maximum number of names that are listed because they contain the text as written, for each field. */
  maxContaining?: number;
}

/**
 * Finds and ranks the rows that match a search (docs/search.md explains the order). All rows that contain the text as
 * written match. Others match if they contain each of its words. If there are few, slips are forgiven; if there are
 * none, words may be missing.
 */
export function rankRows(
  fields: readonly SearchField[],
  rowCount: number,
  search: SearchText,
  { rowsByNumber = [], maxContaining }: RankOptions = {},
): RankedRows {
  const containing = findText(fields, rowCount, search, maxContaining);
  for (const row of rowsByNumber) containing[row] ||= placeCount;
  const words = search.words.map((word) => ({ word, scores: new Uint8Array(rowCount) }));
  const scoreWords = (findWords: typeof findCloseWords) => {
    for (const { word, scores } of words)
      for (const field of fields) scoreRows(field, word, findWords, search, scores);
  };
  scoreWords(findCloseWords);
  const closeMatches = listRanked(rankComplete(words, containing));
  if (closeMatches.rows.length >= minMatches) return closeMatches;
  scoreWords(findDistantWords);
  const matches = listRanked(rankComplete(words, containing));
  return matches.rows.length > 0 || words.length < 2 ? matches : listRanked(rankIncomplete(words, rowCount));
}

/** Where a row contains the text as written: 1 plus the place, `isName` if it is the row's whole name; 0 for nowhere. */
function findText(
  fields: readonly SearchField[],
  rowCount: number,
  search: SearchText,
  maxContaining: number | undefined,
): Uint8Array {
  const containing = new Uint8Array(rowCount);
  for (const { names, place, getRows } of fields.toReversed()) {
    for (const name of names.rowsContaining(search, maxContaining)) {
      if (getRows === null) containing[name] = names.isWhole(name, search) ? isName : 1 + place;
      else for (const row of getRows(name)) containing[row] = 1 + place;
    }
  }
  return containing;
}

const isName = placeCount + 1;

/** A word of a search, and how well it matches each row: 1 plus `match * placeCount + place`; 0 if it does not. */
interface ScoredWord {
  word: SearchWord;
  scores: Uint8Array;
}

/** Enters the matches of a word in a field, unless the row has a better one. */
function scoreRows(
  field: SearchField,
  word: SearchWord,
  findWords: typeof findCloseWords,
  search: SearchText,
  scores: Uint8Array,
): void {
  const { place, getRows } = field;
  const enter = (row: number, score: number) => {
    const current = scores[row] ?? 0;
    if (current === 0 || score < current) scores[row] = score;
  };
  findWords(field, word, search, (list, found, match) => {
    const score = 1 + match * placeCount + place;
    for (const occurrence of list.getPlaces(found)) {
      const name = occurrence >>> 1;
      if (getRows === null) enter(name, score + (occurrence & 1));
      else for (const row of getRows(name)) enter(row, score);
    }
  });
}

/** The ranks of rows that contain the text as written, or each of its words. */
function rankComplete(words: readonly ScoredWord[], containing: Uint8Array): Uint16Array {
  const ranks = new Uint16Array(containing.length);
  for (let row = 0; row < ranks.length; row += 1) {
    const textPlace = containing[row] ?? 0;
    if (textPlace === 0 && words[0]?.scores[row] === 0) continue;
    const worst = findWorstScore(words, row);
    if (textPlace > 0) ranks[row] = rankContaining(textPlace, worst);
    else if (worst > 0) ranks[row] = rankWords(words, row, worst);
  }
  return ranks;
}

/** The score of the word that matches a row least; 0 if one does not match. */
function findWorstScore(words: readonly ScoredWord[], row: number): number {
  let worst = 0;
  for (const { scores } of words) {
    const score = scores[row] ?? 0;
    if (score === 0) return 0;
    if (score > worst) worst = score;
  }
  return worst;
}

/** The rank of a row that contains the text as written. The score tells whether the text begins and ends with words. */
function rankContaining(textPlace: number, worstScore: number): number {
  if (textPlace === isName) return computeRank(0, 0, textIsName, 0);
  const match = getMatch(worstScore);
  if (worstScore === 0 || match > wordMatch.beginning) return computeRank(0, 0, textInside, textPlace - 1);
  return computeRank(0, 0, match === wordMatch.whole ? textInWords : textAtBeginning, getPlace(worstScore));
}

function rankWords(words: readonly ScoredWord[], row: number, worstScore: number): number {
  let [missing, slips] = [0, 0];
  for (const { scores } of words) {
    const score = scores[row] ?? 0;
    if (score === 0) missing += 1;
    else slips += Math.max(0, getMatch(score) - wordMatch.inside);
  }
  return computeRank(missing, slips, firstWordLevel + getMatch(worstScore), getPlace(worstScore));
}

/** The ranks of rows that contain enough words of the search. */
function rankIncomplete(words: readonly ScoredWord[], rowCount: number): Uint16Array {
  const counted = words.filter(({ word }) => word.letters >= minCountedLetters);
  const minLetters = counted.reduce((sum, { word }) => sum + word.letters, 0) * minShareOfLetters;
  const ranks = new Uint16Array(rowCount);
  for (let row = 0; row < rowCount; row += 1) {
    let letters = 0;
    let worst = 0;
    for (const { word, scores } of counted) {
      const score = scores[row] ?? 0;
      if (score === 0 || getMatch(score) >= wordMatch.inside) continue;
      letters += word.letters;
      if (score > worst) worst = score;
    }
    if (letters > 0 && letters >= minLetters) ranks[row] = rankWords(words, row, worst);
  }
  return ranks;
}

function getMatch(score: number): number {
  return Math.floor((score - 1) / placeCount);
}

function getPlace(score: number): number {
  return (score - 1) % placeCount;
}

function computeRank(missingWords: number, slips: number, level: number, place: number): number {
  const countedSlips = Math.min(slips, maxCountedSlips);
  return (
    1 + ((missingWords * (maxCountedSlips + 1) + countedSlips) * levelCount + level) * placeCount + place
  );
}

/** Whether a rank is that of a row that only a correction of the search finds: with slips, or with words missing. */
export function isCorrected(rank: number): boolean {
  return rank > levelCount * placeCount;
}

function listRanked(rankByRow: Uint16Array): RankedRows {
  let total = 0;
  for (const rank of rankByRow) if (rank !== 0) total += 1;
  const rows = new Uint32Array(total);
  let length = 0;
  for (let row = 0; length < total; row += 1) {
    if (rankByRow[row] === 0) continue;
    rows[length] = row;
    length += 1;
  }
  return { rows, rankByRow };
}

/** Sorts rows by rank, the best first; those of equal rank keep their order. */
export function orderByRank(rows: Uint32Array, rankByRow: Uint16Array): Uint32Array {
  const ranks = rows.map((row) => rankByRow[row] ?? 0);
  const maxRank = ranks.reduce((max, rank) => (rank > max ? rank : max), 0);
  const [positions] = countingSort(ranks, maxRank + 1);
  return positions.map((position) => rows[position] ?? 0);
}
