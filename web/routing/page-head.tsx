import { createContext, useContext, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useShop } from '#web/shop/shop.ts';
import { createHeadTags, type HeadTag, headTagSelector } from './head-tags.ts';

/** The content of a page's document head. */
export interface PageHead {
  /** The title without the shop's name, which is appended. When empty, the title is the shop's name. */
  title: string;
  description?: string | undefined;
  /** The canonical path of a page with several URLs. Defaults to the current path without the query. */
  canonical?: string | undefined;
  /** The Open Graph type. Defaults to `website`. */
  type?: 'book' | undefined;
  /** The absolute URL of the image for link previews. */
  image?: string | undefined;
  /** True for pages that search engines must not index. */
  noIndex?: boolean | undefined;
  /** True while the title is a placeholder, which screen readers must not announce. */
  loading?: boolean | undefined;
  /** schema.org data for search engines. Pages of the shop are given by their paths. */
  structuredData?: ReadonlyArray<Record<string, unknown>> | undefined;
}

/** Collects the head of the page rendered on the server. */
export const HeadContext = createContext<{ current: PageHead | null } | null>(null);

/**
 * Sets the document head. Every page renders exactly one. The server puts the head into the document; in the
 * browser it replaces the head of the previous page.
 */
export function PageMeta(head: PageHead) {
  const collected = useContext(HeadContext);
  const { language } = useTranslation('ui');
  const { pathname } = useLocation();
  const shop = useShop();
  if (collected !== null) collected.current = head;
  const tags = JSON.stringify(
    import.meta.env.SSR
      ? []
      : createHeadTags(head, { origin: window.location.origin, path: pathname, language, shop }),
  );
  const { loading = false } = head;
  useEffect(() => {
    // Serialized from `HeadTag[]` a few lines above.
    replaceHead(JSON.parse(tags) as HeadTag[]);
    if (!loading) document.dispatchEvent(new Event(pageShown));
  }, [tags, loading]);
  return null;
}

/** The document event fired when a page is shown with its final title. */
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
