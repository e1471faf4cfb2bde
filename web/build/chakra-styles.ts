import createCache from '@emotion/cache';
import { CacheProvider, Global } from '@emotion/react';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { Plugin } from 'vite';
import { system } from '#web/ui/theme/system.ts';

const file = '/ui/theme/global.css';

/**
 * Fills `ui/theme/global.css` with Chakra's global styles (variables and keyframes), so that they are one cached
 * file. Chakra's provider would insert them into every page.
 */
export function chakraStyles(): Plugin {
  return {
    name: 'chakra-styles',
    load: (id) => (id.endsWith(file) ? globalRules() : undefined),
  };
}

function globalRules(): string {
  const cache = createCache({ key: 'chakra', stylisPlugins: [] });
  cache.compat = true;
  renderToString(
    createElement(
      CacheProvider,
      { value: cache },
      createElement(Global, { styles: [system.getGlobalCss(), system.getTokenCss()] }),
    ),
  );
  return Object.values(cache.inserted)
    .filter((rules) => typeof rules === 'string')
    .join('\n');
}
