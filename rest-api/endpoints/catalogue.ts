import { z } from 'zod';
import type { Catalogue } from '../catalogue/catalogue.ts';
import {
  type CatalogueLists,
  catalogueListRecords,
  categoryRecord,
  notificationRecord,
} from '../catalogue/list-records.ts';
import { productRecord } from '../catalogue/product-record.ts';
import type { Dimension } from '../catalogue/snapshot.ts';
import { getTodayInIndia } from '../domain/calendar.ts';
import { describeConditionalGet, type Endpoint } from '../http/endpoint.ts';
import { HttpError } from '../http/errors.ts';
import { readId, readQuery, text } from '../http/input.ts';
import { sendCached } from '../http/send.ts';

const categoryNameQuery = z.object({ categoryName: text(1000).meta({ examples: ['Novel'] }) });

/**
 * Tells the gateway that every record was validated when it was stored, so a list that suddenly shrinks is correct.
 * Without this header, the gateway may reject such a list and continue to use the previous one.
 */
const validatedHeader = ['Catalogue-Validated', 'true'] as const;

/** The endpoints of products, collections, coupons, marketing posts, slides and notifications (requirements.md 7). */
export function createCatalogueEndpoints(catalogue: Catalogue): Endpoint[] {
  return [
    {
      method: 'get',
      path: '/getproductbyid/:id',
      operation: {
        summary: 'A product',
        ...describeConditionalGet('The product', productRecord, { 404: 'Product not found' }),
      },
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
      operation: {
        summary: 'All products, ordered by id',
        ...describeConditionalGet('The products', z.array(productRecord)),
      },
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
      operation: {
        summary: 'The category with exactly this name',
        query: categoryNameQuery,
        responses: { 200: { description: 'The category', body: categoryRecord }, 404: 'Category not found' },
      },
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
      operation: {
        summary: 'The notifications for today, in Indian time',
        ...describeConditionalGet('The notifications', z.array(notificationRecord)),
      },
      handle: async (request, response) =>
        sendCached(request, response, (await catalogue.getSnapshot()).getNotifications(getTodayInIndia())),
    },
  ];
}

function createListEndpoint(path: string, name: keyof CatalogueLists, catalogue: Catalogue): Endpoint {
  return {
    method: 'get',
    path,
    operation: {
      summary: `All ${name === 'marketingPosts' ? 'marketing posts' : name}`,
      ...describeConditionalGet('The list', z.array(catalogueListRecords[name])),
    },
    handle: async (request, response) => {
      response.setHeader(...validatedHeader);
      await sendCached(request, response, (await catalogue.getSnapshot()).getList(name));
    },
  };
}

function createProductsEndpoint(path: string, dimension: Dimension, catalogue: Catalogue): Endpoint {
  const querySchema = z.object({ [dimension]: text(1000) });
  return {
    method: 'get',
    path,
    operation: {
      summary: `The products with exactly this ${dimension}`,
      query: querySchema,
      ...describeConditionalGet('The products; an empty list if there are none', z.array(productRecord)),
    },
    handle: async (request, response) => {
      const value = readQuery(request, querySchema)[dimension] ?? '';
      await sendCached(request, response, (await catalogue.getSnapshot()).getProductsBy(dimension, value));
    },
  };
}
