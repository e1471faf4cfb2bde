import { element } from '../markup.ts';
import type { Emblem } from './emblem.ts';

/** The emblem of Stepwell Library: a stepwell seen from above, with water in the middle. */
export const stepwell: Emblem = ({ line, accent, background }) =>
  [92, 72, 52, 32]
    .map((half, index) =>
      element('path', {
        d: `M${-half}${-half}H${half}V${half}H${-half}z`,
        fill: index % 2 === 0 ? line : background,
      }),
    )
    .join('') +
  element('path', { d: 'M-20-20H20V20H-20z', fill: accent }) +
  element('path', {
    d: 'M-92-92L-20-20M92-92L20-20M-92 92L-20 20M92 92L20 20',
    stroke: accent,
    'stroke-width': 3,
  });
