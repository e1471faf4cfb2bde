import { drawRectangle, element, formatNumber } from '../markup.ts';
import { mixColors } from '../palettes.ts';
import { chooseSunOrMoonX, formatContour, type Scene } from './scene.ts';

/** Rain over reeds. */
export const rain: Scene = ({ width, height }, { background, onBackground, accent }, random) => {
  const drops = Array.from({ length: Math.round(width / 9) }, () => {
    const [x, y] = [random() * width * 1.1, random() * height * 0.78];
    const length = height * (0.05 + random() * 0.06);
    return `M${formatNumber(x)} ${formatNumber(y)}l${formatNumber(-length * 0.28)} ${formatNumber(length)}`;
  });
  const reeds = Array.from({ length: Math.round(width / 15) }, (_, index) => {
    const x = index * 15 + random() * 10;
    const reedHeight = height * (0.16 + random() * 0.3);
    const offset = (random() - 0.3) * 34;
    return `M${formatNumber(x)} ${formatNumber(height)}q${formatNumber(offset * 0.1)}-${formatNumber(reedHeight * 0.6)} ${formatNumber(offset)}-${formatNumber(reedHeight)}q${formatNumber(-offset * 0.4 - 5)} ${formatNumber(reedHeight * 0.4)} ${formatNumber(7 - offset)} ${formatNumber(reedHeight)}z`;
  });
  const bank = Array.from({ length: 5 }, () => height * (0.84 + random() * 0.06));
  return (
    drawRectangle(width, height, mixColors(background, onBackground, 0.16)) +
    element('circle', {
      cx: chooseSunOrMoonX(width, height, random),
      cy: height * 0.34,
      r: Math.min(width, height) * 0.15,
      fill: accent,
    }) +
    element('path', {
      d: drops.join(''),
      stroke: mixColors(background, onBackground, 0.72),
      'stroke-width': 2.4,
      'stroke-linecap': 'round',
    }) +
    element('path', { d: formatContour(bank, width, height), fill: mixColors(background, '#000000', 0.12) }) +
    element('path', { d: reeds.join(''), fill: mixColors(background, '#000000', 0.3) })
  );
};
