/** The data of one demo book, from which all other fields of the product are derived. */
export interface DemoBook {
  readonly title: string;
  readonly author: string;
  readonly category: string;
  /** Whole rupees. */
  readonly mrp: number;
  readonly description: string | null;
}

/**
 * Parses one book per line: `title | author | category | MRP | description`. The description may be empty.
 * @throws Error with the first malformed line.
 */
export function readDemoBooks(source: string): DemoBook[] {
  return source
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readDemoBook);
}

function readDemoBook(line: string): DemoBook {
  const [title = '', author = '', category = '', mrp = '', description = '', ...rest] = line
    .split('|')
    .map((field) => field.trim());
  const rupees = Number(mrp);
  if (title === '' || author === '' || category === '' || !(rupees > 0) || rest.length > 0)
    throw new Error(`Expected "title | author | category | MRP | description": ${line}`);
  return { title, author, category, mrp: rupees, description: description === '' ? null : description };
}
