import { drawRectangle, element, formatNumber } from '../markup.ts';
import { mixColors } from '../palettes.ts';
import type { Scene } from './scene.ts';

/** Books standing upright on a shelf, spines facing out. */
export const shelf: Scene = ({ width, height }, { background, onBackground, accent }, random) => {
  const board = height * 0.9;
  const colors = [
    mixColors(background, accent, 0.75),
    mixColors(background, onBackground, 0.8),
    mixColors(background, onBackground, 0.3),
    mixColors(background, accent, 0.35),
    mixColors(background, '#000000', 0.35),
  ];
  const unit = height / 500;
  const spines: string[] = [];
  for (let x = -20 * unit, index = 0; x < width; index += 1) {
    const spineWidth = (24 + random() * 34) * unit;
    const spineHeight = (250 + random() * 130) * unit;
    const color = colors[Math.floor(random() * colors.length)] ?? accent;
    spines.push(
      drawSpine(
        x,
        board - spineHeight,
        spineWidth,
        spineHeight,
        color,
        color === colors[1] ? background : onBackground,
      ),
    );
    x += spineWidth + 2 * unit + (index % 9 === 8 ? 26 * unit : 0);
  }
  return (
    drawRectangle(width, height, mixColors(background, '#000000', 0.12)) +
    spines.join('') +
    element('path', {
      d: `M0 ${formatNumber(board)}H${width}V${height}H0z`,
      fill: mixColors(background, '#000000', 0.45),
    })
  );
};

function drawSpine(
  x: number,
  y: number,
  width: number,
  height: number,
  color: string,
  bandColor: string,
): string {
  const bands = [0.12, 0.15, 0.82].map(
    (at) => `M${formatNumber(x)} ${formatNumber(y + height * at)}h${formatNumber(width)}`,
  );
  return (
    element('rect', { x, y, width, height, rx: 2, fill: color }) +
    element('path', { d: bands.join(''), stroke: bandColor, 'stroke-width': 2, opacity: 0.7 })
  );
}
