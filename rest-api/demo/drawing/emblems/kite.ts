import { element } from '../markup.ts';
import type { Emblem } from './emblem.ts';

/** A paper kite with its tail. */
export const kite: Emblem = ({ line, accent, background }) =>
  element(
    'g',
    { transform: 'rotate(14)' },
    [
      element('path', { d: 'M0-94L56-34L0 34L-56-34z', fill: line }),
      element('path', { d: 'M0-94L56-34H0z', fill: accent }),
      element('path', { d: 'M0 34L-56-34H0z', fill: accent }),
      element('path', {
        d: 'M0-94V34M-56-34Q0-58 56-34',
        fill: 'none',
        stroke: background,
        'stroke-width': 3,
      }),
      element('path', { d: 'M-13 50L0 34L13 50z', fill: line }),
      element('path', {
        d: 'M0 48C18 62-18 74 0 86S14 96 6 104',
        fill: 'none',
        stroke: line,
        'stroke-width': 3,
        'stroke-linecap': 'round',
      }),
      element('path', { d: 'M-9 58L9 66V58L-9 66zM-9 82L9 90V82L-9 90z', fill: accent }),
    ].join(''),
  );
