import { drawRectangle, element, formatNumber } from '../markup.ts';
import { mixColors } from '../palettes.ts';
import { formatContour, type Scene } from './scene.ts';

/** Furrows that run to the horizon. */
export const fields: Scene = ({ width, height }, { background, paper, accent }, random) => {
  const horizon = height * 0.4;
  const vanishingX = width * (0.3 + random() * 0.4);
  const furrows = Array.from({ length: 19 }, (_, index) => {
    const left = width / 2 + (index - 9.5) * width * 0.26;
    const right = left + width * 0.13;
    const near = `L${formatNumber(right)} ${formatNumber(height)}H${formatNumber(left)}z`;
    return `M${formatNumber(vanishingX + (index - 9.5) * 5)} ${formatNumber(horizon)}h2.5${near}`;
  });
  const ridge = Array.from(
    { length: Math.round(width / 170) + 2 },
    () => horizon - height * (0.02 + random() * 0.13),
  );
  return (
    drawRectangle(width, height, mixColors(background, paper, 0.8)) +
    element('circle', {
      cx: vanishingX,
      cy: horizon - height * 0.12,
      r: Math.min(width, height) * 0.16,
      fill: accent,
    }) +
    element('path', {
      d: formatContour(ridge, width, horizon + 1),
      fill: mixColors(background, paper, 0.42),
    }) +
    element('path', {
      d: `M0 ${formatNumber(horizon)}H${width}V${height}H0z`,
      fill: mixColors(background, paper, 0.14),
    }) +
    element('path', { d: furrows.join(''), fill: mixColors(background, '#000000', 0.14) })
  );
};
