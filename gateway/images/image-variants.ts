/** The widths in pixels that can be requested. There are few, so that similar screens share cached images. */
export const imageWidths = [80, 160, 240, 320, 480, 640, 960, 1440, 1920] as const;

export type ImageWidth = (typeof imageWidths)[number];

/** The largest of the widths. */
export const maxImageWidth = 1920;

/** Maximum height of a copy as a multiple of the requested width. Copies of taller images and pages are narrower. */
export const maxHeightRatio = 3;

/** The smallest width that is at least `pixels`; null below 1 and above the largest width. */
export function chooseImageWidth(pixels: number): ImageWidth | null {
  return pixels >= 1 ? (imageWidths.find((width) => width >= pixels) ?? null) : null;
}

/** The width in a query parameter; null when it is not one of the widths. */
export function parseExactImageWidth(text: string): ImageWidth | null {
  return imageWidths.find((width) => String(width) === text) ?? null;
}

/** The pages of a PDF that can be requested as images. Other files have only page 1, which is the default. */
export const imagePages = [1, 2, 3] as const;

export type ImagePage = (typeof imagePages)[number];

/** The page in a query parameter; null when it is not one of the pages. */
export function parseImagePage(text: string): ImagePage | null {
  return imagePages.find((page) => String(page) === text) ?? null;
}

/** The formats of resized images, best compression first. */
export const imageFormats = ['avif', 'webp', 'jpeg'] as const;

export type ImageFormat = (typeof imageFormats)[number];

/**
 * The best format that an `Accept` header names, JPEG if it names none. Wildcards do not count: clients
 * that cannot decode AVIF send them too.
 */
export function negotiateFormat(accept: string | undefined): ImageFormat {
  const accepted = new Set(
    (accept ?? '')
      .split(',')
      .map((range) => range.split(';').map((part) => part.trim().toLowerCase()))
      .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
      .map(([type]) => type),
  );
  return imageFormats.find((format) => accepted.has(`image/${format}`)) ?? 'jpeg';
}
