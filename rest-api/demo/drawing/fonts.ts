import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import { z } from 'zod';
import { unpackWoff } from './sfnt.ts';

/** The shop's serif, upright or slanted. */
export type Style = 'normal' | 'italic';

/** One subset file of a face; together they hold Devanagari, English and romanised Sanskrit. */
export interface FontFile {
  /** Short and unique, for naming glyphs. */
  readonly name: string;
  readonly font: fontkit.Font;
}

const subsets = ['devanagari', 'latin', 'latin-ext'] as const;
const opened = new Map<Style, readonly FontFile[]>();

/**
 * The files of a face, opened once; first the one for Devanagari. WOFF, not WOFF2: fontkit cannot make the subset
 * of a WOFF2 font that a PDF embeds.
 */
export function fontFiles(style: Style): readonly FontFile[] {
  const known = opened.get(style);
  if (known !== undefined) return known;
  const files = subsets.map((subset) => ({
    name: `${style}-${subset}`,
    font: openFont(
      `@fontsource/tiro-devanagari-marathi/files/tiro-devanagari-marathi-${subset}-400-${style}.woff`,
    ),
  }));
  opened.set(style, files);
  return files;
}

function openFont(file: string): fontkit.Font {
  const font = fontkit.create(unpackWoff(readFileSync(createRequire(import.meta.url).resolve(file))));
  if ('fonts' in font) throw new Error(`A single font was expected, not a collection: ${file}`);
  mendContexts(font);
  return font;
}

const chainingContext = z.object({ version: z.literal(3), backtrackCoverage: z.array(z.unknown()) });
const layoutTable = z.object({
  lookupList: z.custom<{ toArray(): unknown[] }>(
    (list) => typeof list === 'object' && list !== null && 'toArray' in list,
  ),
});
const lookup = z.object({ subTables: z.array(z.unknown()) });
const extension = z.object({ extension: z.unknown() });

/**
 * OpenType lists the glyphs before a context nearest first; fontkit 2.0.4 reads them furthest first, so a
 * context of two or more never matches, and the anusvara of हिंदी and चिं falls onto the i-sign's arc.
 * Turning the lists round gives the positions that HarfBuzz gives.
 */
function mendContexts(font: fontkit.Font): void {
  for (const name of ['GPOS', 'GSUB']) {
    const table = layoutTable.safeParse(Reflect.get(font, name));
    const lookups = table.success ? table.data.lookupList.toArray() : [];
    for (const subTable of lookups.flatMap((entry) => lookup.parse(entry).subTables)) {
      const wrapped = extension.safeParse(subTable);
      const context: unknown = wrapped.success ? wrapped.data.extension : subTable;
      if (chainingContext.safeParse(context).success) reverseBacktrack(context);
    }
  }
}

/** In place: fontkit keeps the parsed table and has no other door to it. */
function reverseBacktrack(context: unknown): void {
  const coverage: unknown =
    typeof context === 'object' && context && Reflect.get(context, 'backtrackCoverage');
  if (Array.isArray(coverage)) coverage.reverse();
}
