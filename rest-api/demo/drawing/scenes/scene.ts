import { formatNumber } from '../markup.ts';
import type { Palette } from '../palettes.ts';

/** Draws a scene, usually a landscape, that fills a box. Only the box, the palette and `random` determine the result. */
export type Scene = (
  box: { readonly width: number; readonly height: number },
  palette: Palette,
  random: () => number,
) => string;

/**
 * Formats the path data of the area between a smooth curve and `bottom`. The curve passes through points that are given
 * by their y coordinates; their x coordinates are equally spaced.
 */
export function formatContour(yCoordinates: readonly number[], width: number, bottom: number): string {
  const step = width / (yCoordinates.length - 1);
  const curves = yCoordinates.slice(1).map((y, index) => {
    const [x, previousY] = [step * (index + 1), yCoordinates[index] ?? y];
    const controlX = x - step / 2;
    return `C${formatNumber(controlX)} ${formatNumber(previousY)} ${formatNumber(controlX)} ${formatNumber(y)} ${formatNumber(x)} ${formatNumber(y)}`;
  });
  return `M0 ${formatNumber(yCoordinates[0] ?? bottom)}${curves.join('')}V${formatNumber(bottom)}H0z`;
}

/** Chooses the x coordinate of the sun or moon: near the middle or, on a slide, left or right of its label. */
export function chooseSunOrMoonX(width: number, height: number, random: () => number): number {
  const value = random();
  if (width < height * 2) return width * (0.3 + value * 0.4);
  return width * (value < 0.5 ? 0.17 + value * 0.12 : 0.71 + value * 0.12);
}
