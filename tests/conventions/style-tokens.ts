import type { SourceFile } from './import-rules.ts';

interface LiteralStyle {
  pattern: RegExp;
  instead: string;
}

/** Literal values that style sheets must not contain, because design tokens or breakpoints define them. */
const literalStyles: readonly LiteralStyle[] = [
  {
    pattern: /@media[^{]*\d(?:px|r?em)\b/,
    instead: 'a custom media query such as (--from-md), defined in web/ui/theme/breakpoints.ts',
  },
  {
    pattern: /border-(?:[\w-]+-)?radius:[^;]*\d/,
    instead: 'a token such as var(--radius), defined in web/app/styles/tokens.css',
  },
  {
    pattern: /box-shadow:[^;]*\d/,
    instead: 'a token such as var(--shadow-high), defined in web/app/styles/tokens.css',
  },
  {
    pattern: /\b(?:transition|animation)(?:-duration|-delay)?:[^;]*\b[\d.]+m?s\b/,
    instead: 'a token such as var(--duration-fast), defined in web/app/styles/tokens.css',
  },
];

/** The token definitions, the base styles of HTML elements, print styles, and the sandbox, which is not part of the shop. */
const exemptFiles = /^web\/(?:app\/styles\/(?:tokens|base|print)\.css|sandbox\/)/;

/** The literal breakpoints, radii, shadows and durations in style sheets, each as a line with its location. */
export function findLiteralStyles(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('web/') && path.endsWith('.css') && !exemptFiles.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          literalStyles
            .filter(({ pattern }) => pattern.test(line))
            .map(({ instead }) => `${path}:${index + 1}: “${line.trim()}” – use ${instead}.`),
        ),
    );
}
