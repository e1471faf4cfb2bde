import type { TextBlock } from './fit-text.ts';
import { drawRectangle, element, formatNumber } from './markup.ts';
import type { Line } from './shape-text.ts';

/** Position, alignment and colour of text. `y` is the baseline of a line, or the top of a block. */
export interface TextPosition {
  readonly x: number;
  readonly y: number;
  readonly fill: string;
  readonly align?: 'start' | 'middle';
}

/**
 * Builds an SVG picture. Text is converted to outlines, since a picture in an `<img>` cannot load fonts. Each glyph is
 * defined once and referenced wherever it occurs.
 */
export class Picture {
  readonly width: number;
  readonly height: number;
  readonly #glyphs = new Map<string, { readonly id: string; readonly outline: string }>();
  readonly #definitions: string[] = [];
  readonly #parts: string[] = [];

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  add(...markup: readonly string[]): void {
    this.#parts.push(...markup);
  }

  /** Adds a definition that is only drawn where it is referenced, such as a pattern or a clip path. */
  define(markup: string): void {
    this.#definitions.push(markup);
  }

  /** Fills the whole picture. */
  fill(color: string): void {
    this.add(drawRectangle(this.width, this.height, color));
  }

  write(line: Line, size: number, { x, y, fill, align = 'start' }: TextPosition): void {
    const scale = size / 1000;
    const left = align === 'middle' ? x - (line.width * scale) / 2 : x;
    const uses = line.glyphs.map((glyph) =>
      element('use', {
        href: `#${this.#getGlyphId(glyph.key, glyph.outline)}`,
        ...(Math.round(glyph.x) === 0 ? {} : { x: Math.round(glyph.x) }),
        ...(Math.round(glyph.y) === 0 ? {} : { y: Math.round(glyph.y) }),
      }),
    );
    const transform = `translate(${formatNumber(left)} ${formatNumber(y)}) scale(${formatNumber(scale, 4)} ${formatNumber(-scale, 4)})`;
    this.add(element('g', { transform, fill }, uses.join('')));
  }

  /** Writes a block of text whose top is at `y`, and returns its bottom. */
  writeBlock(block: TextBlock, { y, ...position }: TextPosition): number {
    for (const [index, line] of block.lines.entries()) {
      // About three quarters of a line's height is above its baseline.
      this.write(line, block.size, { ...position, y: y + block.leading * (index + 0.76) });
    }
    return y + block.height;
  }

  toString(): string {
    const glyphs = [...this.#glyphs.values()].map(({ id, outline }) => element('path', { id, d: outline }));
    const definitions = [...this.#definitions, ...glyphs].join('');
    const body = (definitions === '' ? '' : element('defs', {}, definitions)) + this.#parts.join('');
    const viewBox = `0 0 ${this.width} ${this.height}`;
    const size = { width: this.width, height: this.height };
    return element('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox, ...size }, body);
  }

  #getGlyphId(key: string, outline: string): string {
    const existing = this.#glyphs.get(key);
    if (existing !== undefined) return existing.id;
    const id = `g${this.#glyphs.size.toString(36)}`;
    this.#glyphs.set(key, { id, outline });
    return id;
  }
}
