/** The widths in pixels that can be requested. There are few, so that similar screens share cached images. */
export const imageWidths = [80, 160, 240, 320, 480, 640, 960, 1440, 1920] as const;

export type ImageWidth = (typeof imageWidths)[number];

/** Maximum height of a resized image as a multiple of the requested width. One that would be taller is made narrower. */
export const maxHeightRatio = 3;

/** The smallest width that is at least `pixels`; null below 1 and above the largest width. */
export function chooseImageWidth(pixels: number): ImageWidth | null {
  return pixels >= 1 ? (imageWidths.find((width) => width >= pixels) ?? null) : null;
}

/** The pages of a PDF that can be requested as images. Other files have only page 1, which is the default. */
export const imagePages = [1, 2, 3] as const;

export type ImagePage = (typeof imagePages)[number];

/** The formats of resized images, best compression first. */
export const imageFormats = ['avif', 'webp', 'jpeg'] as const;

export type ImageFormat = (typeof imageFormats)[number];
