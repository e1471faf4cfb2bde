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

/** What resized pictures are written as, the smallest first. */
export const imageFormats = ['avif', 'webp', 'jpeg'] as const;

export type ImageFormat = (typeof imageFormats)[number];

/**
 * The smallest format the caller names in `Accept`; JPEG for one that names none. `*\/*` does not
 * count: programs that cannot read AVIF send it too.
 */
export function negotiateFormat(accept: string | undefined): ImageFormat {
  const named = new Set(
    (accept ?? '')
      .split(',')
      .map((range) => range.split(';').map((part) => part.trim().toLowerCase()))
      .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
      .map(([type]) => type),
  );
  return imageFormats.find((format) => named.has(`image/${format}`)) ?? 'jpeg';
}
