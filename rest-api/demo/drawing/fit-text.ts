import { type Line, shapeLine } from './shape-text.ts';

/** Shaped lines of one size. */
export interface TextBlock {
  readonly lines: readonly Line[];
  readonly size: number;
  /** From baseline to baseline. */
  readonly leading: number;
  readonly height: number;
}

export interface TextBox {
  readonly width: number;
  readonly height: number;
  readonly maxSize: number;
  readonly minSize: number;
}

/**
 * Breaks the text into lines of about equal length, at the largest size that fits the box.
 * @throws Error if it does not fit at the minimum size.
 */
export function fitText(text: string, box: TextBox): TextBlock {
  const words = splitIntoWords(text);
  const widths = new Map<string, number>();
  const measure = (words: readonly string[]) => {
    const joined = words.join(' ');
    const width = widths.get(joined) ?? shapeLine(joined).width;
    widths.set(joined, width);
    return width;
  };
  const computeLeading = (size: number) => size * (/\p{Script=Devanagari}/u.test(text) ? 1.28 : 1.14);
  for (let size = box.maxSize; size >= box.minSize; size -= 1) {
    const maxWidth = (box.width / size) * 1000;
    const lines = balanceLines(words, maxWidth, measure);
    const height = computeLeading(size) * (lines?.length ?? Number.POSITIVE_INFINITY);
    if (lines === null || height > box.height) continue;
    return {
      lines: lines.map((words) => shapeLine(words.join(' '))),
      size,
      leading: computeLeading(size),
      height,
    };
  }
  throw new Error(`"${text}" does not fit into ${box.width} × ${box.height} at size ${box.minSize}.`);
}

type Measure = (words: readonly string[]) => number;

/**
 * Breaks words into as few lines as possible, then makes these lines as narrow as possible. Null if a word is too long.
 */
function balanceLines(words: readonly string[], maxWidth: number, measure: Measure): string[][] | null {
  const minimalLines = breakLines(words, maxWidth, measure);
  if (minimalLines === null) return null;
  let [best, low, high] = [minimalLines, 0, maxWidth];
  for (let step = 0; step < 8; step += 1) {
    const middle = (low + high) / 2;
    const lines = breakLines(words, middle, measure);
    if (lines !== null && lines.length === minimalLines.length) [best, high] = [lines, middle];
    else low = middle;
  }
  return best;
}

function breakLines(words: readonly string[], maxWidth: number, measure: Measure): string[][] | null {
  const lines: string[][] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && measure([...last, word]) <= maxWidth) last.push(word);
    else if (measure([word]) <= maxWidth) lines.push([word]);
    else return null;
  }
  return lines;
}

/**
 * Splits a text into words. Words such as "of" and "the" stay with the next word, so that they don't end a line.
 */
function splitIntoWords(text: string): string[] {
  const words: string[] = [];
  for (const word of text.split(' ')) {
    const last = words.at(-1);
    if (last !== undefined && /^(.* )?(a|an|the|of|in|and|or|by|to|with|from)$/i.test(last)) {
      words[words.length - 1] = `${last} ${word}`;
    } else words.push(word);
  }
  return words;
}
