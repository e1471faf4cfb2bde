import { Marked } from 'marked';
import { type DeveloperPage, slugify } from './developer-page.ts';

/** A section of a page, as the search index stores it. */
interface Section {
  href: string;
  /** The page's title, followed by the section's heading except in the first section of the page. */
  title: string;
  /** The heading in lower case. */
  heading: string;
  /** In lower case. */
  text: string;
}

const maxResults = 50;

/** The sections that contain all words of the query. Matches in headings come first, exact ones before all others. */
export function findSections(sections: readonly Section[], query: string): Section[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const phrase = words.join(' ');
  return sections
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map((section) => ({ section, rank: rankHeading(section.heading, phrase, words) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxResults)
    .map(({ section }) => section);
}

function rankHeading(heading: string, phrase: string, words: readonly string[]): number {
  if (heading === phrase) return 0;
  if (heading.startsWith(phrase)) return 1;
  return words.every((word) => heading.includes(word)) ? 2 : 3;
}

/** The sections of a page, one for each heading. */
export function splitSections({ path, title, markdown }: DeveloperPage): Section[] {
  const sections: Section[] = [];
  for (const token of new Marked().lexer(markdown)) {
    if (token.type !== 'heading') {
      const section = sections.at(-1);
      if (section !== undefined) section.text += token.raw.toLowerCase();
      continue;
    }
    const isFirst = sections.length === 0;
    const heading = String(token.text);
    sections.push({
      href: isFirst ? path : `${path}#${slugify(heading)}`,
      title: isFirst ? title : `${title}: ${heading}`,
      heading: heading.toLowerCase(),
      text: `${title} ${heading} `.toLowerCase(),
    });
  }
  return sections;
}
