import { describe, expect, it } from 'vitest';
import { findDiscouragedWords } from './discouraged-words.ts';
import { findFilesWithoutLayer, findForbiddenImports } from './import-rules.ts';
import { findLiteralStyles } from './style-tokens.ts';

const createFilesWithImport = (path: string, specifier: string) => [
  { path, text: `import { x } from '${specifier}';\n` },
];

describe('the import rules', () => {
  it('allow a folder to import its own files and those of lower layers, and the entry points to import another tier', () => {
    expect(
      findForbiddenImports(createFilesWithImport('gateway/orders/quote.ts', '../rest/client.ts')),
    ).toEqual([]);
    expect(findForbiddenImports(createFilesWithImport('gateway/orders/quote.ts', './pricing.ts'))).toEqual(
      [],
    );
    expect(
      findForbiddenImports(createFilesWithImport('web/features/cart/Cart.tsx', '#web/ui/Icon.tsx')),
    ).toEqual([]);
    expect(findForbiddenImports(createFilesWithImport('gateway/bin/start.ts', '#web/server.ts'))).toEqual([]);
  });

  it.each([
    ['a higher layer', 'gateway/rest/client.ts', '../catalogue/catalogue-index.ts'],
    ['a higher layer, through a subpath import', 'web/ui/Icon.tsx', '#web/cart/use-wishlist.ts'],
    ['another feature', 'web/features/cart/Cart.tsx', '#web/features/checkout/use-order.ts'],
    ['another tier', 'gateway/http/app.ts', '#web/server.ts'],
    ['the tests', 'gateway/http/app.ts', '#tests/listen.ts'],
  ])('forbid imports of %s', (_, file, specifier) => {
    expect(findForbiddenImports(createFilesWithImport(file, specifier))).toEqual([
      expect.stringContaining(file),
    ]);
  });

  it('apply to dynamic imports too', () => {
    const files = [{ path: 'web/ui/Icon.tsx', text: "const x = () => import('#web/cart/use-wishlist.ts');" }];
    expect(findForbiddenImports(files)).toHaveLength(1);
  });

  it('require a layer for each new folder, except the folder of a new feature', () => {
    expect(findFilesWithoutLayer([{ path: 'gateway/new-folder/file.ts', text: '' }])).toHaveLength(1);
    expect(findFilesWithoutLayer([{ path: 'web/features/new-feature/file.ts', text: '' }])).toEqual([]);
  });
});

describe('the vocabulary check', () => {
  it('reports a discouraged word, its location and what to write instead', () => {
    const files = [{ path: 'gateway/http/app.ts', text: 'const x = 1;\nconst longestWait = 3;\n' }];
    expect(findDiscouragedWords(files)).toEqual([
      'gateway/http/app.ts:2: “longestWait” – write: maxX or minX with the unit: maxResponseBytes.',
    ]);
  });

  it('accepts standard terms', () => {
    const files = [
      { path: 'web/cart/use-wishlist.ts', text: 'const maxWaitMs = 3; // The wishlist is cached.\n' },
    ];
    expect(findDiscouragedWords(files)).toEqual([]);
  });
});

describe('style sheets', () => {
  const createStyleSheets = (text: string, path = 'web/features/home/Slides.module.css') => [{ path, text }];

  it.each([
    '@media (min-width: 768px) {',
    '@media (width < 48rem) {',
    'border-radius: 4px;',
    'border-start-start-radius: 50%;',
    'box-shadow: 0 1px 2px black;',
    'transition: opacity 0.2s;',
    'animation-delay: 100ms;',
  ])('must not contain the literal style %s', (line) => {
    expect(findLiteralStyles(createStyleSheets(`.a {}\n${line}\n`))).toEqual([
      expect.stringContaining(`web/features/home/Slides.module.css:2: “${line}”`),
    ]);
  });

  it.each([
    '@media (--from-md) {',
    '@media (prefers-reduced-motion: reduce) {',
    'border-radius: var(--radius);',
    'box-shadow: none;',
    'transition: opacity var(--duration-fast) var(--delay-short);',
  ])('may contain %s', (line) => {
    expect(findLiteralStyles(createStyleSheets(line))).toEqual([]);
  });

  it('may contain literal values where they define the tokens', () => {
    expect(
      findLiteralStyles(
        createStyleSheets('--radius: 6px;\nborder-radius: 6px;', 'web/app/styles/tokens.css'),
      ),
    ).toEqual([]);
  });
});
