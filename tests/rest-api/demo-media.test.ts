import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoCatalogue } from '#rest-api/demo/catalogue.ts';
import { shapeLine } from '#rest-api/demo/drawing/shape-text.ts';
import { createDemoMedia } from '#rest-api/demo/media.ts';

let directory: string;
let files: readonly string[];

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'demo-media-'));
  await createDemoMedia(directory);
  files = await listFiles(directory);
}, 60_000);

afterAll(() => rm(directory, { recursive: true, force: true }));

describe('the demo media', () => {
  test('are exactly the files that the catalogue refers to', () => {
    expect([...files].sort()).toEqual([...listCatalogueFiles()].sort());
  });

  test('are small: images under 40 kB, PDFs under 100 kB, and all files together under 10 MB', async () => {
    const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(directory, file))).size));
    for (const [index, file] of files.entries()) {
      expect(sizes[index], file).toBeLessThan(file.endsWith('.svg') ? 40_000 : 100_000);
    }
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(10_000_000);
  });

  test('contain well-formed images without external resources', async () => {
    for (const file of files.filter((name) => name.endsWith('.svg'))) {
      const markup = await readFile(path.join(directory, file), 'utf8');
      expect(findUnclosedElements(markup), file).toEqual([]);
      // Browsers load no fonts, scripts or other resources for the SVG of an <img>.
      expect(markup, file).not.toMatch(/<(text|tspan|script|style|image|foreignObject)\b/);
      expect(markup.replace('xmlns="http://www.w3.org/2000/svg"', ''), file).not.toMatch(
        /https?:|NaN|undefined|Infinity/,
      );
      const ids = new Set([...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      const references = [...markup.matchAll(/(?:href="#|url\(#)([^")]+)/g)].map(([, id]) => id);
      expect(
        references.filter((id) => !ids.has(id)),
        file,
      ).toEqual([]);
    }
  }, 60_000);

  test('contain covers of 600 by 900, so that all cards have the same shape', async () => {
    for (const file of files.filter((name) => name.startsWith('covers/'))) {
      expect(await readFile(path.join(directory, file), 'utf8')).toMatch(/^<svg [^>]*viewBox="0 0 600 900"/);
    }
  });

  test('contain covers in different colours or layouts for consecutive books of a category', async () => {
    const previousColours = new Map<string, string>();
    for (const { category, productImages } of demoCatalogue.products) {
      if (productImages.image1 === undefined) continue;
      const file = productImages.image1.replace('/files/', '');
      const markup = await readFile(path.join(directory, file), 'utf8');
      // The layout determines which colours of the palette are used, so it affects this set too.
      const colours = [...new Set(markup.match(/#[0-9a-f]{6}/g))].toSorted().join(' ');
      expect(colours, file).not.toBe(previousColours.get(category));
      previousColours.set(category, colours);
    }
  });

  test('contain at least eight sample PDFs, each with three or more pages and embedded fonts', async () => {
    const samples = files.filter((name) => name.endsWith('.pdf'));
    expect(samples.length).toBeGreaterThanOrEqual(8);
    for (const file of samples) {
      const content = await readFile(path.join(directory, file), 'latin1');
      expect(content.slice(0, 5), file).toBe('%PDF-');
      expect(content.match(/\/Type \/Page\n/g)?.length, file).toBeGreaterThanOrEqual(3);
      expect(content, file).toContain('/FontFile2');
    }
  });

  test('are identical on every run, even after an interrupted one, and other files stay unchanged', async () => {
    const secondDirectory = await mkdtemp(path.join(tmpdir(), 'demo-media-'));
    try {
      await mkdir(path.join(secondDirectory, '.demo-media.tmp', 'covers'), { recursive: true });
      await writeFile(path.join(secondDirectory, '.demo-media.tmp', 'covers', 'half.svg'), '<svg');
      await mkdir(path.join(secondDirectory, 'covers'));
      await writeFile(path.join(secondDirectory, 'covers', '1.svg'), 'old');
      await writeFile(path.join(secondDirectory, 'own.txt'), 'unrelated');
      await createDemoMedia(secondDirectory);
      expect((await listFiles(secondDirectory)).toSorted()).toEqual([...files, 'own.txt'].toSorted());
      expect(await readFile(path.join(secondDirectory, 'own.txt'), 'utf8')).toBe('unrelated');
      for (const file of files) {
        const [first, second] = await Promise.all(
          [directory, secondDirectory].map((root) => readFile(path.join(root, file))),
        );
        expect(second?.equals(first ?? Buffer.of()), file).toBe(true);
      }
    } finally {
      await rm(secondDirectory, { recursive: true, force: true });
    }
  }, 60_000);
});

/** The expected glyph ids and positions are those of HarfBuzz 6.0 (`hb-shape --no-glyph-names`) for the same font. */
describe('Devanagari on covers', () => {
  test.each([
    ['श्यामची', '486@0,0 81@1002,0 60@1269,0 40@1881,0 86@2557,0'],
    ['ज्ञानेश्वरी', '242@0,0 81@617,0 54@884,0 97@1454,0 490@1454,0 62@2159,0 86@2553,0'],
    ['कर्ण', '35@0,0 49@763,0 112@1476,0'],
    ['मृत्युंजय', '60@0,0 93@612,0 311@612,0 89@1481,0 108@1341,0 42@1481,0 61@2216,0'],
    [
      'अभिज्ञानशाकुन्तलम्',
      '15@0,0 84@787,0 59@1054,0 242@1770,0 81@2387,0 54@2654,0 68@3224,0 81@3903,0 35@4170,0 89@4711,0 361@4933,0 64@5831,0 60@6496,0 105@7108,0',
    ],
    ['विद्या', '82@0,0 67@267,0 342@864,0 81@1522,0'],
    ['हिंदी', '82@0,0 71@267,0 108@801,57 52@799,0 86@1326,0'],
    ['चिंतामणि', '84@0,0 40@267,0 108@942,39 50@943,0 81@1516,0 60@1783,0 84@2395,0 49@2662,0'],
  ])('%s is shaped correctly', (word, expected) => {
    const shaped = shapeLine(word).glyphs.map(({ key, x, y }) => `${key.replace(/^.*-/, '')}@${x},${y}`);
    expect(shaped.join(' ')).toBe(expected);
  });
});

/** Parses XML that has only elements and attributes. Returns unclosed elements. Throws if the XML is malformed. */
function findUnclosedElements(markup: string): string[] {
  const open: string[] = [];
  const tag = /<(\/?)([A-Za-z]+)((?: [A-Za-z][\w:-]*="[^"<&]*")*)(\/?)>/y;
  while (tag.lastIndex < markup.length) {
    const position = tag.lastIndex;
    const match = tag.exec(markup);
    if (match === null)
      throw new Error(`Not an element at ${position}: ${markup.slice(position, position + 60)}`);
    const [, leadingSlash, name = '', attributes = '', trailingSlash] = match;
    const names = [...attributes.matchAll(/ ([\w:-]+)="/g)].map(([, attribute]) => attribute);
    if (new Set(names).size < names.length) throw new Error(`An attribute occurs twice in ${match[0]}`);
    if (leadingSlash === '/' && open.pop() !== name)
      throw new Error(`${match[0]} does not match a start tag at ${position}`);
    if (leadingSlash === '' && trailingSlash === '') open.push(name);
  }
  return open;
}

async function listFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

function listCatalogueFiles(): Set<string> {
  const { products, authors, publishers, categories, slides, marketingPosts } = demoCatalogue;
  const urls = [
    ...products.flatMap((p) => [p.thumbnailFile, p.pdfFile, ...Object.values(p.productImages)]),
    ...authors.map(({ thumbnailFile }) => thumbnailFile),
    ...publishers.map(({ thumbnailFile }) => thumbnailFile),
    ...categories.map(({ thumbnail }) => thumbnail),
    ...slides.flatMap((slide) => [slide.thumbnailFile, slide.thumbnailFileMr, slide.thumbnailFileHi]),
    ...marketingPosts.map(({ image }) => image),
  ].filter((url) => url != null);
  return new Set(urls.map((url) => url.replace(/^\/files\//, '')));
}
