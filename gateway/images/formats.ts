/** What resized pictures are written as, the smallest first. */
export const pictureFormats = ['avif', 'webp', 'jpeg'] as const;

export type PictureFormat = (typeof pictureFormats)[number];

/**
 * The smallest format the caller names in `Accept`; JPEG for one that names none. `*\/*` does not
 * count: programs that cannot read AVIF send it too.
 */
export function formatFor(accept: string | undefined): PictureFormat {
  const named = new Set(
    (accept ?? '')
      .split(',')
      .map((range) => range.split(';').map((part) => part.trim().toLowerCase()))
      .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
      .map(([type]) => type),
  );
  return pictureFormats.find((format) => named.has(`image/${format}`)) ?? 'jpeg';
}
