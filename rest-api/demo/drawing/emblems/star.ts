import { drawAround, element, formatPath, getPointOnCircle } from '../markup.ts';
import type { Emblem } from './emblem.ts';

/**
 * The emblem of Science & Scholarship: a star of 12 points, each joined to the fifth after it, in the graduated circle
 * of an astrolabe.
 */
export const star: Emblem = ({ line, accent }) => {
  const points = Array.from({ length: 12 }, (_, index) => getPointOnCircle(82, ((index * 5) % 12) * 30));
  const beads = drawAround(12, (degrees) => {
    const { x, y } = getPointOnCircle(82, degrees);
    return element('circle', { cx: x, cy: y, r: 5, fill: accent });
  });
  const marks = Array.from({ length: 72 }, (_, index) => {
    const [from, to] = [
      getPointOnCircle(index % 6 === 0 ? 90 : 93, index * 5),
      getPointOnCircle(98, index * 5),
    ];
    return formatPath('M', from.x, from.y, 'L', to.x, to.y);
  });
  return (
    element(
      'g',
      { fill: 'none', stroke: line, 'stroke-width': 2.5 },
      [
        element('path', {
          d: `${formatPath('M', ...points.flatMap(({ x, y }) => [x, y]))}z`,
          'stroke-linejoin': 'round',
        }),
        element('path', { d: marks.join(''), 'stroke-width': 1.5 }),
        element('circle', { r: 98 }),
      ].join(''),
    ) +
    beads +
    element('circle', { r: 16, fill: accent })
  );
};
