/** The `sizes` attribute of an image in a slot of the page, and the widths offered in its `srcset`, in pixels. */
interface SlotSizes {
  sizes: string;
  /** A subset of the widths that the gateway generates: see `URL` in schema.graphql. */
  widths: readonly [number, ...number[]];
}

/** Where images are shown. The sizes must be close to those in the style sheets. */
const slots = {
  /** A grid: two cards per row on small screens, otherwise four; five in a language's listing on very wide screens. */
  card: {
    sizes:
      '(min-width: 1400px) 256px, (min-width: 1024px) 17vw, (min-width: 768px) 22vw, min(320px, 50vw - 1.5rem)',
    widths: [240, 320, 480, 640],
  },
  /** A row of products that scrolls sideways. */
  row: { sizes: 'clamp(9.5rem, 42vw, 12.5rem)', widths: [160, 240, 320, 480] },
  /** A book of the wish list. */
  wishlistItem: { sizes: 'clamp(5.5rem, 26vw, 8rem)', widths: [160, 240, 320] },
  /** A small image: in a line of the cart or an order, at the head of a collection page, or on the about page. */
  lineItem: { sizes: '5.5rem', widths: [80, 160, 240, 320] },
  /** The thumbnails of the product gallery. */
  thumbnail: { sizes: '3.25rem', widths: [80, 160, 240] },
  /** A search suggestion, and the small covers on the card of a category. */
  suggestion: { sizes: '2.5rem', widths: [80, 160] },
  /** The main image of the product gallery, and the image on visitors' pages of a product (requirements.md 2.13). */
  main: {
    sizes: '(min-width: 768px) min(26rem, 38vw), min(20rem, 62vw, max(9rem, 24svh))',
    widths: [320, 480, 640, 960, 1440],
  },
  /**
   * A slide of the carousel, 160, 240 or 300 px high. Its image covers the slide: it is 2.8 times as wide as the slide is
   * high, or as wide as the carousel if that is wider.
   */
  slide: {
    sizes: '(min-width: 1024px) 840px, (min-width: 768px) 672px, max(448px, 100vw)',
    widths: [480, 960, 1440, 1920],
  },
  /** The image of a marketing post. */
  post: {
    sizes: '(min-width: 768px) min(340px, 24vw), min(75vw, 18rem)',
    widths: [160, 320, 480, 640],
  },
  /** The image of a category. */
  tile: { sizes: 'min(12rem, 50vw - 1.5rem)', widths: [160, 240, 320, 480, 640] },
  /** The round image on the card of an author or a publisher. The one on their page is a `lineItem`. */
  portrait: { sizes: '9rem', widths: [80, 160, 320, 480] },
} satisfies Record<string, SlotSizes>;

export type ImageSlot = keyof typeof slots;

/** URLs of the shop's own images. Images of other hosts come in one size. */
const ownImage = /^https?:\/\/[^/]+\/media\/[\w-]{22}\//;

/** The attributes that let the browser choose the copy of an image that fits its slot and the screen. */
export function getImageSources(
  url: string,
  slot: ImageSlot,
): { sizes?: string; srcSet?: string; src: string } {
  if (!ownImage.test(url)) return { src: url };
  const { sizes, widths } = slots[slot];
  const srcSet = widths.map((width) => `${getResizedImageUrl(url, width)} ${width}w`).join(', ');
  // `src` is for browsers without `srcset` support.
  return { sizes, srcSet, src: getResizedImageUrl(url, widths[1] ?? widths[0]) };
}

/** The URL of a copy in one of the widths the gateway generates. Images of other hosts keep their own URL. */
export function getResizedImageUrl(url: string, width: number): string {
  if (!ownImage.test(url)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}width=${width}`;
}

/** The width of images in link previews, in pixels. */
const sharingWidth = 960;

/** The copy for social networks and search engines. Many do not support SVG, and none needs the full-size original. */
export function getSharingImageUrl(url: string): string {
  return getResizedImageUrl(url, sharingWidth);
}
