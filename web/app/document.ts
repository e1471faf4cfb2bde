import type { LanguageCode } from '#web/i18n/languages.ts';
import { createHeadTags, type HeadTag, type PageHead, serializeForScript } from '#web/routing/head-tags.ts';
import type { Shop } from '#web/shop/shop.ts';
import { escapeHtml } from './escape-html.ts';
import { type ColourMode, getThemeColourMedia, themeColours } from './preferences.ts';
import { type PageScripts, scriptListId } from './script-loading.ts';

/** The id of the script element with the data for hydration. */
export const pageDataId = 'page-data';

/** The URLs of the scripts, styles and fonts of a page. */
export interface PageAssets extends PageScripts {
  styles: readonly PageStyle[];
  fonts: readonly string[];
}

/** A style sheet. With `rules` it is inlined into the document. */
export interface PageStyle {
  href: string;
  rules?: string;
}

interface PageDocument {
  language: LanguageCode;
  colourMode: ColourMode;
  head: PageHead | null;
  shop: Shop;
  /** For example `https://shop.example`. */
  origin: string;
  /** The requested path and query. */
  url: string;
  /** The text of the only inline script that pages execute. */
  inlineScript: string;
  assets: PageAssets;
  /** The `<style>` element with the Emotion styles used in rendering. */
  renderedStyles: string;
  /** The `<link>` elements that preload the images of the first screen. */
  imagePreloads: string;
  body: string;
  /** Serialized as JSON for hydration. */
  data: unknown;
}

/** Renders the HTML document around a page. */
export function renderDocument(page: PageDocument): string {
  const colourClass = page.colourMode === 'system' ? '' : ` class="${page.colourMode}"`;
  return `<!doctype html>
<html lang="${page.language}"${colourClass}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${page.imagePreloads}
<script>${page.inlineScript}</script>
${renderHead(page)}
<meta name="color-scheme" content="light dark">
${renderThemeColours(page.colourMode)}
<link rel="icon" href="${escapeHtml(page.shop.icon)}">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
${renderAssets(page.assets)}
${page.renderedStyles}
</head>
<body>
<div id="root">${page.body}</div>
<script type="application/json" id="${pageDataId}">${serializeForScript(page.data)}</script>
</body>
</html>
`;
}

function renderThemeColours(current: ColourMode): string {
  return (['light', 'dark'] as const)
    .map((mode) => {
      const media = getThemeColourMedia(mode, current);
      return `<meta name="theme-color" content="${themeColours[mode]}" media="${media}" data-mode="${mode}">`;
    })
    .join('\n');
}

function renderHead({ head, origin, url, language, shop }: PageDocument): string {
  return createHeadTags(head, { origin, path: url.replace(/\?.*/s, ''), language, shop })
    .map(renderElement)
    .join('\n');
}

function renderElement({ name, attributes, text }: HeadTag): string {
  const attributeText = Object.entries(attributes).map(
    ([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`,
  );
  const start = `<${name}${attributeText.join('')}>`;
  if (text === undefined) return start;
  return `${start}${name === 'script' ? text : escapeHtml(text)}</${name}>`;
}

function renderAssets({ entry, modules, styles, fonts }: PageAssets): string {
  return [
    ...styles.map(renderStyleSheet),
    ...fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`),
    `<script type="application/json" id="${scriptListId}">${serializeForScript({ entry, modules })}</script>`,
  ].join('\n');
}

/**
 * Vite's loader fetches the style sheets of a lazy page unless a link to them exists, so a link marks the inlined rules
 * as loaded. Browsers do not fetch it: the parser skips it because it is disabled, and the preload scanner because its
 * media query never matches.
 */
function renderStyleSheet({ href, rules }: PageStyle): string {
  if (rules === undefined) return `<link rel="stylesheet" href="${href}">`;
  return `<style>${rules}</style><link rel="stylesheet" href="${href}" disabled media="not all">`;
}
