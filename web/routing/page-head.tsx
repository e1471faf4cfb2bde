import { createContext, useContext, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useShop } from '#web/shop/shop.ts';
import { createListeners } from '#web/store.ts';
import { createHeadTags, type HeadTag, headTagSelector, type PageHead } from './head-tags.ts';

/** Collects the head of the page rendered on the server. */
export const HeadContext = createContext<{ current: PageHead | null } | null>(null);

/**
 * Sets the document head. Every page renders this component; if several are rendered, the last one applies. The server
 * puts the head into the document; in the browser, an effect replaces the head of the previous page.
 */
export function PageMeta(head: PageHead) {
  const headCollector = useContext(HeadContext);
  const { language } = useTranslation('ui');
  const { pathname } = useLocation();
  const shop = useShop();
  if (headCollector !== null) headCollector.current = head;
  // Serialized, so that the effect below runs only when the content changes.
  const tags = JSON.stringify(
    import.meta.env.SSR
      ? []
      : createHeadTags(head, { origin: window.location.origin, path: pathname, language, shop }),
  );
  const { loading = false } = head;
  useEffect(() => {
    // Serialized from `HeadTag[]` a few lines above.
    replaceHead(JSON.parse(tags) as HeadTag[]);
    if (!loading) pageShown.notify();
  }, [tags, loading]);
  return null;
}

/** The listeners that are called when a page is shown with its final title. */
export const pageShown = createListeners();

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
