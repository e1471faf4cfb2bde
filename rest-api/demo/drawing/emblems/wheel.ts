import { drawAround, element, formatPath, getPointOnCircle } from '../markup.ts';
import type { Emblem } from './emblem.ts';

/** The emblem of Epics & Classics: a chariot wheel, as carved at Konark. */
export const wheel: Emblem = ({ line, accent, background }) => {
  const spokes = drawAround(16, (degrees, index) => {
    const tip = getPointOnCircle(80, degrees);
    if (index % 2 === 1) {
      return element('path', {
        d: formatPath('M', 0, 0, 'L', tip.x, tip.y),
        stroke: line,
        'stroke-width': 3,
      });
    }
    const outline = [
      getPointOnCircle(20, degrees - 14),
      getPointOnCircle(48, degrees - 5),
      tip,
      getPointOnCircle(48, degrees + 5),
      getPointOnCircle(20, degrees + 14),
    ];
    return element('path', {
      d: `${formatPath('M', ...outline.flatMap(({ x, y }) => [x, y]))}z`,
      fill: line,
    });
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
      element('circle', { r: 97, 'stroke-width': 5 }) + element('circle', { r: 81, 'stroke-width': 3 }),
    ) +
    beads +
    element('circle', { r: 21, fill: line }) +
    element('circle', { r: 15, fill: background }) +
    element('circle', { r: 8, fill: accent })
  );
};
