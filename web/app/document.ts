import type { LanguageCode } from '#web/i18n/languages.ts';
import { type HeadTag, headTags, scriptSafe } from '#web/routing/head-tags.ts';
import type { PageHead } from '#web/routing/page-head.tsx';
import { earlyClicksScript } from './early-clicks.ts';
import type { ColourMode } from './preferences.ts';

/** The element that holds the page's data for the browser. */
export const pageDataId = 'page-data';

/** The scripts, styles and fonts a page needs, as addresses. */
export interface PageAssets {
  scripts: readonly string[];
  preloadedModules: readonly string[];
  styles: readonly PageStyle[];
  fonts: readonly string[];
}

/** A style sheet, and its rules where they stand in the page itself. */
export interface PageStyle {
  href: string;
  rules?: string;
}

export interface PageDocument {
  language: LanguageCode;
  colourMode: ColourMode;
  head: PageHead | null;
  /** `https://shop.example` */
  origin: string;
  /** The path and query that were asked for. */
  address: string;
  assets: PageAssets;
  /** The `<style>` element of the styles that were used in rendering. */
  renderedStyles: string;
  body: string;
  /** Given to the browser as JSON. */
  data: unknown;
}

/** The whole HTML document around a rendered page. */
export function renderDocument(page: PageDocument): string {
  const colourClass = page.colourMode === 'system' ? '' : ` class="${page.colourMode}"`;
  return `<!doctype html>
<html lang="${page.language}"${colourClass}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script>${earlyClicksScript}</script>
${headOf(page)}
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${assetsOf(page.assets)}
${page.renderedStyles}
</head>
<body>
<div id="root">${page.body}</div>
<script type="application/json" id="${pageDataId}">${scriptSafe(page.data)}</script>
</body>
</html>
`;
}

function headOf({ head, origin, address, language }: PageDocument): string {
  return headTags(head, { origin, path: address.replace(/\?.*/s, ''), language })
    .map(elementOf)
    .join('\n');
}

function elementOf({ name, attributes, text }: HeadTag): string {
  const written = Object.entries(attributes).map(
    ([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`,
  );
  const start = `<${name}${written.join('')}>`;
  if (text === undefined) return start;
  return `${start}${name === 'script' ? text : escapeHtml(text)}</${name}>`;
}

/**
 * Scripts come last and give way to the picture that is seen first: the page can be read and browsed
 * without them.
 */
function assetsOf({ scripts, preloadedModules, styles, fonts }: PageAssets): string {
  return [
    ...styles.map(styleSheet),
    ...fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`),
    ...scripts.map((src) => `<script type="module" src="${src}" fetchpriority="low"></script>`),
    ...preloadedModules.map((href) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`),
  ].join('\n');
}

/** A disabled link is not fetched. It tells the loader of later screens' scripts that these rules are here. */
function styleSheet({ href, rules }: PageStyle): string {
  if (rules === undefined) return `<link rel="stylesheet" href="${href}">`;
  return `<style>${rules}</style><link rel="stylesheet" href="${href}" disabled>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
