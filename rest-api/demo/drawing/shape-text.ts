import type { Glyph } from 'fontkit';
import { type FontFile, openFontFiles } from './fonts.ts';
import { formatNumber } from './markup.ts';

/** A positioned glyph of a line, in thousandths of the font size. The y axis points upwards. */
export interface PlacedGlyph {
  /** The same glyph of the same font has the same key. */
  readonly key: string;
  /** Path data. */
  readonly outline: string;
  readonly x: number;
  readonly y: number;
}

export interface Line {
  readonly glyphs: readonly PlacedGlyph[];
  /** In thousandths of the font size. */
  readonly width: number;
}

const outlines = new Map<string, string>();

/**
 * Shapes one line of Devanagari, Latin or both, with the font's conjuncts, vowel signs and kerning.
 * @param spacing Letter spacing in thousandths of the font size. For Latin only: Devanagari letters must stay connected.
 */
export function shapeLine(text: string, spacing = 0): Line {
  const glyphs: PlacedGlyph[] = [];
  let pen = 0;
  for (const run of splitRuns(replaceStraightQuotes(text), openFontFiles('normal'))) {
    const shaped = run.file.font.layout(run.text);
    for (const [index, glyph] of shaped.glyphs.entries()) {
      const position = shaped.positions[index];
      const key = `${run.file.name}-${glyph.id}`;
      glyphs.push({
        key,
        outline: readOutline(key, glyph),
        x: pen + (position?.xOffset ?? 0),
        y: position?.yOffset ?? 0,
      });
      pen += (position?.xAdvance ?? glyph.advanceWidth) + spacing;
    }
  }
  return { glyphs: glyphs.filter(({ outline }) => outline !== ''), width: pen - spacing };
}

/** Catalogues contain straight single quotes, but pictures use typographic ones. */
function replaceStraightQuotes(text: string): string {
  return text.replaceAll(/(^|\s)'/g, '$1‘').replaceAll("'", '’');
}

export interface Run {
  readonly file: FontFile;
  text: string;
}

/** Splits the text into runs, each of which can be rendered with one font file. */
export function splitRuns(text: string, files: readonly FontFile[]): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const codePoint = character.codePointAt(0) ?? 0;
    if (last?.file.font.hasGlyphForCodePoint(codePoint)) {
      last.text += character;
      continue;
    }
    const file = files.find(({ font }) => font.hasGlyphForCodePoint(codePoint));
    if (file === undefined) throw new Error(`No font has the character "${character}" in "${text}".`);
    runs.push({ file, text: character });
  }
  return runs;
}

/**
 * A glyph's outline in whole font units, which are thousandths of the font size in these fonts. Relative coordinates
 * need fewer bytes than absolute ones.
 */
function readOutline(key: string, glyph: Glyph): string {
  const cached = outlines.get(key);
  if (cached !== undefined) return cached;
  let [fromX, fromY, startX, startY] = [0, 0, 0, 0];
  const data = glyph.path.commands
    .map(({ command, args }) => {
      if (command === 'closePath') {
        [fromX, fromY] = [startX, startY];
        return 'z';
      }
      const points = args.map(Math.round);
      const moves = points.map((value, index) => value - (index % 2 === 0 ? fromX : fromY));
      [fromX = fromX, fromY = fromY] = points.slice(-2);
      if (command === 'moveTo') [startX, startY] = [fromX, fromY];
      return commandLetters[command] + moves.map((value) => formatNumber(value, 0)).join(' ');
    })
    .join('')
    .replaceAll(' -', '-');
  outlines.set(key, data);
  return data;
}

const commandLetters = { moveTo: 'm', lineTo: 'l', quadraticCurveTo: 'q', bezierCurveTo: 'c' } as const;
