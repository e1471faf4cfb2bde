import { readFileSync } from 'node:fs';
import { Marked } from 'marked';
import { escapeHtml } from '../app/escape-html.ts';
import type { ColourMode } from '../app/preferences.ts';
import type { Shop } from '../shop/shop.ts';
import { developersPath, maxQueryCharacters, searchPath, slugify } from './developer-page.ts';

const readStyles = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const styles = ['../app/styles/tokens.css', 'developers.css'].map(readStyles).join('\n');

interface LayoutOptions {
  title: string;
  /** The content as HTML. */
  content: string;
  /** The path of the current page. */
  path: string;
  /** The scheme and host of the shop, such as `https://shop.example`. */
  origin: string;
  /** Links of the menu. */
  menu: ReadonlyArray<{ path: string; title: string }>;
  colourMode: ColourMode;
  /** The text in the search field. */
  query: string;
  /** Determines whether the layout links to the sandbox and to the files of the schema. */
  features: DeveloperFeatures;
  shop: Pick<Shop, 'name' | 'icon'>;
}

/** The features for developers that a shop can switch off. */
export interface DeveloperFeatures {
  /** The GraphQL sandbox. */
  sandbox: boolean;
  /** Introspection, and the schema as files. */
  introspection: boolean;
}

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${slugify(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    // Wide content scrolls, so it must be focusable for keyboard users.
    code({ text }) {
      return `<pre tabindex="0"><code>${escapeHtml(text)}\n</code></pre>\n`;
    },
  },
  hooks: {
    postprocess: (html) =>
      html
        .replaceAll('<table>', '<div class="table" role="group" aria-label="Table" tabindex="0"><table>')
        .replaceAll('</table>', '</table></div>'),
  },
});

/**
 * Whole sentences of up to 200 characters in all, which is more than search engines show; or one sentence, if the first
 * is longer.
 */
const descriptionPattern = /^(?:.{1,199}|.*?)\.(?=\s|$)/;

const schemaDownloads =
  '<p>Download the schema: <a href="/schema.graphql" download>SDL</a>, <a href="/schema.json" download>introspection</a></p>';

export function renderMarkdown(markdown: string): string {
  return marked.parse(markdown, { async: false });
}

/** The first sentences of the content, as HTML without tags. The colon before an example becomes a full stop. */
function describeContent(content: string): string {
  const [introduction = ''] = /<(?:p|li)>.*?(?=<h2|$)/s.exec(content) ?? [];
  const paragraphs = [...introduction.matchAll(/<(p|li)>(.*?)<\/\1>/gs)].map(([, , html = '']) =>
    html
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
      .replace(/:$/, '.'),
  );
  return descriptionPattern.exec(paragraphs.join(' '))?.[0] ?? '';
}

/** Renders a page as an HTML document with inline styles and no scripts. */
export function renderLayout({
  title,
  content,
  path,
  origin,
  menu,
  colourMode,
  query,
  features,
  shop,
}: LayoutOptions): string {
  const sandboxLink = features.sandbox ? ' <a href="/sandbox">Sandbox</a>' : '';
  const items = menu.map(
    (item) =>
      `<li><a href="${item.path}"${item.path === path ? ' aria-current="page"' : ''}>${escapeHtml(item.title)}</a></li>`,
  );
  const searchEngineTags =
    path === searchPath
      ? '<meta name="robots" content="noindex">'
      : `<meta name="description" content="${describeContent(content)}">
<link rel="canonical" href="${escapeHtml(origin + path)}">`;
  return `<!doctype html>
<html lang="en"${colourMode === 'system' ? '' : ` class="${colourMode}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${title} – Developers – ${shop.name}`)}</title>
${searchEngineTags}
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${escapeHtml(shop.icon)}">
<style>
${styles}
</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="home" href="${developersPath}">${escapeHtml(shop.name)} Developers</a>
<form role="search" action="${searchPath}">
<input type="search" name="q" value="${escapeHtml(query)}" aria-label="Search the documentation" placeholder="Search" required maxlength="${maxQueryCharacters}">
<button>Search</button>
</form>
<nav aria-label="Shop"><a href="/">Shop</a>${sandboxLink}</nav>
</header>
<div class="columns">
<nav class="menu" aria-label="Documentation">
<ul>
${items.join('\n')}
</ul>
${features.introspection ? schemaDownloads : ''}
</nav>
<main id="content">
${content}
</main>
</div>
</body>
</html>
`;
}
