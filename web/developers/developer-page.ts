/** A page of the documentation for developers. */
export interface DeveloperPage {
  /** Begins with `/developers`. */
  path: string;
  title: string;
  /** Markdown, whose first line is the title as a heading. */
  markdown: string;
}

/** The path of the documentation's start page. */
export const developersPath = '/developers';

/** The path of the search. The parameter `q` contains the query. */
export const searchPath = `${developersPath}/search`;

export const maxQueryCharacters = 100;

/** The id of a heading, in GitHub's format, so that links work on GitHub and in the shop. */
export function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
