/** What the demo catalogue says of one book; all else about the product is derived from it. */
export interface Title {
  readonly title: string;
  readonly author: string;
  readonly category: string;
  /** Whole rupees. */
  readonly mrp: number;
  readonly description: string | null;
}

/**
 * Reads one title a line: `title | author | category | MRP | description`, the description may be empty.
 * @throws Error naming the line that has not this shape.
 */
export function readTitles(source: string): Title[] {
  return source
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readTitle);
}

function readTitle(line: string): Title {
  const [title = '', author = '', category = '', mrp = '', description = '', ...rest] = line
    .split('|')
    .map((field) => field.trim());
  const rupees = Number(mrp);
  if (title === '' || author === '' || category === '' || !(rupees > 0) || rest.length > 0)
    throw new Error(`Not "title | author | category | MRP | description": ${line}`);
  return { title, author, category, mrp: rupees, description: description === '' ? null : description };
}
