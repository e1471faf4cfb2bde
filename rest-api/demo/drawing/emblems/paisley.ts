import { element, formatNumber } from '../markup.ts';
import type { Emblem } from './emblem.ts';

/** A paisley with beads. */
export const paisley: Emblem = ({ line, accent, background }) => {
  const beads = Array.from({ length: 17 }, (_, index) => {
    const angle = ((-8 + index * 14.5) * Math.PI) / 180;
    return element('circle', {
      cx: 72 * Math.cos(angle) - 2,
      cy: 70 * Math.sin(angle) + 22,
      r: formatNumber(4 - index * 0.09),
      fill: accent,
    });
  });
  return (
    beads.join('') +
    element('path', { d: drop, fill: line }) +
    element(
      'g',
      { transform: 'translate(-2 7) scale(.74)' },
      element('path', { d: drop, fill: background }),
    ) +
    element('g', { transform: 'translate(-4 15) scale(.5)' }, element('path', { d: drop, fill: accent })) +
    element('g', { transform: 'translate(-5 22) scale(.26)' }, element('path', { d: drop, fill: background }))
  );
};

const drop =
  'M-8 78C-46 78-62 48-57 18C-49-26 8-26 24-54C31-67 24-82 8-84C40-100 66-72 62-34C58-6 58 8 54 28C48 60 26 78-8 78z';
