import { z } from 'zod';
import { type Area, type Check, given, type Known } from '../check.ts';
import { emptyList, listOf, one, status, where } from '../expectations.ts';
import { category, product } from '../shapes.ts';

type Dimension = 'category' | 'publisher' | 'author' | 'language';

const products = z.array(product);
const nobody = 'No Such Name 7f3a';

/** A value of the dimension, as the host spells it. */
function someValue(known: Known, dimension: Dimension): string | undefined {
  return known.products.map((record) => record[dimension]).find((value) => !!value?.trim()) ?? undefined;
}

function filter(path: string, dimension: Dimension): Check[] {
  const loses = `the pages of one ${dimension} until the whole list is there`;
  return [
    {
      call: `GET ${path}?${dimension}=`,
      loses,
      request: (known) =>
        given(someValue(known, dimension), `no product has a ${dimension}`, (value) => ({
          method: 'GET',
          path,
          query: { [dimension]: value },
        })),
      expects: [
        status(200),
        listOf(product, 'a product'),
        where(products, `just the products of that ${dimension}`, (found, known) =>
          difference(found, known, dimension),
        ),
      ],
    },
    {
      call: `GET ${path}?${dimension}= of an unknown name`,
      loses,
      request: () => ({ method: 'GET', path, query: { [dimension]: nobody } }),
      expects: [emptyList],
    },
  ];
}

function difference(
  found: z.output<typeof products>,
  known: Known,
  dimension: Dimension,
): string | undefined {
  const value = someValue(known, dimension);
  const foreign = found.find((record) => record[dimension] !== value);
  if (foreign !== undefined) return `product ${foreign.id} of ${dimension} ${foreign[dimension]}`;
  const ids = new Set(found.map(({ id }) => String(id)));
  const missing = known.products.find((record) => record[dimension] === value && !ids.has(String(record.id)));
  return missing === undefined ? undefined : `product ${missing.id} is missing`;
}

/** Some hosts answer with a list of one. */
const oneCategory = z.union([category, z.tuple([category]).transform(([only]) => only)]);

export const filters: Area = {
  name: 'Products of one category, publisher, author, language',
  checks: [
    ...filter('/productsByCategory', 'category'),
    ...filter('/ProductsByPublisher', 'publisher'),
    ...filter('/ProductsByAuthor', 'author'),
    ...filter('/ProductsByLanguage', 'language'),
    {
      call: 'GET /CategoryByCategoryName?categoryName=',
      loses: 'the picture of a category until the whole list is there',
      request: (known) =>
        given(someValue(known, 'category'), 'no product has a category', (categoryName) => ({
          method: 'GET',
          path: '/CategoryByCategoryName',
          query: { categoryName },
        })),
      expects: [
        status(200),
        one(oneCategory, 'a category'),
        where(oneCategory, 'the one that was asked for', (found, known) =>
          found.categoryName === someValue(known, 'category') ? undefined : `category ${found.categoryName}`,
        ),
      ],
    },
    {
      call: 'GET /CategoryByCategoryName of an unknown name',
      loses: 'the page that says that there is no such category',
      request: () => ({ method: 'GET', path: '/CategoryByCategoryName', query: { categoryName: nobody } }),
      expects: [
        {
          claim: 'status 404 (or null, or [])',
          fault: (answer) => {
            const isEmpty = answer.status === 200 && /^(null|\[\]|)$/.test(answer.text.trim());
            return isEmpty || answer.status === 404 ? undefined : `status ${answer.status}`;
          },
        },
      ],
    },
  ],
};
