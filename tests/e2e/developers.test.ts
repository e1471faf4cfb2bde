import {
  buildClientSchema,
  buildSchema,
  type IntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { describe, expect, inject, it } from 'vitest';
import { expectNoViolations } from './accessibility.ts';
import { hasChromium, useBrowser } from './browser.ts';
import { readOverflowWidth } from './overflow.ts';

describe.skipIf(!hasChromium)('the documentation for developers', () => {
  const { visit } = useBrowser();

  it('can be read and searched without JavaScript', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    await page.goto('/developers');
    await page
      .getByRole('navigation', { name: 'Documentation' })
      .getByRole('link', { name: 'Errors', exact: true })
      .click();
    await page.getByRole('heading', { name: 'Errors', level: 1 }).waitFor();
    await page.getByRole('searchbox').fill('isbn');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('heading', { name: 'Search' }).waitFor();
    await page.getByRole('link', { name: 'Query: productsByIsbn' }).click();
    await page.getByRole('heading', { name: 'productsByIsbn' }).waitFor();
    expect(await page.locator('script').count()).toBe(0);
  });

  it('opens its examples in the sandbox, with values from the shop as variables', async () => {
    const { page } = await visit();
    await page.goto('/developers/reference/Query#node');
    await page.locator('a[href="/sandbox#example=node"]').click();
    const editor = page.getByRole('region', { name: /editor/i }).first();
    await editor.getByText('query Node').waitFor();
    await page.getByRole('button', { name: /execute query/i }).click();
    const result = page.getByRole('region', { name: /result/i });
    await result.getByText('"price"').waitFor();
  });

  it.each(['/developers', '/developers/errors', '/developers/quick-starts', '/developers/reference/Query'])(
    'is accessible on small and large screens, in light and dark mode: %s',
    async (path) => {
      const { page } = await visit();
      await page.goto(path);
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await readOverflowWidth(page), `${width} px`).toBe(0);
        await expectNoViolations(page);
      }
      await page.emulateMedia({ colorScheme: 'dark' });
      // The two modes differ only in their colours.
      await expectNoViolations(page, { rule: 'color-contrast' });
    },
  );

  it('offers the schema in two equivalent forms, as SDL and as an introspection result', async () => {
    const download = async (path: string) => (await fetch(`${inject('shopUrl')}${path}`)).text();
    const introspection: { data: IntrospectionQuery } = JSON.parse(await download('/schema.json'));
    const print = (schema: ReturnType<typeof buildSchema>) => printSchema(lexicographicSortSchema(schema));
    const sdl = buildSchema(await download('/schema.graphql'));
    expect(print(buildClientSchema(introspection.data))).toBe(print(sdl));
  });

  it('responds with status 404 to the path of an unknown page', async () => {
    const { status } = await fetch(`${inject('shopUrl')}/developers/no-such-page`);
    expect(status).toBe(404);
  });
});
