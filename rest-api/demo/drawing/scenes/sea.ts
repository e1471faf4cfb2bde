import { drawRectangle, element, formatNumber } from '../markup.ts';
import { mixColors } from '../palettes.ts';
import type { Scene } from './scene.ts';

/** Rows of waves, with one small boat. */
export const sea: Scene = ({ width, height }, { background, onBackground, accent }, random) => {
  const rows = 7;
  const waveWidth = Math.max(60, width / 10);
  const boatRow = 1 + Math.floor(random() * 2);
  const boatX = width * (0.25 + random() * 0.5);
  const parts = Array.from({ length: rows }, (_, row) => {
    const y = height * (0.2 + row * 0.125);
    const left = -waveWidth * (row % 2 === 0 ? 1 : 1.5);
    const waveCount = Math.ceil((width - left) / waveWidth) + 1;
    const half = formatNumber(waveWidth / 2);
    const quarter = formatNumber(waveWidth / 4);
    const crestHeight = formatNumber(height * 0.055);
    const wavePath = `q${quarter}-${crestHeight} ${half} 0t${half} 0`;
    const d = `M${formatNumber(left)} ${formatNumber(y)}${wavePath.repeat(waveCount)}V${formatNumber(height)}H${formatNumber(left)}z`;
    const surface = element('path', {
      d,
      fill: mixColors(mixColors(background, onBackground, 0.34), background, row / (rows - 1)),
      stroke: mixColors(background, onBackground, 0.62),
      'stroke-width': 2,
    });
    return row === boatRow
      ? drawBoat(boatX, y, Math.min(width, height * 1.6) / 600, accent) + surface
      : surface;
  });
  return drawRectangle(width, height, mixColors(background, onBackground, 0.82)) + parts.join('');
};

function drawBoat(x: number, y: number, scale: number, accent: string): string {
  const transform = `translate(${formatNumber(x)} ${formatNumber(y)}) scale(${formatNumber(scale, 2)})`;
  return element(
    'g',
    { transform },
    [
      element('path', { d: 'M-52-14H52Q40 16 20 22H-22Q-42 14-52-14z', fill: accent }),
      element('path', { d: 'M-4-22V-112Q44-84 46-22z', fill: accent }),
      element('path', { d: 'M-12-22V-90Q-42-60-44-22z', fill: accent }),
    ].join(''),
  );
}
