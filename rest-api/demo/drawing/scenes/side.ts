/**
 * Where a sun or a moon stands: anywhere about the middle, but in a banner to one side, for its middle bears a label.
 */
export function sideOf(width: number, height: number, random: () => number): number {
  const chance = random();
  if (width < height * 2) return width * (0.3 + chance * 0.4);
  return width * (chance < 0.5 ? 0.17 + chance * 0.12 : 0.71 + chance * 0.12);
}
