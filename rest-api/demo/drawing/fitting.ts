import { type Line, type Setting, setLine } from './shaping.ts';

/** Lines of one size, ready to be placed. */
export interface TextBlock {
  readonly lines: readonly Line[];
  readonly size: number;
  /** From baseline to baseline. */
  readonly leading: number;
  readonly height: number;
}

export interface Room extends Setting {
  readonly width: number;
  readonly height: number;
  readonly largest: number;
  readonly smallest: number;
}

/**
 * The text in the largest size that fits the room, in lines of about equal length.
 * @throws Error when it does not fit at the smallest size.
 */
export function fitText(text: string, room: Room): TextBlock {
  const words = wordsOf(text);
  const widths = new Map<string, number>();
  const measure = (words: readonly string[]) => {
    const joined = words.join(' ');
    const known = widths.get(joined) ?? setLine(joined, room).width;
    widths.set(joined, known);
    return known;
  };
  const leadingOf = (size: number) => size * (/\p{Script=Devanagari}/u.test(text) ? 1.28 : 1.14);
  for (let size = room.largest; size >= room.smallest; size -= 1) {
    const limit = (room.width / size) * 1000;
    const lines = balance(words, limit, measure);
    const height = leadingOf(size) * (lines?.length ?? Number.POSITIVE_INFINITY);
    if (lines === null || height > room.height) continue;
    return {
      lines: lines.map((words) => setLine(words.join(' '), room)),
      size,
      leading: leadingOf(size),
      height,
    };
  }
  throw new Error(`"${text}" does not fit ${room.width} × ${room.height} at size ${room.smallest}.`);
}

type Measure = (words: readonly string[]) => number;

/** As few lines as the limit allows, then as even as that number allows; null when a word is too long. */
function balance(words: readonly string[], limit: number, measure: Measure): string[][] | null {
  const fewest = fill(words, limit, measure);
  if (fewest === null) return null;
  let [best, low, high] = [fewest, 0, limit];
  for (let step = 0; step < 8; step += 1) {
    const middle = (low + high) / 2;
    const tried = fill(words, middle, measure);
    if (tried !== null && tried.length === fewest.length) [best, high] = [tried, middle];
    else low = middle;
  }
  return best;
}

function fill(words: readonly string[], limit: number, measure: Measure): string[][] | null {
  const lines: string[][] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && measure([...last, word]) <= limit) last.push(word);
    else if (measure([word]) <= limit) lines.push([word]);
    else return null;
  }
  return lines;
}

/** Small words stay with what they belong to, so that no line ends on "of the". */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const word of text.split(' ')) {
    const last = words.at(-1);
    if (last !== undefined && /^(.* )?(a|an|the|of|in|and|or|by|to|with|from)$/i.test(last)) {
      words[words.length - 1] = `${last} ${word}`;
    } else words.push(word);
  }
  return words;
}
