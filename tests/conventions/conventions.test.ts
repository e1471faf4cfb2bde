import { describe, expect, it } from 'vitest';
import { findFilesWithoutLayer, findForbiddenImports } from './import-rules.ts';

const importing = (path: string, specifier: string) => [
  { path, text: `import { x } from '${specifier}';\n` },
];

describe('the import rules', () => {
  it('let a folder import from those below it, and its own files', () => {
    expect(findForbiddenImports(importing('gateway/orders/quote.ts', '../rest/client.ts'))).toEqual([]);
    expect(findForbiddenImports(importing('gateway/orders/quote.ts', './pricing.ts'))).toEqual([]);
    expect(findForbiddenImports(importing('web/features/cart/Cart.tsx', '#web/ui/Icon.tsx'))).toEqual([]);
    expect(findForbiddenImports(importing('gateway/bin/start.ts', '#web/server.ts'))).toEqual([]);
  });

  it.each([
    ['a folder above', 'gateway/rest/client.ts', '../catalogue/index.ts'],
    ['a folder above, as a type', 'web/ui/Icon.tsx', '#web/cart/use-cart.ts'],
    ['another feature', 'web/features/cart/Cart.tsx', '#web/features/checkout/use-order.ts'],
    ['another tier', 'gateway/http/app.ts', '#web/server.ts'],
    ['the tests', 'gateway/http/app.ts', '#tests/free-port.ts'],
  ])('refuse imports of %s', (_, file, specifier) => {
    expect(findForbiddenImports(importing(file, specifier))).toEqual([expect.stringContaining(file)]);
  });

  it('see imports on demand too', () => {
    const files = [{ path: 'web/ui/Icon.tsx', text: "const x = () => import('#web/cart/use-cart.ts');" }];
    expect(findForbiddenImports(files)).toHaveLength(1);
  });

  it('ask for a place for each new folder', () => {
    expect(findFilesWithoutLayer([{ path: 'gateway/new-folder/file.ts', text: '' }])).toHaveLength(1);
    expect(findFilesWithoutLayer([{ path: 'web/features/new-feature/file.ts', text: '' }])).toEqual([]);
  });
});
