import { element, polar, ring, short } from '../markup.ts';
import type { Emblem } from './emblem.ts';

/** The sun among the phases of the moon: calendars. */
export const moons: Emblem = ({ line, accent }) => {
  const phases = ring(12, (degrees, index) => {
    const { x, y } = polar(78, degrees);
    const disc = element('circle', { r: 13, fill: 'none', stroke: line, 'stroke-width': 1.5 });
    return element(
      'g',
      { transform: `translate(${short(x)} ${short(y)})` },
      disc + litPart(index / 12, line),
    );
  });
  const rays = ring(16, (degrees) => {
    const [left, tip, right] = [polar(30, degrees - 7), polar(46, degrees), polar(30, degrees + 7)];
    const points = [left, tip, right].map((point) => `${short(point.x)} ${short(point.y)}`);
    return element('path', { d: `M${points.join('L')}z` });
  });
  return phases + element('circle', { r: 26, fill: accent }) + element('g', { fill: accent }, rays);
};

/** The bright part of a moon of radius 13; `age` runs from 0 (new) to 1. */
function litPart(age: number, fill: string): string {
  if (age === 0) return '';
  const waxing = age <= 0.5;
  const bulge = Math.cos(age * 2 * Math.PI);
  const limb = `A13 13 0 0 ${waxing ? 1 : 0} 0 13`;
  const terminator = `A${short(13 * Math.abs(bulge))} 13 0 0 ${bulge > 0 === waxing ? 0 : 1} 0-13`;
  return element('path', { d: `M0-13${limb}${terminator}z`, fill });
}
