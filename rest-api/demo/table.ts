/**
 * Parses one row per line, with fields separated by `|`, such as `title | author | category`.
 * @throws Error that quotes the first line with too few or too many fields, or with an empty one among the first
 * `minFields`.
 */
export function parseTable(source: string, minFields: number, maxFields = minFields): string[][] {
  const range = minFields === maxFields ? minFields : `${minFields} to ${maxFields}`;
  return source
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const row = line.split('|').map((field) => field.trim());
      if (row.length < minFields || row.length > maxFields || row.slice(0, minFields).includes(''))
        throw new Error(`Expected ${range} fields, the first ${minFields} not empty: ${line}`);
      return row;
    });
}
