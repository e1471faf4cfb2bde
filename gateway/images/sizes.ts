/** The widths in pixels that pictures are resized to. Few, so that one copy serves many screens and caches. */
export const imageWidths = [80, 160, 240, 320, 480, 640, 960, 1440, 1920] as const;

export type ImageWidth = (typeof imageWidths)[number];

/** The widest that can be asked for, in pixels. */
export const maxImageWidth = 1920;

/** The smallest width of the list that is not below the wish; null for a wish that is none or goes beyond. */
export function imageWidthFor(pixels: number): ImageWidth | null {
  return pixels >= 1 ? (imageWidths.find((width) => width >= pixels) ?? null) : null;
}

/** The width an address names; null when it is not one of the list. */
export function namedWidth(text: string): ImageWidth | null {
  return imageWidths.find((width) => String(width) === text) ?? null;
}
