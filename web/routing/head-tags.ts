import type { LanguageCode } from '#web/i18n/languages.ts';
import type { Shop } from '#web/shop/shop.ts';

/** The content of a page's document head, and the page's HTTP status. */
export interface PageHead {
  /** The title without the shop's name, which is appended. When empty, the title consists of the shop's names. */
  title: string;
  description?: string | undefined;
  /**
   * The canonical path of a page with several URLs, with a query if that selects the content. Defaults to the current
   * path without the query.
   */
  canonical?: string | undefined;
  /** The Open Graph type. Defaults to `website`. */
  type?: 'book' | undefined;
  /** The absolute URL of the image for link previews. */
  image?: string | undefined;
  /** True for pages that search engines must not index. */
  noIndex?: boolean | undefined;
  /** The status of a page that stands in for one that does not exist or cannot be shown. */
  status?: 404 | 503 | undefined;
  /** True while the title is a placeholder, which screen readers must not announce. */
  loading?: boolean | undefined;
  /** schema.org data for search engines. Pages of the shop are given by their paths. */
  structuredData?: ReadonlyArray<Record<string, unknown>> | undefined;
}

/** An element of the document head that depends on the page. */
export interface HeadTag {
  name: 'title' | 'meta' | 'link' | 'script';
  attributes: Readonly<Record<string, string>>;
  text?: string;
}

/** Selects every element created by `createHeadTags`, so that a navigation can replace them. */
export const headTagSelector =
  'title, meta[name="description"], meta[name="robots"], link[rel="canonical"], meta[property^="og:"], script[type="application/ld+json"]';

interface PageLocation {
  /** `https://shop.example` */
  origin: string;
  /** The requested path. */
  path: string;
  language: LanguageCode;
  shop: Shop;
}

/** The Open Graph image of pages without their own. It is a PNG because social networks do not support SVG. */
const defaultImage = '/books.png';

/** Creates the head elements of a page, for the server and for navigations in the browser. */
export function createHeadTags(
  head: PageHead | null,
  { origin, path, language, shop }: PageLocation,
): HeadTag[] {
  const title = formatDocumentTitle(head?.title ?? '', shop);
  const description = shorten(head?.description ?? '', maxDescriptionLength);
  const canonical = `${origin}${head?.canonical ?? path}`;
  const createProperty = (name: string, content: string): HeadTag => ({
    name: 'meta',
    attributes: { property: name, content },
  });
  const descriptionTags: HeadTag[] = [
    { name: 'meta', attributes: { name: 'description', content: description } },
    createProperty('og:description', description),
  ];
  return [
    { name: 'title', attributes: {}, text: title },
    ...(description === '' ? [] : descriptionTags),
    head?.noIndex === true
      ? { name: 'meta', attributes: { name: 'robots', content: 'noindex' } }
      : { name: 'link', attributes: { rel: 'canonical', href: canonical } },
    createProperty('og:site_name', shop.name),
    createProperty('og:type', head?.type ?? 'website'),
    createProperty('og:locale', `${language}_IN`),
    createProperty('og:title', title),
    createProperty('og:url', canonical),
    createProperty('og:image', head?.image ?? `${origin}${defaultImage}`),
    ...(head?.structuredData ?? []).map(
      (item): HeadTag => ({
        name: 'script',
        attributes: { type: 'application/ld+json' },
        text: serializeForScript(item, makeAbsolute(origin)),
      }),
    ),
  ];
}

/** Serializes to JSON that cannot close the surrounding `script` element. */
export function serializeForScript(
  value: unknown,
  replacer?: (key: string, value: unknown) => unknown,
): string {
  return JSON.stringify(value, replacer).replaceAll('<', '\\u003c');
}

/** The schema.org properties that may hold a path of the shop, which is made absolute. */
const urlProperties = new Set(['@id', 'item', 'url', 'urlTemplate']);

function makeAbsolute(origin: string): (key: string, value: unknown) => unknown {
  return (key, value) =>
    urlProperties.has(key) && typeof value === 'string' && value.startsWith('/') ? origin + value : value;
}

/** Upper bounds: search engines and link previews show fewer characters. */
const maxTitleLength = 120;
const maxDescriptionLength = 200;

function formatDocumentTitle(title: string, { name, marathiName }: Shop): string {
  if (title !== '') return `${shorten(title, maxTitleLength)} – ${name}`;
  return marathiName === '' ? name : `${name} – ${marathiName}`;
}

/**
 * Cuts a long text between graphemes, so that a Devanagari letter keeps its vowel signs. Only search engines and link
 * previews need short texts. Browsers don't load the code for this: once they replace the head, it has the whole text.
 */
function shorten(text: string, maxLength: number): string {
  if (!import.meta.env.SSR || text.length <= maxLength) return text;
  const end = new Intl.Segmenter().segment(text).containing(maxLength - 1)?.index;
  return `${text.slice(0, end).trimEnd()}…`;
}
