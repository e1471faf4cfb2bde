import { parseTable } from '../table.ts';

/** The data of one demo book. catalogue.ts looks up or derives all other fields of the product. */
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
  return parseTable(source, 4, 5).map(
    ([title = '', author = '', category = '', mrp = '', description = '']) => {
      const rupees = Number(mrp);
      if (!(rupees > 0))
        throw new Error(`Expected an MRP in rupees: ${title} | ${author} | ${category} | ${mrp}`);
      return { title, author, category, mrp: rupees, description: description === '' ? null : description };
    },
  );
}
