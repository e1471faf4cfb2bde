import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { DemoProduct } from '../catalogue.ts';
import { type FontStyle, openFontFiles } from '../drawing/fonts.ts';
import { palettesByCategory } from '../drawing/palettes.ts';
import { splitRuns } from '../drawing/shape-text.ts';
import type { Sample, SampleSection } from './sample.ts';

type Document = PDFKit.PDFDocument;

/** A5, in points. */
const page = { width: 419.53, height: 595.28, left: 58, top: 58, bottom: 60 } as const;
const textWidth = page.width - 2 * page.left;
const ink = '#2b2622';
const headingHeight = 38;
const verseLeading = 17.5;
const paragraphOptions = { align: 'left', lineGap: 2.6, width: textWidth } as const;

/** Creates a small PDF with a title page and the sample's text. Fonts are embedded. The output is deterministic. */
export async function createSamplePdf(product: DemoProduct, sample: Sample): Promise<Uint8Array> {
  const document = new PDFDocument({
    size: 'A5',
    margins: { top: page.top, bottom: page.bottom, left: page.left, right: page.left },
    bufferPages: true,
    lang: languageTags[product.language] ?? 'en',
    displayTitle: true,
    info: {
      Title: `${product.productName} – ${product.author}`,
      Author: product.author,
      // Fixed, so that the output is deterministic.
      CreationDate: new Date('2026-01-01T00:00:00Z'),
    },
  });
  for (const style of ['normal', 'italic'] as const) {
    for (const { name, font } of openFontFiles(style)) document.registerFont(name, font);
  }
  writeTitlePage(document, product, sample);
  document.addPage();
  for (const [index, section] of sample.sections.entries()) writeSection(document, section, index === 0);
  writePageNumbers(document);
  document.end();
  return buffer(document);
}

const languageTags: Readonly<Record<string, string>> = {
  मराठी: 'mr',
  हिन्दी: 'hi',
  संस्कृत: 'sa',
  English: 'en',
};

function writeTitlePage(document: Document, product: DemoProduct, sample: Sample): void {
  const accent = palettesByCategory[product.category][0].ink;
  const { width, height } = page;
  document
    .lineWidth(1.2)
    .strokeColor(accent)
    .rect(34, 34, width - 68, height - 68)
    .stroke();
  document
    .lineWidth(0.4)
    .rect(39, 39, width - 78, height - 78)
    .stroke();
  let y = 190;
  for (const line of wrapText(product.productName, 30, textWidth - 24)) {
    writeCentredLine(document, line, { y, size: 30, color: accent });
    y += 42;
  }
  document
    .fillColor(accent)
    .path(`M${width / 2} ${y - 12}l5 5l-5 5l-5-5z`)
    .fill();
  writeCentredLine(document, product.author, { y: y + 34, size: 17 });
  for (const [index, line] of wrapText(sample.note, 10.5, textWidth - 30, 'italic').entries()) {
    writeCentredLine(document, line, { y: height - 150 + index * 15, size: 10.5, style: 'italic' });
  }
  writeCentredLine(document, product.publisher, { y: height - 82, size: 10 });
}

function writeSection(document: Document, { heading, kind, text }: SampleSection, isFirst: boolean): void {
  const blocks = text.trim().split('\n\n');
  const height = headingHeight + blocks.reduce((sum, block) => sum + measureBlock(document, kind, block), 0);
  const space = page.height - page.bottom - document.y;
  // A section that fits on one page is not split, and no heading is left alone at the bottom of a page.
  if (!isFirst && (height < page.height - page.bottom - page.top ? height > space : space < 160))
    document.addPage();
  writeCentredLine(document, heading, { y: document.y + 14, size: 17 });
  document.y += headingHeight;
  for (const block of blocks) (kind === 'verse' ? writeStanza : writeParagraph)(document, block);
  document.y += 16;
}

function measureBlock(document: Document, kind: SampleSection['kind'], block: string): number {
  if (kind === 'verse') return block.split('\n').length * verseLeading + 7;
  return document.font('normal-latin').fontSize(11).heightOfString(block, paragraphOptions) + 4;
}

/** Writes a stanza on one page: it is never split. */
function writeStanza(document: Document, stanza: string): void {
  const lines = stanza.split('\n');
  if (document.y + lines.length * verseLeading > page.height - page.bottom) document.addPage();
  const { y } = document;
  for (const [index, line] of lines.entries()) {
    writeCentredLine(document, line, { y: y + 13 + index * verseLeading, size: 13 });
  }
  document.y = y + lines.length * verseLeading + 7;
}

/** Writes a paragraph. It is not justified, because lines this short would have wide gaps without hyphenation. */
function writeParagraph(document: Document, paragraph: string): void {
  // Underscores enclose words in italics. pdfkit drops a space at the start of continued text, so the space after these
  // words becomes part of the italics.
  const parts = paragraph.replaceAll(/_(\w+)_ /g, '_$1 _').split('_');
  document.fillColor(ink).fontSize(11);
  for (const [index, part] of parts.entries()) {
    document.font(index % 2 === 1 ? 'italic-latin' : 'normal-latin');
    const options = { ...paragraphOptions, continued: index < parts.length - 1 };
    if (index === 0) document.text(part, page.left, document.y, options);
    else document.text(part, options);
  }
  document.y += 4;
}

interface LineOptions {
  /** The baseline. */
  readonly y: number;
  readonly size: number;
  readonly style?: FontStyle;
  readonly color?: string;
}

/** Writes one centred line of Devanagari, English or both. The document's text position does not change. */
function writeCentredLine(document: Document, text: string, options: LineOptions): void {
  const { y, size, style = 'normal', color = ink } = options;
  const textPosition = { x: document.x, y: document.y };
  let x = (page.width - measureWidth(text, size, style)) / 2;
  for (const run of splitRuns(text, openFontFiles(style))) {
    document.font(run.file.name).fontSize(size).fillColor(color);
    document.text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic' });
    x += (run.file.font.layout(run.text).advanceWidth * size) / 1000;
  }
  document.x = textPosition.x;
  document.y = textPosition.y;
}

function measureWidth(text: string, size: number, style: FontStyle): number {
  const widths = splitRuns(text, openFontFiles(style)).map(
    (run) => run.file.font.layout(run.text).advanceWidth,
  );
  return (widths.reduce((sum, width) => sum + width, 0) * size) / 1000;
}

function wrapText(text: string, size: number, width: number, style: FontStyle = 'normal'): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && measureWidth(longer, size, style) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Writes the page number on every page except the title page. */
function writePageNumbers(document: Document): void {
  const { start, count } = document.bufferedPageRange();
  for (let index = start + 1; index < start + count; index += 1) {
    document.switchToPage(index);
    writeCentredLine(document, String(index + 1), { y: page.height - 42, size: 9.5 });
  }
}
