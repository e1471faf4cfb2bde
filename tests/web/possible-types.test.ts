import { readFileSync } from 'node:fs';
import { buildSchema, isAbstractType, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { possibleTypes } from '#web/apollo/type-policies.ts';

it('the Apollo cache knows the possible types of each interface and union that is the type condition of a fragment', () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const documents = z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync('web/generated/trusted-documents.json', 'utf8')));
  const expected: Record<string, string[]> = {};
  const typeInfo = new TypeInfo(schema);
  const collect = () => {
    const type = typeInfo.getType();
    if (!isAbstractType(type)) return;
    expected[type.name] = schema.getPossibleTypes(type).map(({ name }) => name);
  };
  const visitor = visitWithTypeInfo(typeInfo, { InlineFragment: collect, FragmentDefinition: collect });
  for (const text of Object.values(documents)) visit(parse(text), visitor);
  expect(Object.keys(expected)).not.toEqual([]);
  const sort = (types: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(Object.entries(types).map(([name, members]) => [name, members.toSorted()]));
  expect(sort(possibleTypes)).toEqual(sort(expected));
});
