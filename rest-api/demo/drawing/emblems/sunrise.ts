import { element, formatPath, getPointOnCircle } from '../markup.ts';
import type { Emblem } from './emblem.ts';

/** The emblem of Novels: the sun rising over water. */
export const sunrise: Emblem = ({ line: stroke, accent }) => {
  const rays = Array.from({ length: 13 }, (_, index) => {
    const degrees = -90 + index * 15;
    const [from, to] = [getPointOnCircle(56, degrees), getPointOnCircle(index % 2 === 0 ? 92 : 76, degrees)];
    return formatPath('M', from.x, from.y + 12, 'L', to.x, to.y + 12);
  });
  const waves = [30, 50, 70].map((y, index) => {
    // Alternately crests and troughs, 13 units wide each.
    const arcs = 14 - index * 4;
    return `${formatPath('M', -6.5 * arcs, y)}q6.5-11 13 0${'t13 0'.repeat(arcs - 1)}`;
  });
  return (
    element('path', { d: 'M-44 12a44 44 0 0 1 88 0z', fill: accent }) +
    element(
      'g',
      { fill: 'none', stroke, 'stroke-width': 4, 'stroke-linecap': 'round' },
      [element('path', { d: rays.join('') }), element('path', { d: waves.join('') })].join(''),
    )
  );
};
