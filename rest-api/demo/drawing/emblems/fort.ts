import { element } from '../markup.ts';
import type { Emblem } from './emblem.ts';

/** The emblem of History & Biography: a hill fort with bastions. */
export const fort: Emblem = ({ line, accent, background }) =>
  element('circle', { cx: 34, cy: -40, r: 34, fill: accent }) +
  element('path', {
    d: 'M-98 70C-76 40-66 16-56-6H-52V-18H-46V-12H-40V-18H-34V-12H-28V-18H-22V-6H-12V-38H-6V-32H0V-38H6V-32H12V-38H18V-6H34V-18H40V-12H46V-18H52V-6H58C68 20 80 46 98 70z',
    fill: line,
  }) +
  element('path', { d: 'M-4 20V8a7 7 0 0 1 14 0V20z', fill: background }) +
  element('path', {
    d: 'M-70 40C-50 30-30 44-6 36S40 24 66 36M-82 58C-56 48-30 62 0 54S52 44 80 56',
    fill: 'none',
    stroke: background,
    'stroke-width': 3,
    'stroke-linecap': 'round',
  }) +
  element('path', { d: 'M3-38V-72L26-64L3-56', fill: 'none', stroke: line, 'stroke-width': 3 }) +
  element('path', { d: 'M-88 84H88', stroke: line, 'stroke-width': 4, 'stroke-linecap': 'round' });
