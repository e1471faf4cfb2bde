import { element, ring, short } from '../markup.ts';
import type { Emblem } from './emblem.ts';

/** A lotus seen from above: the philosophers. */
export const lotus: Emblem = ({ line, accent, ground }) => {
  const petals = (count: number, length: number, width: number, fill: string, offset: number) =>
    ring(count, (degrees) =>
      element('path', {
        transform: `rotate(${short(degrees + offset)})`,
        d: `M0-18C-${width}-${short(length * 0.45)}-${short(width * 0.8)}-${short(length * 0.75)} 0-${length}C${short(width * 0.8)}-${short(length * 0.75)} ${width}-${short(length * 0.45)} 0-18z`,
        fill,
        stroke: ground,
        'stroke-width': 3,
      }),
    );
  return (
    petals(12, 98, 24, line, 15) +
    petals(12, 78, 20, accent, 0) +
    petals(8, 54, 20, line, 0) +
    element('circle', { r: 19, fill: ground }) +
    element('circle', { r: 14, fill: accent }) +
    ring(8, (degrees) =>
      element('circle', { transform: `rotate(${short(degrees)})`, cy: -8, r: 2, fill: ground }),
    )
  );
};
