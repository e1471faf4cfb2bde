import { drawRectangle, element, formatNumber } from '../markup.ts';
import { mixColors } from '../palettes.ts';
import { chooseSunOrMoonX, formatContour, type Scene } from './scene.ts';

/** A crescent moon and stars in a dark sky, above trees on a hill. */
export const night: Scene = ({ width, height }, { background, onBackground, accent }, random) => {
  const dark = mixColors(background, '#000000', 0.28);
  const stars = Array.from({ length: Math.round(width / 16) }, () =>
    element('circle', { cx: random() * width, cy: random() * height * 0.66, r: 1 + random() * 2 }),
  );
  const trees = Array.from({ length: Math.round(width / 52) + 2 }, (_, index) => {
    const size = height * (0.07 + random() * 0.08);
    const x = index * 52 + random() * 26 - 26;
    return element('circle', { cx: x, cy: height - size * 1.1, r: formatNumber(size) });
  });
  const moonRadius = Math.min(width, height) * 0.16;
  const x = chooseSunOrMoonX(width, height, random);
  return (
    drawRectangle(width, height, dark) +
    element('g', { fill: onBackground }, stars.join('')) +
    element('circle', { cx: x, cy: height * 0.36, r: moonRadius, fill: accent }) +
    element('circle', { cx: x + moonRadius * 0.42, cy: height * 0.33, r: moonRadius * 0.88, fill: dark }) +
    element('path', {
      d: formatContour(
        Array.from({ length: 6 }, () => height * (0.7 + random() * 0.14)),
        width,
        height,
      ),
      fill: mixColors(background, onBackground, 0.12),
    }) +
    element('g', { fill: background }, trees.join(''))
  );
};
