/** The id of the script element that lists the scripts of a page. */
export const scriptListId = 'page-scripts';

/** The scripts of a page. */
export interface PageScripts {
  /** The script that starts the page. */
  entry: string;
  /** The other scripts that the page needs. */
  modules: readonly string[];
}

/** The maximum delay of the scripts after `DOMContentLoaded`, in case an image takes longer. */
const maxDelayMs = 3_000;

/**
 * Loads the scripts of the page. Part of the inline script. Most pages work without them, so it waits until the images
 * and fonts of the first screen have been loaded and painted; request priorities are not enough, because proxies often
 * ignore them. It loads the scripts immediately at the first input, which shows that the visitor starts to use the page.
 */
export function loadScriptsAfterPaint(): void {
  let isLoading = false;
  const load = () => {
    if (isLoading) return;
    isLoading = true;
    const { entry, modules }: PageScripts = JSON.parse(
      document.getElementById(scriptListId)?.textContent ?? '',
    );
    for (const href of modules) appendToHead('link', { rel: 'modulepreload', href });
    appendToHead('script', { type: 'module', src: entry });
  };
  addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(load)));
  addEventListener('DOMContentLoaded', () => {
    setTimeout(load, maxDelayMs);
    for (const type of ['pointermove', 'pointerdown', 'keydown', 'scroll'])
      addEventListener(type, load, { once: true, passive: true });
  });
}

function appendToHead<Name extends 'link' | 'script'>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): void {
  document.head.append(Object.assign(document.createElement(name), properties, { fetchPriority: 'low' }));
}
