import { drawAround, element, formatPath, getPointOnCircle } from '../markup.ts';
import type { Emblem } from './emblem.ts';

/** The emblem of Epics & Classics: a chariot wheel, as carved at Konark. */
export const wheel: Emblem = ({ line, accent, background }) => {
  const spokes = drawAround(16, (degrees, index) => {
    const isBroad = index % 2 === 0;
    const [left, right, tip] = [
      getPointOnCircle(20, degrees - 14),
      getPointOnCircle(20, degrees + 14),
      getPointOnCircle(80, degrees),
    ];
    const middle = [getPointOnCircle(48, degrees - 5), getPointOnCircle(48, degrees + 5)] as const;
    return isBroad
      ? element('path', {
          d: formatPath(
            'M',
            left.x,
            left.y,
            'L',
            middle[0].x,
            middle[0].y,
            tip.x,
            tip.y,
            middle[1].x,
            middle[1].y,
            right.x,
            right.y,
            'z',
          ),
          fill: line,
        })
      : element('path', { d: formatPath('M', 0, 0, 'L', tip.x, tip.y), stroke: line, 'stroke-width': 3 });
  });
  const beads = drawAround(32, (degrees) => {
    const { x, y } = getPointOnCircle(89, degrees);
    return element('circle', { cx: x, cy: y, r: 3.4, fill: accent });
  });
  return (
    spokes +
    element(
      'g',
      { fill: 'none', stroke: line },
      [element('circle', { r: 97, 'stroke-width': 5 }), element('circle', { r: 81, 'stroke-width': 3 })].join(
        '',
      ),
    ) +
    beads +
    element('circle', { r: 21, fill: line }) +
    element('circle', { r: 15, fill: background }) +
    element('circle', { r: 8, fill: accent })
  );
};
