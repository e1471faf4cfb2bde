// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  buildSchema,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { createDeveloperPages } from '#web/developers/developers.ts';

const root = path.join(import.meta.dirname, '../..');
const schema = buildSchema(readFileSync(path.join(root, 'schema.graphql'), 'utf8'));
const types = Object.values(schema.getTypeMap()).filter(
  ({ name }) => !name.startsWith('__') && !['ID', 'String', 'Int', 'Float', 'Boolean'].includes(name),
);
const shop = { name: 'Books & More', icon: '/favicon.svg' };
const render = createDeveloperPages({ sandbox: true, introspection: true }, shop);
const origin = 'https://shop.example';

function openPage(url: string): string {
  return render(url, origin, { colourMode: 'system' }) ?? expect.fail(`no page at ${url}`);
}

const listAnchors = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
const listLinks = (html: string) =>
  [...html.matchAll(/ href="(\/developers[^"]*|#[^"]*)"/g)].map(([, href = '']) => href);
const readText = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Expects that the type has a page, which contains all its values or fields. */
function expectReference(type: GraphQLNamedType): void {
  const html = openPage(`/developers/reference/${type.name}`);
  const anchors = listAnchors(html);
  const text = readText(html).replaceAll(/\s+/g, ' ');
  if (isEnumType(type)) {
    for (const { name } of type.getValues()) expect(anchors, type.name).toContain(name.toLowerCase());
  }
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return;
  for (const field of Object.values(type.getFields())) {
    const coordinate = `${type.name}.${field.name}`;
    expect(anchors, coordinate).toContain(field.name.toLowerCase());
    expect(text, coordinate).toContain(`${field.name}: ${field.type}`);
    const reason = field.deprecationReason?.replaceAll('`', '');
    if (reason !== undefined) expect(text, coordinate).toContain(`Deprecated. ${reason}`);
    for (const argument of 'args' in field ? field.args : [])
      expect(text, coordinate).toContain(`${argument.name}: ${argument.type}`);
  }
}

/** The HTML of all pages that can be reached by links from `/developers`, by path. */
function crawl(): Map<string, string> {
  const visited = new Map<string, string>();
  const queue = ['/developers'];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (visited.has(path)) continue;
    const html = openPage(path);
    visited.set(path, html);
    queue.push(...listLinks(html).flatMap((href) => href.replace(/[#?].*/, '') || []));
  }
  return visited;
}

describe('the documentation for developers', () => {
  it('has a page for each type, with its fields, arguments and values, and says what fields cost', () => {
    expect(types.length).toBeGreaterThan(100);
    for (const type of types) expectReference(type);
    expect(openPage('/developers/reference/Mutation')).toMatch(/addToCart:.*?Cost: 50 points\./s);
    expect(openPage('/developers/reference/Query')).toContain(
      'The cost grows with <code>first</code> or <code>last</code>; if neither is set, the list counts as 20 items, unless the gateway knows its length.',
    );
  });

  it('says what a field costs without an argument only if the argument is optional', () => {
    expect(openPage('/developers/reference/Query')).toContain('The cost grows with <code>ids</code>.');
    expect(openPage('/developers/reference/Query')).not.toContain('<code>ids</code>; if');
  });

  it('shows examples at fields of Query, but not at fields of the same name in Product', () => {
    expect(openPage('/developers/reference/Query')).toContain('query Listing');
    expect(openPage('/developers/reference/Product')).not.toContain('<pre');
  });

  it('lists the fields of a type above their descriptions if it has many', () => {
    const listLinksAbove = (type: string) =>
      listLinks(/<main.*?(?=<h2)/s.exec(openPage(`/developers/reference/${type}`))?.[0] ?? '');
    expect(listLinksAbove('Mutation')).toContain('/developers/reference/Mutation#movetocart');
    expect(listLinksAbove('Coupon')).toEqual(['/developers/reference/Node']);
  });

  it('shows the variables of an example, and links to the example in the sandbox if there is one', () => {
    const text = readText(openPage('/developers/reference/Mutation'));
    expect(text).toMatch(
      /mutation AddToCart\(.*?Variables:\s+{\s+"input": {\s+"productId": "<productNotInCartId>"/s,
    );
    const html = openPage('/developers/reference/Query');
    const ids = [...html.matchAll(/<a href="\/sandbox#example=([^"]*)">/g)].map(([, id]) => id);
    expect(ids).toContain('listing');
    for (const id of ids)
      expect(existsSync(path.join(root, `web/sandbox/examples/${id}.graphql`)), id).toBe(true);
    const renderWithout = createDeveloperPages({ sandbox: false, introspection: true }, shop);
    const openWithout = (url: string) => renderWithout(url, origin, { colourMode: 'system' }) ?? '';
    expect(openWithout('/developers/reference/Query')).toContain('query Listing');
    for (const type of ['Query', 'Mutation'])
      expect(openWithout(`/developers/reference/${type}`)).not.toContain('sandbox');
  });

  it("has pages for the guide and the changelog, with the shop's origin in URLs, but none for unknown paths", () => {
    for (const [page, words] of [
      ['', 'a quota of their own'],
      ['/quick-starts', `curl -s --compressed ${origin}/graphql`],
      ['/authentication', 'API_KEY_INVALID'],
      ['/web-and-mobile-apps', 'NOT_SIGNED_IN'],
      ['/pagination', 'endCursor'],
      ['/keeping-a-copy-up-to-date', 'productChanges'],
      ['/compression-and-caching', 'If-None-Match'],
      ['/cost-and-quota', 'extensions'],
      ['/errors', 'RATE_LIMITED'],
      ['/versions', 'deprecated'],
      ['/changelog', '1.0.0'],
    ] as const) {
      expect(readText(openPage(`/developers${page}`)), page).toContain(words);
    }
    expect(render('/developers/no-such-page', origin, { colourMode: 'system' })).toBeNull();
  });

  it('tells search engines the name of the shop, the topic of each page, and its URL', () => {
    const html = openPage('/developers/errors');
    expect(html).toContain('<title>Errors – Developers – Books &amp; More</title>');
    expect(html).toContain(`<link rel="canonical" href="${origin}/developers/errors">`);
    for (const [path, page] of crawl()) {
      const [, description] = /<meta name="description" content="([^"]*)">/.exec(page) ?? [];
      expect(description, path).toMatch(/^[^<]{9,300}\.$/);
    }
    const results = openPage('/developers/search?q=isbn');
    expect(results).toContain('<meta name="robots" content="noindex">');
    expect(results).not.toContain('rel="canonical"');
  });

  it.each([
    [
      { sandbox: true, introspection: true },
      ['/schema.graphql', '/schema.json', `/sandbox`, `${origin}/sandbox`],
    ],
    [{ sandbox: false, introspection: false }, []],
  ])('links to the sandbox and the schema files only if the shop serves them: %j', (features, expected) => {
    const html = createDeveloperPages(features, shop)('/developers', origin, { colourMode: 'system' }) ?? '';
    const links = [...html.matchAll(/ href="([^"]*(?:sandbox|\/schema\.)[^"]*)"/g)].map(([, href]) => href);
    expect(links.sort()).toEqual(expected.sort());
    // Without the sandbox, the text of its link remains.
    expect(html).toContain('sandbox');
  });

  it('has no broken links to its own pages and headings', () => {
    const pages = crawl();
    expect(pages.size).toBeGreaterThan(types.length);
    for (const [path, html] of pages) {
      for (const href of listLinks(html)) {
        const [page = '', anchor] = href.split('#');
        const target = page === '' ? html : pages.get(page);
        expect(target, `${path} links to ${href}`).toBeDefined();
        if (anchor !== undefined) expect(listAnchors(target ?? ''), href).toContain(anchor);
      }
    }
  });

  it('can be searched for all words of a query, with the best match first', () => {
    const find = (query: string) =>
      [...openPage(`/developers/search?q=${encodeURIComponent(query)}`).matchAll(/<li><a href="([^"]*)">/g)]
        .map(([, href]) => href)
        .filter((href) => !menu.includes(href));
    const menu = [...openPage('/developers').matchAll(/<li><a href="([^"]*)"/g)].map(([, href]) => href);
    expect(find('productsByIsbn')[0]).toBe('/developers/reference/Query#productsbyisbn');
    expect(find('ProductConnection')[0]).toBe('/developers/reference/ProductConnection');
    expect(find('retry-after')).toContain('/developers/errors#other-errors');
    expect(find('retry-after no-such-word')).toEqual([]);
    // The search ignores the variables of examples, because nearly every example has some.
    expect(find('variables')).not.toContain('/developers/reference/Mutation#addtocart');
  });

  it.each(['', '?q=', '?q=%20'])('asks for words if it is searched without any: %j', (query) => {
    const text = readText(openPage(`/developers/search${query}`));
    expect(text).toContain('Enter the words to search for');
    expect(text).not.toContain('Nothing contains');
  });

  it('escapes the text of a search', () => {
    const html = openPage(`/developers/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;');
    expect(html).not.toContain('<script');
  });
});
