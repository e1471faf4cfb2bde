import { element } from '../markup.ts';
import type { Emblem } from './emblem.ts';

/** The emblem of Inkwell Hill Press: a pen in an inkwell shaped like a hill. */
export const inkwell: Emblem = ({ line, accent, background }) =>
  element('path', { d: 'M-76 78C-66 26-44 4-26-2V-16H26V-2C44 4 66 26 76 78z', fill: line }) +
  element('path', {
    d: 'M-48 56C-26 36-8 62 14 46S44 42 54 56',
    fill: 'none',
    stroke: background,
    'stroke-width': 4,
  }) +
  element('path', { d: 'M-6-16C2-52 22-84 62-98C60-60 38-32 6-16z', fill: accent }) +
  element('path', { d: 'M0-16C12-44 30-68 56-92', fill: 'none', stroke: background, 'stroke-width': 3 }) +
  element('path', { d: 'M-90 88H90', stroke: line, 'stroke-width': 5 });
