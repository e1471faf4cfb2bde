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
