import { createContext, useContext, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { usePageLanguage } from '#web/i18n/PageLanguage.tsx';
import { type HeadTag, headTagSelector, headTags } from './head-tags.ts';

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
  /** True while the page's own title is not known yet: it is not read out then. */
  loading?: boolean | undefined;
  /** Structured data in schema.org's words, for search engines. Pages of the shop are named by their paths. */
  structuredData?: ReadonlyArray<Record<string, unknown>> | undefined;
}

/** Where the server collects the head of the page it renders. */
export const HeadContext = createContext<{ current: PageHead | null } | null>(null);

/**
 * Says what stands in the document's head: the one owner of it. Exactly one on every screen; on the
 * server it fills the head that is sent, in the browser it replaces that of the page before.
 */
export function PageMeta(head: PageHead) {
  const collected = useContext(HeadContext);
  const language = usePageLanguage();
  const { pathname } = useLocation();
  if (collected !== null) collected.current = head;
  const tags = JSON.stringify(
    import.meta.env.SSR ? [] : headTags(head, { origin: window.location.origin, path: pathname, language }),
  );
  const { loading = false } = head;
  useEffect(() => {
    // Made from `HeadTag`s a few lines above.
    replaceHead(JSON.parse(tags) as HeadTag[]);
    if (!loading) document.dispatchEvent(new Event(pageShown));
  }, [tags, loading]);
  return null;
}

/** The document's event that tells that a page is there, with its own title. */
export const pageShown = 'page-shown';

function replaceHead(tags: readonly HeadTag[]): void {
  const elements = tags.map(({ name, attributes, text = '' }) => {
    const element = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    element.textContent = text;
    return element;
  });
  for (const element of document.head.querySelectorAll(headTagSelector)) element.remove();
  document.head.append(...elements);
}
