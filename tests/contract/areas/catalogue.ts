import { z } from 'zod';
import { type Area, given, ifNoneMatch, type Known, learnEntityTag } from '../check.ts';
import { listIn, listOf, nothing, one, status, where } from '../expectations.ts';
import { product, readable } from '../shapes.ts';

const products = z.array(product);

/** An id that no host has given yet: the largest that fits 32 bits. */
export const unknownId = '2147483647';

const someProduct = (known: Known) => known.products.at(0);

export const catalogue: Area = {
  name: 'Products',
  checks: [
    {
      call: 'GET /getallproducts',
      loses:
        'the whole catalogue: listings, search, filters, prices; records that cannot be read are left out',
      request: () => ({ method: 'GET', path: '/getallproducts' }),
      expects: [
        status(200),
        listOf(product, 'a product'),
        where(products, 'each id once', (list) => {
          const ids = new Set(list.map(({ id }) => String(id)));
          return ids.size === list.length ? undefined : `${list.length} products with ${ids.size} ids`;
        }),
      ],
      learn: (answer, known) => {
        known.products = readable(product, listIn(answer) ?? []);
        learnEntityTag('/getallproducts')(answer, known);
      },
    },
    {
      call: 'GET /getallproducts with If-None-Match',
      loses: 'nothing but traffic: the whole list is read anew each time',
      optional: true,
      request: (known) =>
        given(known.entityTags.get('/getallproducts'), 'no ETag', (tag) => ({
          method: 'GET',
          path: '/getallproducts',
          headers: ifNoneMatch(tag),
        })),
      expects: [status(304)],
    },
    {
      call: 'GET /getallproducts compressed',
      loses: 'nothing but traffic',
      optional: true,
      request: () => ({ method: 'GET', path: '/getallproducts', headers: { 'accept-encoding': 'gzip, br' } }),
      expects: [
        status(200),
        {
          claim: 'Content-Encoding',
          fault: ({ headers }) => (headers.has('content-encoding') ? undefined : 'no Content-Encoding'),
        },
      ],
    },
    {
      call: 'GET /getproductbyid/{id}',
      loses: 'the page of a product until the whole list is there',
      request: (known) =>
        given(someProduct(known), 'the list has no product', ({ id }) => ({
          method: 'GET',
          path: `/getproductbyid/${encodeURIComponent(id)}`,
        })),
      expects: [
        status(200),
        one(product, 'a product'),
        where(product, 'the one that was asked for', (found, known) => {
          const wanted = someProduct(known);
          const isWanted =
            String(found.id) === String(wanted?.id) && found.productName === wanted?.productName;
          return isWanted ? undefined : `product ${found.id}, ${found.productName}`;
        }),
      ],
    },
    {
      call: 'GET /getproductbyid/{id} of an unknown id',
      loses: 'the page that says that there is no such product',
      request: () => ({ method: 'GET', path: `/getproductbyid/${unknownId}` }),
      expects: [nothing],
    },
  ],
};
