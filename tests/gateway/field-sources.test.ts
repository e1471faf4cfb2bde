import { type GraphQLObjectType, isListType, isNonNullType, isObjectType, isRequiredArgument } from 'graphql';
import { expect, test } from 'vitest';
import { getRestName, textFields } from '#gateway/domain/product-fields.ts';
import { at } from './graphql-call.ts';
import { setUpRestHost, startGateway } from './harness.ts';
import { createCompleteProductRecord } from './rest-records.ts';
import { schema } from './schema-fields.ts';

const rest = setUpRestHost();

/** Queries for one object of a type whose records the host completes. */
const objects = {
  Product: 'product(sku: "1")',
  Category: 'category(name: "Novels")',
  Publisher: 'publisher(name: "River House")',
  Author: 'author(name: "A. Writer")',
  Coupon: 'coupons',
  Notification: 'notifications',
  MarketingPost: 'marketingPosts',
};

test.each(Object.entries(objects))('each field of %s has a source', async (type, query) => {
  rest.host.products = [createCompleteProductRecord(1), createCompleteProductRecord(2)];
  rest.host.publishers = [{ id: 1, publisherName: 'River House', thumbnailFile: '/files/publishers/1.svg' }];
  rest.host.authors = [{ id: 1, authorName: 'A. Writer', thumbnailFile: '/files/authors/1.svg' }];
  const shop = await startGateway();
  const { data, errors } = await shop.graphql(`{ object: ${query} { ${selectFields(type)} } }`);
  await shop.close();
  expect(errors).toEqual([]);
  const object = at(data, Array.isArray(at(data, 'object')) ? 'object.0' : 'object');
  expect(object).toBeInstanceOf(Object);
  expect(
    Object.entries(object ?? {})
      .filter(([, value]) => value === null)
      .map(([field]) => `${type}.${field}`),
  ).toEqual([]);
});

test('products whose optional fields have unexpected values are read without them', async () => {
  rest.host.products = textFields.map((field, index) => ({
    ...createCompleteProductRecord(index),
    id: index + 1,
    [getRestName(field)]: { nested: true },
  }));
  const shop = await startGateway();
  const { data } = await shop.graphql(`{ products { totalCount } }`);
  await shop.close();
  expect(data).toEqual({ products: { totalCount: textFields.length } });
});

/** Selects all fields of a type that need no arguments, and of objects only the type's name. */
function selectFields(name: string): string {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is no object type`);
  return Object.values(type.getFields())
    .filter(({ args }) => !args.some(isRequiredArgument))
    .map((field) => (hasFields(field.type) ? `${field.name} { __typename }` : field.name))
    .join(' ');
}

function hasFields(type: unknown): type is GraphQLObjectType {
  return isNonNullType(type) || isListType(type) ? hasFields(type.ofType) : isObjectType(type);
}
