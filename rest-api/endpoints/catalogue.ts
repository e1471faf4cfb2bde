import { z } from 'zod';
import { todayInIndia } from '../calendar.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { CatalogueLists } from '../catalogue/list-records.ts';
import type { Dimension } from '../catalogue/snapshot.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { HttpError } from '../http/errors.ts';
import { readId, readQuery, text } from '../http/input.ts';
import { sendPrepared } from '../http/send.ts';

const categoryNameInQuery = z.object({ categoryName: text(1000) });

/**
 * Every record was checked when it was stored, so a list that is suddenly short is what its owner imported.
 * Without this a gateway keeps the list it had.
 */
const validated = ['Catalogue-Validated', 'true'] as const;

/** What visitors read: products, the lists beside them, and the contents of the home page (requirements.md 7). */
export function catalogueEndpoints(catalogue: Catalogue): Endpoint[] {
  return [
    {
      method: 'get',
      path: '/getproductbyid/:id',
      answer: async (request, response) => {
        const id = readId(request);
        const product = (await catalogue.snapshot()).product(id);
        if (product === undefined) throw new HttpError(404, 'Product not found');
        await sendPrepared(request, response, product);
      },
    },
    {
      method: 'get',
      path: '/getallproducts',
      answer: async (request, response) => {
        response.setHeader(...validated);
        await sendPrepared(request, response, (await catalogue.snapshot()).allProducts());
      },
    },
    productsBy('/productsByCategory', 'category', catalogue),
    productsBy('/ProductsByPublisher', 'publisher', catalogue),
    productsBy('/ProductsByAuthor', 'author', catalogue),
    productsBy('/ProductsByLanguage', 'language', catalogue),
    {
      method: 'get',
      path: '/CategoryByCategoryName',
      answer: async (request, response) => {
        const { categoryName } = readQuery(request, categoryNameInQuery);
        const category = (await catalogue.snapshot()).category(categoryName);
        if (category === undefined) throw new HttpError(404, 'Category not found');
        response.json(category);
      },
    },
    list('/getallCategory', 'categories', catalogue),
    list('/AllPublishers', 'publishers', catalogue),
    list('/AllAuthors', 'authors', catalogue),
    list('/AllLanguages', 'languages', catalogue),
    list('/AllCoupons', 'coupons', catalogue),
    list('/AllMarketting', 'marketingPosts', catalogue),
    list('/AllSlideImages', 'slides', catalogue),
    {
      method: 'get',
      path: '/TodaysNotifications',
      answer: async (request, response) =>
        sendPrepared(request, response, (await catalogue.snapshot()).notifications(todayInIndia())),
    },
  ];
}

function list(path: string, name: keyof CatalogueLists, catalogue: Catalogue): Endpoint {
  return {
    method: 'get',
    path,
    answer: async (request, response) => {
      response.setHeader(...validated);
      await sendPrepared(request, response, (await catalogue.snapshot()).list(name));
    },
  };
}

/** The products of one value of a dimension, which is also the name in the query. */
function productsBy(path: string, dimension: Dimension, catalogue: Catalogue): Endpoint {
  const shape = z.object({ [dimension]: text(1000) });
  return {
    method: 'get',
    path,
    answer: async (request, response) => {
      const value = readQuery(request, shape)[dimension] ?? '';
      await sendPrepared(request, response, (await catalogue.snapshot()).productsBy(dimension, value));
    },
  };
}
