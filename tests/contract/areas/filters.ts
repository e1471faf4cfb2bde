import { z } from 'zod';
import { categoryResponseSchema, productSchema } from '#gateway/rest/catalogue-schema.ts';
import { type Area, type Check, type RunState, requestWith } from '../check.ts';
import { bodyMatching, emptyList, listOf, record, success } from '../expectations.ts';

type Dimension = 'category' | 'publisher' | 'author' | 'language';

const products = z.array(productSchema);
const unknownName = 'No Such Name 7f3a';

/** Finds the first value of a dimension among the products. */
function findFirstValue(state: RunState, dimension: Dimension): string | undefined {
  return state.products.map((record) => record[dimension]).find((value) => value !== null) ?? undefined;
}

function createFilterChecks(path: string, dimension: Dimension): Check[] {
  const impact = `${dimension} pages until the gateway has loaded the list of all products`;
  return [
    {
      call: `GET ${path}?${dimension}=`,
      impact,
      request: (state) =>
        requestWith(findFirstValue(state, dimension), `no product has a value for ${dimension}`, (value) => ({
          method: 'GET',
          path,
          query: { [dimension]: value },
        })),
      expects: [
        success,
        listOf(productSchema, 'products'),
        bodyMatching(products, `all products of that ${dimension} and no others`, (found, state) =>
          findDifference(found, state, dimension),
        ),
      ],
    },
    {
      call: `GET ${path}?${dimension}= with an unknown name`,
      impact,
      request: () => ({ method: 'GET', path, query: { [dimension]: unknownName } }),
      expects: [emptyList(404, 400)],
    },
  ];
}

function findDifference(
  found: z.output<typeof products>,
  state: RunState,
  dimension: Dimension,
): string | undefined {
  const value = findFirstValue(state, dimension);
  const unexpected = found.find((record) => record[dimension] !== value);
  if (unexpected !== undefined) return `product ${unexpected.id} of ${dimension} ${unexpected[dimension]}`;
  const ids = new Set(found.map(({ id }) => String(id)));
  const missing = state.products.find((record) => record[dimension] === value && !ids.has(String(record.id)));
  return missing === undefined ? undefined : `product ${missing.id} is missing`;
}

export const filters: Area = {
  name: 'Products of one category, publisher, author or language',
  checks: [
    ...createFilterChecks('/productsByCategory', 'category'),
    ...createFilterChecks('/ProductsByPublisher', 'publisher'),
    ...createFilterChecks('/ProductsByAuthor', 'author'),
    ...createFilterChecks('/ProductsByLanguage', 'language'),
    {
      call: 'GET /CategoryByCategoryName?categoryName=',
      impact: 'the image of a category until the gateway has loaded the list of all products',
      request: (state) =>
        requestWith(findFirstValue(state, 'category'), 'no product has a category', (categoryName) => ({
          method: 'GET',
          path: '/CategoryByCategoryName',
          query: { categoryName },
        })),
      expects: [
        success,
        record(categoryResponseSchema, 'a category'),
        bodyMatching(categoryResponseSchema, 'the requested category', (found, state) =>
          found?.name === findFirstValue(state, 'category') ? undefined : `category ${found?.name}`,
        ),
      ],
    },
    {
      call: 'GET /CategoryByCategoryName with an unknown name',
      impact: 'the page for an unknown category until the gateway has loaded the list of all products',
      request: () => ({
        method: 'GET',
        path: '/CategoryByCategoryName',
        query: { categoryName: unknownName },
      }),
      expects: [emptyList(404, 400)],
    },
  ],
};
