/** SVG attributes. Numbers are rounded to one decimal, which is finer than a screen can show. */
export type Attributes = Readonly<Record<string, string | number>>;

/** Serializes one SVG element. */
export function element(name: string, attributes: Attributes, children = ''): string {
  const serialized = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? formatNumber(value) : value}"`)
    .join('');
  return children === '' ? `<${name}${serialized}/>` : `<${name}${serialized}>${children}</${name}>`;
}

/** Formats a number with at most `decimals` decimals and without a leading zero. */
export function formatNumber(value: number, decimals = 1): string {
  return String(Number(value.toFixed(decimals))).replace(/^(-?)0\./, '$1.');
}

/** Formats path data from commands and numbers, such as `formatPath('M', 0, 0, 'L', 10, 5)`. */
export function formatPath(...parts: readonly (string | number)[]): string {
  return parts.map((part) => (typeof part === 'number' ? formatNumber(part) : part)).join(' ');
}

/** Draws a rectangle whose top left corner is the origin. */
export function drawRectangle(width: number, height: number, fill?: string): string {
  return element('path', { d: `M0 0H${width}V${height}H0z`, ...(fill !== undefined && { fill }) });
}

/** Draws a rectangle whose top left corner is at `x` and `y`. */
export function drawRectangleAt(
  x: number,
  y: number,
  width: number,
  height: number,
  attributes: Attributes,
): string {
  return element('rect', { x, y, width, height, ...attributes });
}

/** Draws equal circles centred on the points. */
export function drawDots(attributes: Attributes, ...points: readonly (readonly [number, number])[]): string {
  return points.map(([cx, cy]) => element('circle', { cx, cy, ...attributes })).join('');
}

/** Returns a point on a circle around the origin. 0 degrees is up; angles increase clockwise. */
export function getPointOnCircle(
  radius: number,
  degrees: number,
): { readonly x: number; readonly y: number } {
  const radians = ((degrees - 90) * Math.PI) / 180;
  return { x: radius * Math.cos(radians), y: radius * Math.sin(radians) };
}

/** Calls `draw` for `count` angles spread evenly around the origin, and joins the results. */
export function drawAround(count: number, draw: (degrees: number, index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw((360 / count) * index, index)).join('');
}

/** Translates and scales markup. */
export function place(x: number, y: number, scale: number, markup: string): string {
  return element(
    'g',
    { transform: `translate(${formatNumber(x)} ${formatNumber(y)}) scale(${formatNumber(scale, 3)})` },
    markup,
  );
}
