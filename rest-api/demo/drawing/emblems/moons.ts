import { drawAround, element, formatNumber, getPointOnCircle } from '../markup.ts';
import type { Emblem } from './emblem.ts';

/** The emblem of Calendars & Almanacs: the sun surrounded by the phases of the moon. */
export const moons: Emblem = ({ line, accent }) => {
  const phases = drawAround(12, (degrees, index) => {
    const { x, y } = getPointOnCircle(78, degrees);
    const disc = element('circle', { r: 13, fill: 'none', stroke: line, 'stroke-width': 1.5 });
    return element(
      'g',
      { transform: `translate(${formatNumber(x)} ${formatNumber(y)})` },
      disc + drawLitPart(index / 12, line),
    );
  });
  const rays = drawAround(16, (degrees) => {
    const [left, tip, right] = [
      getPointOnCircle(30, degrees - 7),
      getPointOnCircle(46, degrees),
      getPointOnCircle(30, degrees + 7),
    ];
    const points = [left, tip, right].map((point) => `${formatNumber(point.x)} ${formatNumber(point.y)}`);
    return element('path', { d: `M${points.join('L')}z` });
  });
  return phases + element('circle', { r: 26, fill: accent }) + element('g', { fill: accent }, rays);
};

/** Draws the lit part of a moon of radius 13. `age` is the fraction of the lunar month: 0 is new, 0.5 is full. */
function drawLitPart(age: number, fill: string): string {
  if (age === 0) return '';
  const isWaxing = age <= 0.5;
  const bulge = Math.cos(age * 2 * Math.PI);
  const limb = `A13 13 0 0 ${isWaxing ? 1 : 0} 0 13`;
  const terminator = `A${formatNumber(13 * Math.abs(bulge))} 13 0 0 ${bulge > 0 === isWaxing ? 0 : 1} 0-13`;
  return element('path', { d: `M0-13${limb}${terminator}z`, fill });
}
