import { z } from 'zod';
import { getTodayInIndia } from '../calendar.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { CatalogueLists } from '../catalogue/list-records.ts';
import type { Dimension } from '../catalogue/snapshot.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { HttpError } from '../http/errors.ts';
import { readId, readQuery, text } from '../http/input.ts';
import { sendCached } from '../http/send.ts';

const categoryNameQuery = z.object({ categoryName: text(1000) });

/**
 * Tells the gateway that every record was validated at import. If a list shrinks suddenly, that is intended.
 * Without this header, the gateway would keep the previous list instead.
 */
const validatedHeader = ['Catalogue-Validated', 'true'] as const;

/** The public endpoints: products, the other lists of the catalogue, and the content of the home page (requirements.md 7). */
export function createCatalogueEndpoints(catalogue: Catalogue): Endpoint[] {
  return [
    {
      method: 'get',
      path: '/getproductbyid/:id',
      handle: async (request, response) => {
        const id = readId(request);
        const product = (await catalogue.getSnapshot()).getProduct(id);
        if (product === undefined) throw new HttpError(404, 'Product not found');
        await sendCached(request, response, product);
      },
    },
    {
      method: 'get',
      path: '/getallproducts',
      handle: async (request, response) => {
        response.setHeader(...validatedHeader);
        await sendCached(request, response, (await catalogue.getSnapshot()).getAllProducts());
      },
    },
    createProductsEndpoint('/productsByCategory', 'category', catalogue),
    createProductsEndpoint('/ProductsByPublisher', 'publisher', catalogue),
    createProductsEndpoint('/ProductsByAuthor', 'author', catalogue),
    createProductsEndpoint('/ProductsByLanguage', 'language', catalogue),
    {
      method: 'get',
      path: '/CategoryByCategoryName',
      handle: async (request, response) => {
        const { categoryName } = readQuery(request, categoryNameQuery);
        const category = (await catalogue.getSnapshot()).getCategory(categoryName);
        if (category === undefined) throw new HttpError(404, 'Category not found');
        response.json(category);
      },
    },
    createListEndpoint('/getallCategory', 'categories', catalogue),
    createListEndpoint('/AllPublishers', 'publishers', catalogue),
    createListEndpoint('/AllAuthors', 'authors', catalogue),
    createListEndpoint('/AllLanguages', 'languages', catalogue),
    createListEndpoint('/AllCoupons', 'coupons', catalogue),
    createListEndpoint('/AllMarketting', 'marketingPosts', catalogue),
    createListEndpoint('/AllSlideImages', 'slides', catalogue),
    {
      method: 'get',
      path: '/TodaysNotifications',
      handle: async (request, response) =>
        sendCached(request, response, (await catalogue.getSnapshot()).getNotifications(getTodayInIndia())),
    },
  ];
}

function createListEndpoint(path: string, name: keyof CatalogueLists, catalogue: Catalogue): Endpoint {
  return {
    method: 'get',
    path,
    handle: async (request, response) => {
      response.setHeader(...validatedHeader);
      await sendCached(request, response, (await catalogue.getSnapshot()).list(name));
    },
  };
}

/** The endpoint for the products of one category, language, publisher or author. Its query parameter is named like the dimension. */
function createProductsEndpoint(path: string, dimension: Dimension, catalogue: Catalogue): Endpoint {
  const querySchema = z.object({ [dimension]: text(1000) });
  return {
    method: 'get',
    path,
    handle: async (request, response) => {
      const value = readQuery(request, querySchema)[dimension] ?? '';
      await sendCached(request, response, (await catalogue.getSnapshot()).getProductsBy(dimension, value));
    },
  };
}
