import { drawAround, element, formatNumber, getPointOnCircle } from '../markup.ts';
import type { Emblem } from './emblem.ts';

/** The emblem of Stories: dancers in a circle around a sun, in the style of Warli wall paintings. */
export const dance: Emblem = ({ line, accent }) => {
  const dancers = drawAround(14, (degrees) => {
    const { x, y } = getPointOnCircle(76, degrees);
    return element(
      'g',
      { transform: `translate(${formatNumber(x)} ${formatNumber(y)}) rotate(${formatNumber(degrees)})` },
      dancer,
    );
  });
  const beads = drawAround(10, (degrees) => {
    const { x, y } = getPointOnCircle(36, degrees);
    return element('circle', { cx: x, cy: y, r: 3, fill: accent });
  });
  return (
    element('g', { fill: line, stroke: line, 'stroke-width': 2, 'stroke-linecap': 'round' }, dancers) +
    element('circle', { r: 22, fill: accent }) +
    beads
  );
};

/** Two triangles, a head, legs, and arms that reach for the neighbours. */
const dancer =
  element('circle', { cy: -21, r: 4.2, stroke: 'none' }) +
  element('path', { d: 'M-8-15H8L0-3zM0-3l7 11H-7z', stroke: 'none' }) +
  element('path', { d: 'M-8-15l-9 8M8-15l9 8M-4 8l-3 13M4 8l6 12', fill: 'none' });
