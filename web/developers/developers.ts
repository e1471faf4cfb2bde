import { readFileSync } from 'node:fs';
import { Kind, parse } from 'graphql';
import { z } from 'zod';
import { escapeHtml } from '../app/escape-html.ts';
import type { Preferences } from '../app/preferences.ts';
import type { Shop } from '../shop/shop.ts';
import { type DeveloperPage, maxQueryCharacters, searchPath } from './developer-page.ts';
import { createGuide } from './guide.ts';
import { type DeveloperFeatures, renderLayout, renderMarkdown } from './layout.ts';
import { createReference, type ExamplesByField, referencePath } from './reference.ts';
import { findSections, splitSections } from './search.ts';

/** The shop's origin in the documents. The pages contain the actual origin instead. */
const documentedOrigin = 'http://localhost:4000';

const sandboxLink = /\[([^\]]+)\]\(http:\/\/localhost:4000\/sandbox\)/g;

/** A link to an example, alone in its paragraph. */
const exampleLink = /^\[[^\]]+\]\(\/sandbox#example=[^)]+\)$/gm;

const exampleVariables = /^Variables:\n\n```json\n.*?^```$/gms;

const readFile = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

/** Renders the documentation page at a URL as HTML; null if there is none. */
type RenderDeveloperPage = (
  url: string,
  origin: string,
  preferences: Pick<Preferences, 'colourMode'>,
) => string | null;

const guide = createGuide();
const reference = createReference(readFile('../../schema.graphql'), readExamples());
const pages = new Map([...guide, ...reference].map((page) => [page.path, page]));
/**
 * The sections that a search covers. They lack the parts that nearly all examples have, so that a search for
 * "variables" or "sandbox" finds the documentation of these words.
 */
const sections = [...pages.values()].flatMap((page) =>
  splitSections({
    ...page,
    markdown: page.markdown.replaceAll(exampleVariables, '').replaceAll(exampleLink, ''),
  }),
);
const menu: ReadonlyArray<{ path: string; title: string }> = [
  ...guide,
  { path: referencePath, title: 'Reference' },
  { path: `${referencePath}/Query`, title: 'Queries' },
  { path: `${referencePath}/Mutation`, title: 'Mutations' },
];

/** The paths of the pages in the menu, for the sitemap. They link to all others. */
export const developerPaths: readonly string[] = menu.map(({ path }) => path);

/**
 * The documentation for developers at `/developers`: docs/partners.md, the changelog of the schema, and a reference
 * made from schema.graphql, with a search. It has no scripts.
 */
export function createDeveloperPages(
  features: DeveloperFeatures,
  shop: Pick<Shop, 'name' | 'icon'>,
): RenderDeveloperPage {
  return (url, origin, { colourMode }) => {
    const { pathname: path, searchParams } = new URL(url, documentedOrigin);
    const query = (path === searchPath && searchParams.get('q')?.trim().slice(0, maxQueryCharacters)) || '';
    const page = path === searchPath ? createResultsPage(query) : pages.get(path);
    if (page === undefined) return null;
    const markdown = features.sandbox ? page.markdown : removeSandboxLinks(page.markdown);
    const content = renderMarkdown(markdown.replaceAll(documentedOrigin, origin));
    return renderLayout({
      title: page.title,
      content,
      path,
      origin,
      menu,
      colourMode,
      query,
      features,
      shop,
    });
  };
}

function removeSandboxLinks(markdown: string): string {
  return markdown.replaceAll(exampleLink, '').replaceAll(sandboxLink, '$1');
}

function createResultsPage(query: string): DeveloperPage {
  return { path: searchPath, title: 'Search', markdown: `# Search\n\n${renderResults(query)}` };
}

function renderResults(query: string): string {
  const allTypes = `[list of all types](${referencePath})`;
  if (query === '') return `Enter the words to search for, or look at the ${allTypes}.`;
  const results = findSections(sections, query);
  if (results.length === 0) return `Nothing contains all these words. Try fewer, or look at the ${allTypes}.`;
  const list = results.map(({ href, title }) => `<li><a href="${href}">${escapeHtml(title)}</a></li>`);
  return `<ul>\n${list.join('\n')}\n</ul>`;
}

/** The first example of the sandbox for each field of `Query` and `Mutation`. */
function readExamples(): ExamplesByField {
  const list = z
    .array(z.object({ id: z.string(), variables: z.record(z.string(), z.unknown()) }))
    .parse(JSON.parse(readFile('../sandbox/examples.json')));
  const examples = new Map<string, string>();
  for (const { id, variables } of list) {
    const text = readFile(`../sandbox/examples/${id}.graphql`);
    for (const definition of parse(text).definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
      for (const selection of definition.selectionSet.selections) {
        if (selection.kind === Kind.FIELD && !examples.has(selection.name.value))
          examples.set(selection.name.value, describeExample(id, text, variables));
      }
    }
  }
  return examples;
}

/**
 * Describes an example in Markdown. A placeholder such as `{{productId}}`, which the sandbox replaces with a value, is
 * shown as `<productId>`.
 */
function describeExample(id: string, text: string, variables: Record<string, unknown>): string {
  const json = JSON.stringify(variables, null, 2).replaceAll(/\{\{(\w+)\}\}/g, '<$1>');
  return [
    `\`\`\`graphql\n${text.trim()}\n\`\`\``,
    ...(json === '{}' ? [] : ['Variables:', `\`\`\`json\n${json}\n\`\`\``]),
    `[Open in the sandbox](/sandbox#example=${id})`,
  ].join('\n\n');
}
