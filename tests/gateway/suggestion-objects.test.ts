import { expect, it, vi } from 'vitest';
import { ProductColumnsBuilder } from '#gateway/catalogue/columns/product-columns.ts';
import { buildIndex, noCollections } from '#gateway/catalogue/index.ts';
import { suggest } from '#gateway/catalogue/search/suggestions.ts';
import { productSchema } from '#gateway/rest/catalogue-schema.ts';
import { createProductRecord } from './rest-records.ts';

it('suggestions for a short text create objects only for the products that are suggested', async () => {
  const columns = new ProductColumnsBuilder();
  for (let id = 1; id <= 500; id += 1) columns.add(productSchema.parse(createProductRecord(id)));
  const index = await buildIndex({ products: await columns.build(), collections: noCollections });
  const getProduct = vi.spyOn(index.products, 'get');
  expect(suggest(index, 'o', 8)).toHaveLength(8);
  expect(getProduct.mock.calls.length).toBeLessThanOrEqual(8);
});
