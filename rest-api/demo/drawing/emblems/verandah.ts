import { element } from '../markup.ts';
import type { Emblem } from './emblem.ts';

/** The emblem of Quiet Verandah Books: three arches of a verandah. */
export const verandah: Emblem = ({ line, accent, background }) =>
  element('path', { d: 'M-92-46L0-90L92-46V-34H-92z', fill: line }) +
  element('circle', { cy: -58, r: 8, fill: accent }) +
  element('path', { d: 'M-84-26H84V66H-84z', fill: line }) +
  [-54, 0, 54]
    .map((x) =>
      element('path', {
        d: `M${x - 20} 66V10C${x - 20}-6 ${x - 8}-8 ${x}-18C${x + 8}-8 ${x + 20}-6 ${x + 20} 10V66z`,
        fill: x === 0 ? accent : background,
      }),
    )
    .join('') +
  element('path', { d: 'M-98 74H98M-98 86H98', stroke: line, 'stroke-width': 5 });
