import { createContext, useContext, useEffect } from 'react';
import { shop } from '#web/shop.ts';

/** What a page says about itself in the document's head. */
export interface PageHead {
  /** Without the shop's name, which is put behind it; the shop's name alone when empty. */
  title: string;
  description?: string | undefined;
  /** The path of the page's own address, when it can be reached by several; else the current one without its query. */
  canonical?: string | undefined;
  /** What the page is about, in Open Graph's words; a website's page when not said. */
  type?: 'book' | undefined;
  /** An absolute address of a picture for links elsewhere. */
  image?: string | undefined;
  /** True for pages that search engines should leave out. */
  hidden?: boolean | undefined;
  /** Structured data in schema.org's words, for search engines. Pages of the shop are named by their paths. */
  structuredData?: ReadonlyArray<Record<string, unknown>> | undefined;
}

/** Where the server collects the head of the page it renders. */
export const HeadContext = createContext<{ current: PageHead | null } | null>(null);

/**
 * Sets the document's title and description: the one owner of both. Exactly one on every screen; on
 * the server it fills the head that is sent, in the browser it changes the document.
 */
export function PageMeta(head: PageHead) {
  const collected = useContext(HeadContext);
  if (collected !== null) collected.current = head;
  const title = documentTitle(head.title);
  const description = documentDescription(head.description);
  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
  return null;
}

/** As much of a text as a window's title or a search engine's page has room for, in characters. */
const longestTitle = 120;
const longestDescription = 200;

export function documentTitle(title: string): string {
  return title === ''
    ? `${shop.name} – ${shop.nameMarathi}`
    : `${shorten(title, longestTitle)} – ${shop.name}`;
}

export function documentDescription(description: string | undefined): string {
  return shorten(description ?? '', longestDescription);
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}
