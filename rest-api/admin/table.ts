import stringWidth from 'string-width';

export type Cell = string | number | null;

/** Longer texts are not cut, but extend their own rows only. */
const maxColumnWidth = 60;

/**
 * Formats rows as a table for a terminal, with a header line. Columns that contain only numbers are aligned to the
 * right. Returns `None.` if there are no rows.
 */
export function formatTable(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return 'None.';
  const texts = [headings, ...rows].map((row) => row.map((value) => formatCell(value)));
  const widths = headings.map((_, column) =>
    Math.min(maxColumnWidth, Math.max(...texts.map((row) => stringWidth(row[column] ?? '')))),
  );
  const isNumeric = headings.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  return texts
    .map((row) =>
      row
        .map((text, column) => {
          const padding = ' '.repeat(Math.max(0, (widths[column] ?? 0) - stringWidth(text)));
          return isNumeric[column] === true ? padding + text : text + padding;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats one record, a line per field. Fields without a value are left out. */
export function formatRecord(fields: readonly (readonly [label: string, value: Cell])[]): string {
  const shown = fields.filter(([, value]) => value !== null && value !== '');
  const width = Math.max(...shown.map(([label]) => stringWidth(label)));
  return shown
    .map(([label, value]) => `${label.padEnd(width)}  ${formatCell(value, `\n${' '.repeat(width + 2)}`)}`)
    .join('\n');
}

/** Excludes the zero-width joiner and non-joiner (U+200D and U+200C), which Devanagari needs. */
const controlCharacters = /\p{Cc}|(?![\u200c\u200d])\p{Cf}/gu;

/** Formats a value as JSON. Control characters are escaped, because raw ones could manipulate the terminal. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(controlCharacters, (character) =>
    character === '\n' ? character : escapeForJson(character),
  );
}

/** Characters beyond U+FFFF become two escape sequences. */
function escapeForJson(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * Removes control characters, which could manipulate the terminal: shoppers entered many of these texts. Tabs become
 * spaces, because they separate words.
 */
export function formatCell(value: Cell, lineBreak = ' '): string {
  if (value === null) return '';
  return String(value)
    .split('\n')
    .map((line) => line.replaceAll('\t', ' ').replaceAll(controlCharacters, ''))
    .join(lineBreak);
}
