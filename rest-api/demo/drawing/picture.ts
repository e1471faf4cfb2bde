import type { TextBlock } from './fitting.ts';
import { element, short } from './markup.ts';
import type { Line } from './shaping.ts';

/** Where a line of text goes; `y` is its baseline. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly fill: string;
  readonly align?: 'start' | 'middle' | 'end';
}

/**
 * An SVG picture in the making. Text becomes outlines, for a picture in an `<img>` can load no font;
 * each glyph is drawn once and used wherever it occurs.
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

  /** Adds what is only drawn where it is referred to: patterns, clip paths. */
  define(markup: string): void {
    this.#definitions.push(markup);
  }

  /** Fills the whole picture. */
  cover(fill: string): void {
    this.add(element('path', { d: `M0 0H${this.width}V${this.height}H0z`, fill }));
  }

  write(line: Line, size: number, { x, y, fill, align = 'start' }: Spot): void {
    const scale = size / 1000;
    const left = x - line.width * scale * { start: 0, middle: 0.5, end: 1 }[align];
    const uses = line.glyphs.map((glyph) =>
      element('use', {
        href: `#${this.#glyphId(glyph.key, glyph.outline)}`,
        ...(Math.round(glyph.x) === 0 ? {} : { x: Math.round(glyph.x) }),
        ...(Math.round(glyph.y) === 0 ? {} : { y: Math.round(glyph.y) }),
      }),
    );
    const transform = `translate(${short(left)} ${short(y)}) scale(${short(scale, 4)} ${short(-scale, 4)})`;
    this.add(element('g', { transform, fill }, uses.join('')));
  }

  /** Writes a block whose box begins at `y`, and gives the box's end. */
  writeBlock(block: TextBlock, { y, ...spot }: Spot): number {
    for (const [index, line] of block.lines.entries()) {
      this.write(line, block.size, { ...spot, y: y + block.leading * (index + 0.76) });
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

  #glyphId(key: string, outline: string): string {
    const known = this.#glyphs.get(key);
    if (known !== undefined) return known.id;
    const id = `g${this.#glyphs.size.toString(36)}`;
    this.#glyphs.set(key, { id, outline });
    return id;
  }
}
