import { element, formatNumber, getPointOnCircle } from '../markup.ts';
import type { Emblem } from './emblem.ts';

/** The emblem of Drama: a peacock's fan that resembles a stage with its lights. */
export const fan: Emblem = ({ line, accent, background }) => {
  const feathers = Array.from({ length: 11 }, (_, index) => {
    const degrees = -90 + index * 18;
    const end = getPointOnCircle(128, degrees);
    const eye = getPointOnCircle(112, degrees);
    const shaft = element('path', {
      d: `M0 0L${formatNumber(end.x)} ${formatNumber(end.y)}`,
      stroke: line,
      'stroke-width': 2.5,
    });
    return (
      shaft +
      element(
        'g',
        {
          transform: `translate(${formatNumber(eye.x)} ${formatNumber(eye.y)}) rotate(${formatNumber(degrees)})`,
        },
        drawEyeSpot(line, accent, background),
      )
    );
  });
  return element(
    'g',
    { transform: 'translate(0 52) scale(.72)' },
    feathers.join('') +
      element('path', { d: 'M-52 0a52 52 0 0 1 104 0z', fill: line }) +
      element('path', { d: 'M-36 0a36 36 0 0 1 72 0z', fill: background }) +
      element('path', { d: 'M-22 0a22 22 0 0 1 44 0z', fill: accent }) +
      element('path', { d: 'M-132 14H132M-104 26H104', stroke: line, 'stroke-width': 5 }),
  );
};

function drawEyeSpot(line: string, accent: string, background: string): string {
  return (
    element('path', { d: 'M0 24C-20 8-18-16 0-26C18-16 20 8 0 24z', fill: line }) +
    element('circle', { cy: -3, r: 9.5, fill: background }) +
    element('circle', { cy: -3, r: 5.5, fill: accent })
  );
}
