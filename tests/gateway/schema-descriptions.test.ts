import {
  buildClientSchema,
  type GraphQLNamedType,
  getIntrospectionQuery,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  validate,
  visit,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schemaText } from '#gateway/graphql/server.ts';
import { deprecationPattern } from '#tests/released/schema-changes.ts';
import { capitalize, postGraphQL } from './graphql-call.ts';
import { setUpRestHost, startGateway } from './harness.ts';
import { listSchemaMutations, listSchemaQueries, schema } from './schema-fields.ts';

/** A schema element, for example `Query.products(first:)`, and its description. */
type DescribedElement = [element: string, description: string | null | undefined];

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

function listMembers(type: GraphQLNamedType): DescribedElement[] {
  if (isEnumType(type))
    return type.getValues().map(({ name, description }) => [`${type.name}.${name}`, description]);
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field.description]);
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap(({ name, description, args }): DescribedElement[] => [
    [`${type.name}.${name}`, description],
    ...args.map((arg): DescribedElement => [`${type.name}.${name}(${arg.name}:)`, arg.description]),
  ]);
}

const elements: DescribedElement[] = types.flatMap((type): DescribedElement[] => [
  [type.name, type.description],
  ...listMembers(type),
]);

/** The elements whose description does not pass a check. */
function findFailing(passes: (description: string) => boolean): string[] {
  return elements.filter(([, description]) => !passes(description ?? '')).map(([element]) => element);
}

describe('the schema', () => {
  it('describes every type, field, argument, input field and enum value', () => {
    expect(elements.length).toBeGreaterThan(300);
    expect(
      findFailing((description) => description.trim() !== ''),
      'Add descriptions of these elements to schema.graphql',
    ).toEqual([]);
  });

  it('starts no description with a lowercase letter, and ends each with punctuation or an example', () => {
    expect(
      findFailing((description) => /^[^a-z\s].*([.?!]|`)\)?$/su.test(description)),
      'Write the descriptions of these elements in schema.graphql as sentences',
    ).toEqual([]);
  });

  it('says more in each description than the name does', () => {
    const words = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];
    const informative = elements.filter(([element, description]) => {
      const name =
        element
          .replace(/\(|:\)/g, '.')
          .split('.')
          .filter(Boolean)
          .at(-1) ?? '';
      const wordsOfName = new Set([
        ...words(name.replace(/([A-Z])/g, ' $1').replaceAll('_', ' ')),
        'the',
        'a',
      ]);
      return words(description ?? '').some((word) => !wordsOfName.has(word));
    });
    const uninformative = elements
      .filter((entry) => !informative.includes(entry))
      .map(([element]) => element);
    expect(
      uninformative,
      'Let the descriptions of these elements in schema.graphql say more than their names',
    ).toEqual([]);
  });

  it('says what to use instead of each deprecated element, and when it will be removed', () => {
    const reasons: string[] = [];
    visit(parse(schemaText), {
      Directive({ name, arguments: [reason] = [] }) {
        if (name.value === 'deprecated') reasons.push(reason === undefined ? '' : print(reason.value));
      },
    });
    expect(reasons.length).toBeGreaterThan(4);
    for (const reason of reasons) expect(JSON.parse(reason)).toMatch(deprecationPattern);
  });

  it('states the range of every page size', () => {
    const sizes = elements.filter(([element]) => /\((first|last):\)$/.test(element));
    expect(sizes.length).toBeGreaterThan(10);
    for (const [element, description] of sizes) expect(description, element).toMatch(/\b1 to \d+\b/);
  });
});

describe('the schema that the gateway serves', () => {
  setUpRestHost();

  it('is schema.graphql, both in introspection and as a file', async () => {
    const { url, close } = await startGateway({ waitForCatalogue: false });
    const response = await postGraphQL(url, {
      query: getIntrospectionQuery({ specifiedByUrl: true, inputValueDeprecation: true }),
    });
    const file = await fetch(`${url}/schema.graphql`);
    const { data }: { data: IntrospectionQuery } = await response.json();
    await close();
    const served = printSchema(lexicographicSortSchema(buildClientSchema(data)));
    expect(served).toBe(printSchema(lexicographicSortSchema(schema)));
    expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await file.text()).toBe(schemaText);
  });

  it.each([
    [true, ' Did you mean "products" or "product"?'],
    [false, ''],
  ])(
    'is revealed by suggestions for misspelled names only if introspection is allowed (allowed: %s)',
    async (introspection, hint) => {
      const { graphql, close } = await startGateway({ config: { introspection }, waitForCatalogue: false });
      const { errors } = await graphql('{ produts { totalCount } }');
      await close();
      expect(errors?.[0]?.message).toBe(`Cannot query field "produts" on type "Query".${hint}`);
    },
  );

  it('cannot be read if introspection is off, and the error says so without advice for the operator', async () => {
    const { graphql, url, close } = await startGateway({
      config: { introspection: false },
      waitForCatalogue: false,
    });
    const { errors } = await graphql('{ __schema { types { name } } }');
    const files = await Promise.all(['.graphql', '.json'].map((type) => fetch(`${url}/schema${type}`)));
    await close();
    expect(files.map(({ status }) => status)).toEqual([404, 404]);
    expect(errors[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(errors[0]?.message).toBe(
      'GraphQL introspection has been disabled, but the requested query contained the field "__schema".',
    );
  });
});

describe('the description of a root field', () => {
  const rootFields = [
    ...listSchemaQueries().map((field) => ({ ...field, operation: 'query' })),
    ...listSchemaMutations().map((field) => ({ ...field, operation: 'mutation' })),
  ].filter(({ deprecationReason }) => deprecationReason == null);

  it.each(rootFields)('$name contains a valid example', ({ name, operation, description, args }) => {
    const [, example] = /Example: `(.*)`$/m.exec(description ?? '') ?? [];
    expect(
      example ?? '',
      `End the description of ${name} in schema.graphql with a line like Example: \`${name} { … }\``,
    ).toMatch(new RegExp(`^${name}\\b`));
    const variables = example?.includes('$input') ? `($input: ${args[0]?.type})` : '';
    const errors = validate(schema, parse(`${operation} ${variables} { ${example} }`));
    expect(errors.map(({ message }) => message)).toEqual([]);
  });
});

describe('a mutation', () => {
  it.each(listSchemaMutations().map((mutation): [string, typeof mutation] => [mutation.name, mutation]))(
    '%s takes at most one input and returns a nullable payload with userErrors',
    (name, { args, type }) => {
      const typePrefix = capitalize(name);
      const inputs = args.map((arg) => `${arg.name}: ${arg.type}`);
      expect(inputs).toEqual(name === 'logout' ? [] : [`input: ${typePrefix}Input!`]);
      expect(String(type)).toBe(`${typePrefix}Payload`);
      const payload = schema.getType(`${typePrefix}Payload`);
      const userErrorsType = isObjectType(payload) ? payload.getFields().userErrors?.type : undefined;
      expect(String(userErrorsType)).toBe(`[${typePrefix}UserError!]!`);
      const userError = schema.getType(`${typePrefix}UserError`);
      expect(isObjectType(userError) && userError.getInterfaces().map(String)).toEqual(['UserError']);
    },
  );
});
