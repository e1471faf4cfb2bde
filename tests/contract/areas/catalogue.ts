import { z } from 'zod';
import { productSchema } from '#gateway/rest/catalogue-schema.ts';
import { type Area, ifNoneMatch, type RunState, requestWith, saveEntityTag } from '../check.ts';
import { bodyMatching, getList, listOf, notFound, record, status, success, utf8 } from '../expectations.ts';

const products = z.array(productSchema);

/** An id that no host uses yet: the largest signed 32-bit integer. */
export const unknownId = '2147483647';

const getFirstProduct = (state: RunState) => state.products.at(0);

export const catalogue: Area = {
  name: 'Products',
  checks: [
    {
      call: 'GET /getallproducts',
      impact: 'the whole catalogue: listings, search, filters, prices; invalid records are left out',
      request: () => ({ method: 'GET', path: '/getallproducts' }),
      expects: [
        success,
        utf8,
        listOf(productSchema, 'products'),
        bodyMatching(products, 'unique ids', (list) => {
          const ids = new Set(list.map(({ id }) => String(id)));
          return ids.size === list.length ? undefined : `${list.length} products with ${ids.size} ids`;
        }),
      ],
      save: (response, state) => {
        const records = getList(response) ?? [];
        state.products = records.flatMap((record) => productSchema.safeParse(record).data ?? []);
        saveEntityTag('/getallproducts')(response, state);
      },
    },
    {
      call: 'GET /getallproducts with If-None-Match',
      impact: 'network traffic only: the whole list is transferred every time',
      optional: true,
      request: (state) =>
        requestWith(state.entityTags.get('/getallproducts'), 'no ETag', (tag) => ({
          method: 'GET',
          path: '/getallproducts',
          headers: ifNoneMatch(tag),
        })),
      expects: [status(304)],
    },
    {
      call: 'GET /getallproducts compressed',
      impact: 'network traffic only',
      optional: true,
      request: () => ({ method: 'GET', path: '/getallproducts', headers: { 'accept-encoding': 'gzip, br' } }),
      expects: [
        status(200),
        {
          description: 'Content-Encoding',
          findMismatch: ({ headers }) =>
            headers.has('content-encoding') ? undefined : 'no Content-Encoding',
        },
      ],
    },
    {
      call: 'GET /getproductbyid/{id}',
      impact:
        'product pages, carts, wish lists and quotes until the gateway has loaded the list of all products; the stock after orders and cancellations',
      request: (state) =>
        requestWith(getFirstProduct(state), 'the list contains no product', ({ id }) => ({
          method: 'GET',
          path: `/getproductbyid/${encodeURIComponent(id)}`,
        })),
      expects: [
        success,
        record(productSchema, 'a product'),
        bodyMatching(productSchema, 'the requested product', (found, state) => {
          const requested = getFirstProduct(state);
          const isRequested = String(found.id) === String(requested?.id) && found.name === requested?.name;
          return isRequested ? undefined : `product ${found.id}, ${found.name}`;
        }),
      ],
    },
    {
      call: 'GET /getproductbyid/{id} with an unknown id',
      impact: 'the page for an unknown product until the gateway has loaded the list of all products',
      request: () => ({ method: 'GET', path: `/getproductbyid/${unknownId}` }),
      expects: [notFound(404, 400)],
    },
  ],
};
