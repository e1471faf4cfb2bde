import { readFileSync } from 'node:fs';
import { type DeveloperPage, developersPath, slugify } from './developer-page.ts';
import { referencePath } from './reference.ts';

const readDocument = (name: string) =>
  readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8').replaceAll(/^<!--.*-->\n/gm, '');

const changelogPath = `${developersPath}/changelog`;

/**
 * The guide: a page for each section of docs/partners.md, and the changelog of the schema. The text above the first
 * section is the start page.
 */
export function createGuide(): DeveloperPage[] {
  const [introduction = '', ...sections] = readDocument('partners.md').split(/^## /m);
  const pages = [
    { path: developersPath, text: introduction },
    ...sections.map((text) => ({
      path: `${developersPath}/${slugify(readTitle(text))}`,
      text: `# ${raiseHeadings(text)}`,
    })),
    { path: changelogPath, text: readDocument('schema-changelog.md') },
  ];
  const pathByAnchor = new Map(
    pages.flatMap(({ path, text }) =>
      [...text.matchAll(/^(#+) (.*)$/gm)].map(([, level, heading = '']): [string, string] => {
        const anchor = slugify(heading);
        return [anchor, level === '#' ? path : `${path}#${anchor}`];
      }),
    ),
  );
  return pages.map(({ path, text }) => ({
    path,
    title: readTitle(text.replace(/^# /, '')),
    markdown: linkPages(text, pathByAnchor),
  }));
}

function readTitle(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** Raises the headings below a section by a level, because the section becomes a page. */
function raiseHeadings(text: string): string {
  return text.replaceAll(/^#(#+ )/gm, '$1');
}

/** Replaces links between documents of the repository with links between pages. */
function linkPages(text: string, pathByAnchor: ReadonlyMap<string, string>): string {
  return text
    .replaceAll(/\]\((?:partners\.md)?#([\w-]+)\)/g, (_, anchor: string) => {
      const path = pathByAnchor.get(anchor);
      if (path === undefined) throw new Error(`The documentation has no heading for #${anchor}.`);
      return `](${path})`;
    })
    .replaceAll('](schema-changelog.md)', `](${changelogPath})`)
    .replaceAll('](../schema.graphql)', `](${referencePath})`)
    .replaceAll(/\]\(partners\.md\)/g, `](${developersPath})`);
}
