import { element, line as path, polar, ring } from '../markup.ts';
import type { Emblem } from './emblem.ts';

/** A chariot's wheel, as carved at Konark: the epics. */
export const wheel: Emblem = ({ line, accent, ground }) => {
  const spokes = ring(16, (degrees, index) => {
    const broad = index % 2 === 0;
    const [left, right, tip] = [polar(20, degrees - 14), polar(20, degrees + 14), polar(80, degrees)];
    const middle = [polar(48, degrees - 5), polar(48, degrees + 5)] as const;
    return broad
      ? element('path', {
          d: path(
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
      : element('path', { d: path('M', 0, 0, 'L', tip.x, tip.y), stroke: line, 'stroke-width': 3 });
  });
  const beads = ring(32, (degrees) => {
    const { x, y } = polar(89, degrees);
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
    element('circle', { r: 15, fill: ground }) +
    element('circle', { r: 8, fill: accent })
  );
};
