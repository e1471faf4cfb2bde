import type { LanguageCode } from '#web/i18n/languages.ts';
import { shop } from '#web/shop/shop.ts';
import type { PageHead } from './page-head.tsx';

/** An element of the document's head that belongs to the page that is shown. */
export interface HeadTag {
  name: 'title' | 'meta' | 'link' | 'script';
  attributes: Readonly<Record<string, string>>;
  text?: string;
}

/** Finds all elements that `headTags` gives, to replace them by those of another page. */
export const headTagSelector =
  'title, meta[name="description"], meta[name="robots"], link[rel="canonical"], meta[property^="og:"], script[type="application/ld+json"]';

/** Where a page stands. */
interface PagePlace {
  /** `https://shop.example` */
  origin: string;
  /** The path that was asked for. */
  path: string;
  language: LanguageCode;
}

/** The picture for links to a page that has none of its own; of drawings, the networks show none. */
const anyBooks = '/books.png';

const openGraphLocales: Record<LanguageCode, string> = { en: 'en_IN', hi: 'hi_IN', mr: 'mr_IN' };

/** What a page says about itself, as elements: the same on the server and after a navigation in the browser. */
export function headTags(head: PageHead | null, { origin, path, language }: PagePlace): HeadTag[] {
  const title = documentTitle(head?.title ?? '');
  const description = shorten(head?.description ?? '', maxDescriptionLength);
  const canonical = `${origin}${head?.canonical ?? path}`;
  const property = (name: string, content: string): HeadTag => ({
    name: 'meta',
    attributes: { property: name, content },
  });
  return [
    { name: 'title', attributes: {}, text: title },
    { name: 'meta', attributes: { name: 'description', content: description } },
    head?.hidden === true
      ? { name: 'meta', attributes: { name: 'robots', content: 'noindex' } }
      : { name: 'link', attributes: { rel: 'canonical', href: canonical } },
    property('og:site_name', shop.name),
    property('og:type', head?.type ?? 'website'),
    property('og:locale', openGraphLocales[language]),
    property('og:title', title),
    ...(description === '' ? [] : [property('og:description', description)]),
    property('og:url', canonical),
    property('og:image', head?.image ?? `${origin}${anyBooks}`),
    ...(head?.structuredData ?? []).map(
      (thing): HeadTag => ({
        name: 'script',
        attributes: { type: 'application/ld+json' },
        text: scriptSafe(thing, absoluteAt(origin)),
      }),
    ),
  ];
}

/** JSON that cannot end the script element it stands in. */
export function scriptSafe(value: unknown, replacer?: (key: string, value: unknown) => unknown): string {
  return JSON.stringify(value, replacer).replaceAll('<', '\\u003c');
}

/** The properties of schema.org that name a page; a path in them is one of the shop's own. */
const pageProperties = new Set(['@id', 'item', 'url', 'urlTemplate']);

function absoluteAt(origin: string): (key: string, value: unknown) => unknown {
  return (key, value) =>
    pageProperties.has(key) && typeof value === 'string' && value.startsWith('/') ? origin + value : value;
}

/** As much of a text as a window's title or a search engine's page has room for, in characters. */
const maxTitleLength = 120;
const maxDescriptionLength = 200;

function documentTitle(title: string): string {
  return title === ''
    ? `${shop.name} – ${shop.nameMarathi}`
    : `${shorten(title, maxTitleLength)} – ${shop.name}`;
}

function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).trimEnd()}…`;
}
