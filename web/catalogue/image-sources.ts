/** How wide a picture is shown in a place, as the `sizes` of an `img`, and the widths that serve it, in pixels. */
interface Place {
  sizes: string;
  /** Of those the shop makes: see `URL` in schema.graphql. */
  widths: readonly [number, ...number[]];
}

/** Where pictures stand. The sizes follow the styles of these places: who changes one changes the other. */
const places = {
  /** In the grid of a listing: four or five a row beside the filter panel, two on small screens. */
  card: {
    sizes: '(min-width: 1400px) 256px, (min-width: 1024px) 17vw, (min-width: 768px) 22vw, min(320px, 45vw)',
    widths: [240, 320, 480, 640],
  },
  /** In a row of books that moves sideways. */
  strip: { sizes: 'clamp(9.5rem, 42vw, 12.5rem)', widths: [160, 240, 320, 480] },
  /** Beside words: in the cart, an order. */
  line: { sizes: '5.5rem', widths: [80, 160, 240, 320] },
  /** To choose one of a book's pictures. */
  thumbnail: { sizes: '3.25rem', widths: [80, 160, 240] },
  /** In the list of what a search may mean. */
  suggestion: { sizes: '2.5rem', widths: [80, 160] },
  /** A book's main picture. */
  main: {
    sizes: '(min-width: 768px) min(26rem, 38vw), min(20rem, 62vw, max(9rem, 26svh))',
    widths: [320, 480, 640, 960, 1440],
  },
  /** A slide of the carousel: up to 3.2 times as wide as its height of 160, 400 and 500 px, cut at the sides. */
  slide: {
    sizes: '(min-width: 1024px) 1600px, (min-width: 768px) 1280px, max(512px, 100vw)',
    widths: [480, 960, 1440, 1920],
  },
  /** A marketing post: four a row, two, or one beside its words. */
  post: {
    sizes: '(min-width: 768px) min(340px, 24vw), (min-width: 480px) 46vw, 9rem',
    widths: [160, 320, 480, 640],
  },
  /** A category's picture. */
  tile: { sizes: 'min(20rem, 45vw)', widths: [160, 320, 480, 640] },
  /** The round picture of an author or a publisher. */
  portrait: { sizes: '9rem', widths: [80, 160, 320, 480] },
} satisfies Record<string, Place>;

export type ImageSlot = keyof typeof places;

/** The addresses of the shop's own pictures; others come in one size. */
const ownPicture = /^https?:\/\/[^/]+\/media\/[\w-]{22}\//;

/** The attributes of an `img` from which a browser takes the copy that fits its place and its screen. */
export function imageSources(
  address: string,
  place: ImageSlot,
): { sizes?: string; srcSet?: string; src: string } {
  if (!ownPicture.test(address)) return { src: address };
  const { sizes, widths } = places[place];
  const srcSet = widths.map((width) => `${resizedImageUrl(address, width)} ${width}w`).join(', ');
  // What a browser that knows no `srcset` loads.
  return { sizes, srcSet, src: resizedImageUrl(address, widths[1] ?? widths[0]) };
}

/** The address of a copy so wide, in one of the widths the shop makes; of a picture kept elsewhere its own. */
export function resizedImageUrl(address: string, width: number): string {
  if (!ownPicture.test(address)) return address;
  return `${address}${address.includes('?') ? '&' : '?'}width=${width}`;
}

/** How wide pictures are that are shown elsewhere, in pixels. */
const elsewhereWidth = 960;

/** The copy for networks and search engines: they read no drawings, and need not load the original. */
export function sharingImageUrl(address: string): string {
  return resizedImageUrl(address, elsewhereWidth);
}
