import { short } from '../markup.ts';

/** A smooth line through points of even distance, filled down to `bottom`. */
export function contour(heights: readonly number[], width: number, bottom: number): string {
  const step = width / (heights.length - 1);
  const curves = heights.slice(1).map((y, index) => {
    const [x, before] = [step * (index + 1), heights[index] ?? y];
    const bend = x - step / 2;
    return `C${short(bend)} ${short(before)} ${short(bend)} ${short(y)} ${short(x)} ${short(y)}`;
  });
  return `M0 ${short(heights[0] ?? bottom)}${curves.join('')}V${short(bottom)}H0z`;
}
