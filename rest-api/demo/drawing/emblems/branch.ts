import { element, formatNumber } from '../markup.ts';
import type { Emblem } from './emblem.ts';

/** A branch in front of the moon. */
export const branch: Emblem = ({ line, accent }) => {
  const leaves = Array.from({ length: 9 }, (_, index) => {
    const progress = index / 9;
    // A point close to the stem, which is the path below.
    const x = -62 + 118 * progress + 14 * Math.sin(progress * Math.PI);
    const y = 84 - 150 * progress;
    const size = 1.15 - progress * 0.55;
    const degrees = index % 2 === 0 ? -78 : 64;
    return drawLeaf(x, y, degrees + progress * 10, size);
  });
  return (
    element('circle', { cx: 18, cy: -22, r: 58, fill: accent }) +
    element('path', {
      d: 'M-66 92Q-18 30 12-12T58-84',
      fill: 'none',
      stroke: line,
      'stroke-width': 4,
      'stroke-linecap': 'round',
    }) +
    element('g', { fill: line }, leaves.join('') + drawLeaf(57, -78, 18, 0.7))
  );
};

function drawLeaf(x: number, y: number, degrees: number, size: number): string {
  const transform = `translate(${formatNumber(x)} ${formatNumber(y)}) rotate(${formatNumber(degrees)}) scale(${formatNumber(size, 2)})`;
  return element('path', { transform, d: 'M0 0C-15-14-13-36 0-52C13-36 15-14 0 0z' });
}
