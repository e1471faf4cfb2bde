import type { Picture, Spot } from '../picture.ts';
import { setLine } from '../shaping.ts';

/** The imprint's name in small spaced capitals, at the foot of a cover. */
export function writeImprint(picture: Picture, publisher: string, spot: Spot): void {
  picture.write(setLine(publisher.toUpperCase(), { spacing: 160 }), 17, spot);
}
