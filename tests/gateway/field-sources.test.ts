import { getNamedType, isObjectType, isRequiredArgument } from 'graphql';
import { expect, test } from 'vitest';
import { getRestName, listFields, textFields } from '#gateway/domain/product-fields.ts';
import { at, listAt } from './graphql-call.ts';
import { setUpGateways, setUpRestHost } from './harness.ts';
import { createCompleteProductRecord } from './rest-records.ts';
import { schema } from './schema-fields.ts';

const rest = setUpRestHost();
const { start } = setUpGateways();

/** Types that the fake host has complete records for, each with a query for one object or for all objects. */
const queryByType = {
  Product: 'product(sku: "1")',
  Category: 'category(name: "Novels")',
  Publisher: 'publisher(name: "River House")',
  Author: 'author(name: "A. Writer")',
  Coupon: 'coupons',
  Notification: 'notifications',
  MarketingPost: 'marketingPosts',
};

test.each(Object.entries(queryByType))('no field of a complete %s is null', async (type, query) => {
  rest.host.products = [createCompleteProductRecord(1), createCompleteProductRecord(2)];
  rest.host.publishers = [{ id: 1, publisherName: 'River House', thumbnailFile: '/files/publishers/1.svg' }];
  rest.host.authors = [{ id: 1, authorName: 'A. Writer', thumbnailFile: '/files/authors/1.svg' }];
  const shop = await start();
  const { data, errors } = await shop.graphql(`{ object: ${query} { ${selectFields(type)} } }`);
  expect(errors).toEqual([]);
  const object = at(data, Array.isArray(at(data, 'object')) ? 'object.0' : 'object');
  expect(object).toBeInstanceOf(Object);
  expect(
    Object.entries(object ?? {})
      .filter(([, value]) => value === null)
      .map(([field]) => `${type}.${field}`),
  ).toEqual([]);
});

test('products whose optional texts have unexpected values are read without these texts', async () => {
  rest.host.products = textFields.map((field, index) => ({
    ...createCompleteProductRecord(index + 1),
    [getRestName(field)]: { nested: true },
  }));
  const shop = await start();
  const queriedFields = listFields('text', 'file');
  const { data } = await shop.graphql(`{ products { nodes { ${queriedFields.join(' ')} } } }`);
  const emptyFields = listAt(data, 'products.nodes').map((product) =>
    queriedFields.filter((field) => at(product, field) === null),
  );
  expect(emptyFields).toEqual(
    textFields.map((field) => queriedFields.filter((queried) => queried === field)),
  );
});

/** Selects all fields of a type that need no arguments, and only `__typename` of objects. */
function selectFields(name: string): string {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is not an object type`);
  return Object.values(type.getFields())
    .filter(({ args }) => !args.some(isRequiredArgument))
    .map(({ name: field, type: fieldType }) =>
      isObjectType(getNamedType(fieldType)) ? `${field} { __typename }` : field,
    )
    .join(' ');
}
