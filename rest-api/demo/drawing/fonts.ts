import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import { z } from 'zod';
import { unpackWoff } from './unpack-woff.ts';

/** A style of the shop's serif font: upright or italic. */
export type FontStyle = 'normal' | 'italic';

/** One subset of a font. Together, the subsets cover Devanagari, English and romanised Sanskrit. */
export interface FontFile {
  /** Unique, such as `italic-latin`. */
  readonly name: string;
  readonly font: fontkit.Font;
}

const subsets = ['devanagari', 'latin', 'latin-ext'] as const;
const openedFonts = new Map<FontStyle, readonly FontFile[]>();

/**
 * The font files of a style, Devanagari first. They are opened once. A PDF embeds only the glyphs that it uses, and
 * fontkit cannot extract these from WOFF2, so WOFF is used.
 */
export function openFontFiles(style: FontStyle): readonly FontFile[] {
  const opened = openedFonts.get(style);
  if (opened !== undefined) return opened;
  const files = subsets.map((subset) => ({
    name: `${style}-${subset}`,
    font: openFont(
      `@fontsource/tiro-devanagari-marathi/files/tiro-devanagari-marathi-${subset}-400-${style}.woff`,
    ),
  }));
  openedFonts.set(style, files);
  return files;
}

function openFont(file: string): fontkit.Font {
  const font = fontkit.create(unpackWoff(readFileSync(createRequire(import.meta.url).resolve(file))));
  if ('fonts' in font) throw new Error(`Expected a single font, not a collection: ${file}`);
  fixChainingContexts(font);
  return font;
}

const chainingContext = z.object({
  version: z.literal(3),
  backtrackCoverage: z.custom<unknown[]>(Array.isArray),
});
const layoutTable = z.object({
  lookupList: z.custom<{ toArray(): unknown[] }>(
    (list) => typeof list === 'object' && list !== null && 'toArray' in list,
  ),
});
const lookup = z.object({ subTables: z.array(z.unknown()) });
const extension = z.object({ extension: z.unknown() });

/**
 * Works around a bug in fontkit 2.0.4. OpenType lists the backtrack glyphs of a context nearest first, but fontkit
 * reads them furthest first, so the anusvara of हिंदी and चिं overlaps the arc of the i-sign. Reversing the lists gives
 * the same positions as HarfBuzz.
 */
function fixChainingContexts(font: fontkit.Font): void {
  for (const name of ['GPOS', 'GSUB']) {
    const table = layoutTable.safeParse(Reflect.get(font, name));
    const lookups = table.success ? table.data.lookupList.toArray() : [];
    for (const subTable of lookups.flatMap((entry) => lookup.parse(entry).subTables)) {
      const wrapped = extension.safeParse(subTable);
      const context: unknown = wrapped.success ? wrapped.data.extension : subTable;
      // In place, since fontkit has no API to replace the parsed table. zod does not copy custom values.
      chainingContext.safeParse(context).data?.backtrackCoverage.reverse();
    }
  }
}
