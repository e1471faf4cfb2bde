import muktaDevanagari400 from './fonts/mukta-devanagari-400.woff2?url';
import muktaDevanagari600 from './fonts/mukta-devanagari-600.woff2?url';
import muktaLatin600 from './fonts/mukta-latin-600.woff2?url';
import muktaLatinExtended400 from './fonts/mukta-latin-ext-400.woff2?url';
import muktaLatinExtended600 from './fonts/mukta-latin-ext-600.woff2?url';
import tiroDevanagari400 from './fonts/tiro-devanagari-marathi-devanagari-400.woff2?url';
import tiroLatin400 from './fonts/tiro-devanagari-marathi-latin-400.woff2?url';
import tiroLatinExtended400 from './fonts/tiro-devanagari-marathi-latin-ext-400.woff2?url';

const devanagari = 'U+0900-097F, U+1CD0-1CF9, U+200C-200D, U+20A8, U+20F0, U+25CC, U+A830-A839, U+A8E0-A8FF';
const latin =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD';
const latinExtended =
  'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20A7, U+20A9-20AB, U+20AD-20B8, U+20BA-20C0, U+2113';
const rupeeSign = 'U+20B9';

const text = 'Mukta';
const title = 'Tiro Devanagari Marathi';
/**
 * The fonts that are added after the first paint. Until then, bold text is synthesized. The first paint already uses
 * one of the files under another family name: "Title Latin" on pages in Latin script, "Text Devanagari" on pages in
 * Devanagari (fonts.css). Every page needs the fonts with `isOnEveryPage`, even the Devanagari ones: for the names of
 * the shop and the languages in the header, and for the names of books.
 */
const fonts = [
  { family: title, weight: '400', url: tiroLatin400, range: latin, isOnEveryPage: true },
  { family: title, weight: '400', url: tiroLatinExtended400, range: latinExtended },
  {
    family: title,
    weight: '400',
    url: tiroDevanagari400,
    range: `${devanagari}, ${rupeeSign}`,
    isOnEveryPage: true,
  },
  { family: text, weight: '400', url: muktaLatinExtended400, range: latinExtended },
  { family: text, weight: '400', url: muktaDevanagari400, range: devanagari, isOnEveryPage: true },
  { family: text, weight: '600', url: muktaLatin600, range: `${latin}, ${rupeeSign}`, isOnEveryPage: true },
  { family: text, weight: '600', url: muktaLatinExtended600, range: latinExtended },
  { family: text, weight: '600', url: muktaDevanagari600, range: devanagari },
];

/**
 * Adds all fonts together once those on every page have been fetched, because the browser lays out the whole page
 * whenever fonts are added. The browser fetches the other fonts when a text needs them.
 */
export async function addRemainingFonts(): Promise<void> {
  const faces = await Promise.all(
    fonts.map(async ({ family, weight, url, range, isOnEveryPage = false }) => {
      const face = new FontFace(family, `url("${url}")`, { weight, unicodeRange: range, display: 'swap' });
      // A font that cannot be fetched is skipped by the browser.
      if (isOnEveryPage) await face.load().catch(() => undefined);
      return face;
    }),
  );
  for (const face of faces) document.fonts.add(face);
}
