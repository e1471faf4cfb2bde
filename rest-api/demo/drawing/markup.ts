/** SVG attributes; numbers are written with one decimal at most, which is finer than a screen shows. */
export type Attributes = Readonly<Record<string, string | number>>;

/** One SVG element as text. */
export function element(name: string, attributes: Attributes, children = ''): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? short(value) : value}"`)
    .join('');
  return children === '' ? `<${name}${written}/>` : `<${name}${written}>${children}</${name}>`;
}

/** A number with at most `decimals` decimals and no needless zero. */
export function short(value: number, decimals = 1): string {
  const rounded = Number(value.toFixed(decimals));
  // Never "-0".
  return String(rounded === 0 ? 0 : rounded).replace(/^(-?)0\./, '$1.');
}

/** Path data from commands and numbers, e.g. `line('M', 0, 0, 'L', 10, 5)`. */
export function line(...parts: readonly (string | number)[]): string {
  return parts.map((part) => (typeof part === 'number' ? short(part) : part)).join(' ');
}

/** A point on a circle round the origin; 0 degrees is up, clockwise. */
export function polar(radius: number, degrees: number): { readonly x: number; readonly y: number } {
  const radians = ((degrees - 90) * Math.PI) / 180;
  return { x: radius * Math.cos(radians), y: radius * Math.sin(radians) };
}

/** `count` copies of what `draw` makes, turned evenly round the origin. */
export function ring(count: number, draw: (degrees: number, index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw((360 / count) * index, index)).join('');
}

/** Markup moved to a place and scaled there. */
export function place(x: number, y: number, scale: number, markup: string): string {
  return element('g', { transform: `translate(${short(x)} ${short(y)}) scale(${short(scale, 3)})` }, markup);
}
