import {
  buildClientSchema,
  type GraphQLNamedType,
  getIntrospectionQuery,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { setUpRestHost, startGateway } from './harness.ts';
import { schema, schemaMutations } from './schema-fields.ts';

/** A schema element, for example `Query.products(first:)`, and its description. */
type Described = [element: string, description: string | null | undefined];

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

function partsOf(type: GraphQLNamedType): Described[] {
  if (isEnumType(type))
    return type.getValues().map(({ name, description }) => [`${type.name}.${name}`, description]);
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field.description]);
  }
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap(({ name, description, args }): Described[] => [
    [`${type.name}.${name}`, description],
    ...args.map((arg): Described => [`${type.name}.${name}(${arg.name}:)`, arg.description]),
  ]);
}

/** The root types need no description. */
const roots = new Set(['Query', 'Mutation']);
const described: Described[] = types.flatMap((type): Described[] => [
  ...(roots.has(type.name) ? [] : [[type.name, type.description] satisfies Described]),
  ...partsOf(type),
]);

/** The elements whose description does not pass a check. */
function failing(passes: (description: string) => boolean): string[] {
  return described.filter(([, description]) => !passes(description ?? '')).map(([place]) => place);
}

describe('the schema', () => {
  it('describes every type, field, argument, input field and enum value', () => {
    expect(described.length).toBeGreaterThan(300);
    expect(failing((description) => description.trim() !== '')).toEqual([]);
  });

  it('uses whole sentences', () => {
    // An example may follow the last sentence.
    expect(failing((description) => /^[^a-z\s].*([.?!]|`)\)?$/su.test(description))).toEqual([]);
  });

  it('says more in each description than the name does', () => {
    const words = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];
    const saysMore = described.filter(([place, description]) => {
      const own =
        place
          .replace(/\(|:\)/g, '.')
          .split('.')
          .filter(Boolean)
          .at(-1) ?? '';
      const known = new Set([...words(own.replace(/([A-Z])/g, ' $1').replaceAll('_', ' ')), 'the', 'a']);
      return words(description ?? '').some((word) => !known.has(word));
    });
    const bare = described.filter((one) => !saysMore.includes(one)).map(([place]) => place);
    expect(bare).toEqual([]);
  });

  it('states the range of every page size', () => {
    const sizes = described.filter(([place]) => /\((first|last):\)$/.test(place));
    expect(sizes.length).toBeGreaterThan(10);
    for (const [place, description] of sizes) expect(description, place).toMatch(/\b1 to \d+\b/);
  });
});

describe('the schema that is served', () => {
  setUpRestHost();

  it('is schema.graphql with all its descriptions, according to introspection', async () => {
    const { url, close } = await startGateway({ wait: false });
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: getIntrospectionQuery() }),
    });
    const { data }: { data: IntrospectionQuery } = await answer.json();
    await close();
    const served = printSchema(lexicographicSortSchema(buildClientSchema(data)));
    expect(served).toBe(printSchema(lexicographicSortSchema(schema)));
  });
});

describe('a mutation', () => {
  it.each(schemaMutations().map((mutation): [string, typeof mutation] => [mutation.name, mutation]))(
    '%s takes one input and returns a payload with userErrors',
    (name, { args, type }) => {
      const title = `${name[0]?.toUpperCase()}${name.slice(1)}`;
      const inputs = args.map((arg) => `${arg.name}: ${arg.type}`);
      expect(inputs).toEqual(name === 'logout' ? [] : [`input: ${title}Input!`]);
      expect(String(type)).toBe(`${title}Payload!`);
      const payload = schema.getType(`${title}Payload`);
      const errors = isObjectType(payload) ? payload.getFields().userErrors?.type : undefined;
      expect(String(errors)).toBe('[UserError!]!');
    },
  );
});
