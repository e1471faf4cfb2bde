import createCache from '@emotion/cache';
import { CacheProvider, Global } from '@emotion/react';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { Plugin } from 'vite';
import { button, input } from '#web/ui/theme/recipes.ts';
import { system } from '#web/ui/theme/system.ts';

/**
 * Fills two style sheets from Chakra's theme. `global.css` contains its variables, keyframes and global rules: browsers
 * cache the file, whereas Chakra's provider would insert them into every page. `classes.css` contains the classes that
 * make buttons and fields look like Chakra's without its components.
 */
export function chakraStyles(): Plugin {
  const files: Record<string, () => string> = {
    '/ui/theme/global.css': () => toCss(system.getGlobalCss(), system.getTokenCss()),
    '/ui/theme/classes.css': () => toCss(createElementClasses()),
  };
  return {
    name: 'chakra-styles',
    load: (id) => Object.entries(files).find(([file]) => id.endsWith(file))?.[1](),
  };
}

type Rules = ReturnType<typeof system.css>;

function createElementClasses(): Rules {
  const { variant, size } = button.variants ?? {};
  const createRules = (...styles: Parameters<typeof system.css>): Rules => ({
    '@layer recipes': system.css(...styles),
  });
  return {
    '.button': createRules(button.base ?? {}, variant?.outline ?? {}, size?.md ?? {}),
    '.button--solid': createRules(variant?.solid ?? {}),
    '.button--small': createRules(size?.sm ?? {}),
    '.icon-button': system.cva(button)({ variant: 'ghost' }),
    '.input': createRules(input.base ?? {}),
  };
}

function toCss(...styles: Rules[]): string {
  const cache = createCache({ key: 'chakra', stylisPlugins: [] });
  // Makes Emotion store the rules in `cache.inserted`, where it otherwise stores only that they were inserted.
  cache.compat = true;
  renderToString(createElement(CacheProvider, { value: cache }, createElement(Global, { styles })));
  return Object.values(cache.inserted)
    .filter((rules) => typeof rules === 'string')
    .join('\n');
}
