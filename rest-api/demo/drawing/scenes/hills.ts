import { drawRectangle, element } from '../markup.ts';
import { mixColors } from '../palettes.ts';
import { chooseSunOrMoonX, formatContour, type Scene } from './scene.ts';

/** The Sahyadri hills in layers, with a sun or a moon behind them. */
export const hills: Scene = ({ width, height }, { background, paper, accent }, random) => {
  const layers = 4;
  const sky = mixColors(background, paper, 0.78);
  const far = mixColors(background, sky, 0.62);
  const near = background;
  const ranges = Array.from({ length: layers }, (_, layer) => {
    const base = height * (0.42 + layer * 0.15);
    const amplitude = height * (0.2 - layer * 0.025);
    const count = Math.max(4, Math.round(width / 210)) + layer;
    const yCoordinates = Array.from(
      { length: count },
      (_, index) =>
        base + amplitude * (index % 2 === 0 ? 1 : -1) * (0.2 + random() * 0.6) * (random() < 0.85 ? 1 : -1),
    );
    return element('path', {
      d: formatContour(yCoordinates, width, height),
      fill: mixColors(far, near, layer / (layers - 1)),
    });
  });
  const sun = element('circle', {
    cx: chooseSunOrMoonX(width, height, random),
    cy: height * 0.3,
    r: Math.min(width, height) * 0.15,
    fill: accent,
  });
  return drawRectangle(width, height, sky) + sun + ranges.join('');
};
