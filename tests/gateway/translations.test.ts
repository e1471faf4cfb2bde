import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { at, postGraphQL } from './graphql-call.ts';
import { setUpRestHost, startGateway } from './harness.ts';
import { hostUrl } from './rest-host.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();

const document = `{
  category(name: "Novels") { name translations { language name } }
  products(filter: { categories: ["Novels"] }) {
    nodes { description translations { language description } }
    facets {
      categories { value selected translations { language name } }
      authors { value translations { language name } }
    }
  }
  searchSuggestions(search: "novel") { ... on Category { translations { language name } } }
  slides { title image translations { language title image(width: 320) } }
  marketingPosts { title translations { language title } }
  notifications { text translations { language text } }
}`;

/** Runs the document in a new gateway: first for a client without a preferred language, then for clients with one. */
async function query() {
  const shop = await startGateway();
  const { data, errors } = await shop.graphql(document);
  // Some occur twice, because the response cache stores a response only when its request is repeated.
  const languages = ['mr', 'hi', 'mr', 'hi', 'en'];
  const dataByPreference: unknown[] = [];
  for (const language of languages) dataByPreference.push(await fetchIn(shop.url, language));
  await shop.close();
  expect(errors).toEqual([]);
  return { data, dataByPreference };
}

/** Runs the document for a client that prefers a language. */
async function fetchIn(url: string, language: string): Promise<unknown> {
  const response = await postGraphQL(url, { query: document }, { 'accept-language': language });
  return at(await response.json(), 'data');
}

describe('the texts of a host with translations', () => {
  it('are returned in all its languages, together with the original, which filters use', async () => {
    rest.host.categories = [
      {
        id: 1,
        categoryName: 'Novels',
        thumbnail: null,
        categoryNameMr: ' कादंबऱ्या ',
        categoryNameHi: 'उपन्यास',
      },
    ];
    rest.host.products = [
      { ...createProductRecord(1), category: 'Novels', description: 'A tale.', descriptionHi: 'एक कहानी।' },
    ];
    rest.server.use(
      http.get(`${hostUrl}/AllSlideImages`, () =>
        HttpResponse.json([
          {
            id: 1,
            title: 'Poems',
            thumbnailFile: '/files/slides/1.svg',
            link: '/product',
            titleMr: 'कविता',
            titleHi: '',
            thumbnailFileMr: '/files/slides/1-mr.svg',
          },
        ]),
      ),
      http.get(`${hostUrl}/AllMarketting`, () =>
        HttpResponse.json([{ id: 1, title: 'Gifts', image: null, link: '/', titleMr: 'भेटी', titleEn: null }]),
      ),
      http.get(`${hostUrl}/TodaysNotifications`, () =>
        HttpResponse.json([{ notification: 'Closed', notificationMr: 'बंद', notificationHi: { no: 'text' } }]),
      ),
    );
    const { data, dataByPreference } = await query();
    const names = [
      { language: 'mr', name: 'कादंबऱ्या' },
      { language: 'hi', name: 'उपन्यास' },
    ];
    expect(at(data, 'category')).toEqual({ name: 'Novels', translations: names });
    expect(at(data, 'products.nodes.0')).toEqual({
      description: 'A tale.',
      translations: [{ language: 'hi', description: 'एक कहानी।' }],
    });
    expect(at(data, 'products.facets.categories')).toEqual([
      { value: 'Novels', selected: true, translations: names },
    ]);
    expect(at(data, 'products.facets.authors.0.translations')).toEqual([]);
    expect(at(data, 'searchSuggestions')).toContainEqual({ translations: names });
    expect(at(data, 'slides.0')).toMatchObject({
      title: 'Poems',
      translations: [{ language: 'mr', title: 'कविता', image: expect.stringMatching(/1-mr.*width=320/) }],
    });
    expect(at(data, 'marketingPosts')).toEqual([
      { title: 'Gifts', translations: [{ language: 'mr', title: 'भेटी' }] },
    ]);
    expect(at(data, 'notifications')).toEqual([
      { text: 'Closed', translations: [{ language: 'mr', text: 'बंद' }] },
    ]);
    // The response contains all languages, so that it can be cached for all clients. Each client chooses one.
    expect(dataByPreference).toEqual(dataByPreference.map(() => data));
  });
});

describe('the texts of a host without translations', () => {
  it('are returned with empty lists of translations', async () => {
    const { data } = await query();
    expect(at(data, 'category')).toEqual({ name: 'Novels', translations: [] });
    expect(at(data, 'products.facets.categories.0.translations')).toEqual([]);
    expect(at(data, 'products.nodes.0.translations')).toEqual([]);
    expect(at(data, 'slides.0')).toMatchObject({ title: 'Slide', translations: [] });
    expect(at(data, 'marketingPosts.0')).toEqual({ title: 'Post', translations: [] });
    expect(at(data, 'notifications.0')).toEqual({ text: 'Free delivery in Pune.', translations: [] });
  });
});

it('a category that only products mention has no translations', async () => {
  rest.host.categories = [];
  rest.host.products = [{ ...createProductRecord(1), category: 'Only in a product' }];
  const shop = await startGateway();
  const { data } = await shop.graphql(`{ product(sku: "1") { category { translations { name } } } }`);
  await shop.close();
  expect(at(data, 'product.category')).toEqual({ translations: [] });
});
