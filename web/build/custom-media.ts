import { customMedia as queries } from '#web/ui/theme/breakpoints.ts';

/** The part of a PostCSS at-rule that the plugin uses. */
interface MediaRule {
  params: string;
  error: (message: string) => Error;
}

/**
 * A PostCSS plugin that replaces the custom media queries in style sheets: `@media (--from-md)` becomes
 * `@media (width >= 48rem)`. The queries come from the breakpoints that Chakra also uses, because Chakra could not
 * read a CSS file of `@custom-media` rules.
 */
export const customMedia = {
  postcssPlugin: 'custom-media',
  AtRule: {
    media(rule: MediaRule) {
      rule.params = rule.params.replaceAll(/(?<=\()--[\w-]+(?=\))/g, (name) => {
        const query = queries.get(name);
        if (query === undefined) throw rule.error(`${name} is not in web/ui/theme/breakpoints.ts.`);
        return query;
      });
    },
  },
};
