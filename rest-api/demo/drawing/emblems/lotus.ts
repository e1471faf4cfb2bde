import { drawAround, element, formatNumber } from '../markup.ts';
import type { Emblem } from './emblem.ts';

/** The emblem of Philosophy: a lotus seen from above. */
export const lotus: Emblem = ({ line, accent, background }) => {
  const drawPetals = (count: number, length: number, width: number, fill: string, offset: number) =>
    drawAround(count, (degrees) =>
      element('path', {
        transform: `rotate(${formatNumber(degrees + offset)})`,
        d: `M0-18C-${width}-${formatNumber(length * 0.45)}-${formatNumber(width * 0.8)}-${formatNumber(length * 0.75)} 0-${length}C${formatNumber(width * 0.8)}-${formatNumber(length * 0.75)} ${width}-${formatNumber(length * 0.45)} 0-18z`,
        fill,
        stroke: background,
        'stroke-width': 3,
      }),
    );
  return (
    drawPetals(12, 98, 24, line, 15) +
    drawPetals(12, 78, 20, accent, 0) +
    drawPetals(8, 54, 20, line, 0) +
    element('circle', { r: 19, fill: background }) +
    element('circle', { r: 14, fill: accent }) +
    drawAround(8, (degrees) =>
      element('circle', { transform: `rotate(${formatNumber(degrees)})`, cy: -8, r: 2, fill: background }),
    )
  );
};
