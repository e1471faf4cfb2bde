import { z } from 'zod';
import { todayInIndia } from '../calendar.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { CatalogueLists } from '../catalogue/list-records.ts';
import type { Dimension } from '../catalogue/snapshot.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { HttpError } from '../http/errors.ts';
import { readId, readQuery, text } from '../http/input.ts';
import { sendCached } from '../http/send.ts';

const categoryNameInQuery = z.object({ categoryName: text(1000) });

/**
 * Tells the gateway that every record was validated at import. A list that suddenly shrinks is then intended;
 * without this header the gateway keeps its last list instead.
 */
const validatedHeader = ['Catalogue-Validated', 'true'] as const;

/** Public reads: products, the other lists of the catalogue, and the content of the home page (requirements.md 7). */
export function catalogueEndpoints(catalogue: Catalogue): Endpoint[] {
  return [
    {
      method: 'get',
      path: '/getproductbyid/:id',
      handle: async (request, response) => {
        const id = readId(request);
        const product = (await catalogue.snapshot()).product(id);
        if (product === undefined) throw new HttpError(404, 'Product not found');
        await sendCached(request, response, product);
      },
    },
    {
      method: 'get',
      path: '/getallproducts',
      handle: async (request, response) => {
        response.setHeader(...validatedHeader);
        await sendCached(request, response, (await catalogue.snapshot()).allProducts());
      },
    },
    productsBy('/productsByCategory', 'category', catalogue),
    productsBy('/ProductsByPublisher', 'publisher', catalogue),
    productsBy('/ProductsByAuthor', 'author', catalogue),
    productsBy('/ProductsByLanguage', 'language', catalogue),
    {
      method: 'get',
      path: '/CategoryByCategoryName',
      handle: async (request, response) => {
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
      handle: async (request, response) =>
        sendCached(request, response, (await catalogue.snapshot()).notifications(todayInIndia())),
    },
  ];
}

function list(path: string, name: keyof CatalogueLists, catalogue: Catalogue): Endpoint {
  return {
    method: 'get',
    path,
    handle: async (request, response) => {
      response.setHeader(...validatedHeader);
      await sendCached(request, response, (await catalogue.snapshot()).list(name));
    },
  };
}

/** Lists the products of one category, language, publisher or author. The query parameter has the dimension's name. */
function productsBy(path: string, dimension: Dimension, catalogue: Catalogue): Endpoint {
  const querySchema = z.object({ [dimension]: text(1000) });
  return {
    method: 'get',
    path,
    handle: async (request, response) => {
      const value = readQuery(request, querySchema)[dimension] ?? '';
      await sendCached(request, response, (await catalogue.snapshot()).productsBy(dimension, value));
    },
  };
}
