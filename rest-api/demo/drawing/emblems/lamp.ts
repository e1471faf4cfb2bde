import { element, getPointOnCircle } from '../markup.ts';
import type { Emblem } from './emblem.ts';

/** An oil lamp with its glow. */
export const lamp: Emblem = ({ line, accent, background }) => {
  const glow = [58, 74, 90].map((radius, ring) =>
    Array.from({ length: 9 + ring * 4 }, (_, index) => {
      const degrees = -112 + (224 / (8 + ring * 4)) * index;
      const { x, y } = getPointOnCircle(radius, degrees);
      return element('circle', { cx: x, cy: y - 6, r: 3.2 - ring * 0.6 });
    }).join(''),
  );
  return (
    element('g', { fill: accent }, glow.join('')) +
    element('path', { d: 'M0-52C20-26 22-8 0 6C-22-8-20-26 0-52z', fill: accent }) +
    element('path', { d: 'M0-28C9-14 10-4 0 4C-10-4-9-14 0-28z', fill: background }) +
    element('path', { d: 'M-72 12C-44 20 44 20 72 12C66 48 32 60 0 60S-66 48-72 12z', fill: line }) +
    element('path', { d: 'M-16 60H16L24 76H-24zM-40 80H40V88H-40z', fill: line }) +
    element('path', { d: 'M-52 32Q0 46 52 32', fill: 'none', stroke: background, 'stroke-width': 3 })
  );
};
