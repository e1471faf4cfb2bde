import { getDirectiveValues, getNullableType, isIntrospectionType, isListType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from './schema-fields.ts';

const listSizeDirective = schema.getDirective('listSize');
const fields = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type))
  .filter((type) => !isIntrospectionType(type))
  .flatMap((type) =>
    Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, type, field })),
  );

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The `@listSize` of a field; null if it has none. */
function listSizeOf({ field }: (typeof fields)[number]) {
  const values = listSizeDirective && field.astNode && getDirectiveValues(listSizeDirective, field.astNode);
  if (!values) return null;
  const { assumedSize, slicingArguments, sizedFields, requireOneSlicingArgument } = values;
  return {
    assumedSize,
    slicingArguments: strings(slicingArguments),
    sizedFields: strings(sizedFields),
    requireOneSlicingArgument,
  };
}

describe('@listSize', () => {
  it('is declared for each list, or by every field that returns the object with the list', () => {
    const lists = fields.filter(({ field }) => isListType(getNullableType(field.type)));
    const unsized = lists.filter((list) => {
      const parents = fields.filter(({ field }) => getNullableType(field.type) === list.type);
      const isSizedByParents = parents.every((parent) =>
        listSizeOf(parent)?.sizedFields.includes(list.field.name),
      );
      return listSizeOf(list) === null && !isSizedByParents;
    });
    expect(lists.length).toBeGreaterThan(40);
    expect(unsized.map(({ name }) => name)).toEqual([]);
  });

  it.each(fields.filter((field) => listSizeOf(field) !== null))(
    'of $name gives a size for requests without arguments, and names existing arguments and lists',
    (sized) => {
      const { assumedSize, slicingArguments, sizedFields, requireOneSlicingArgument } =
        listSizeOf(sized) ?? {};
      const returned = getNullableType(sized.field.type);
      const returnedFields = isObjectType(returned) ? Object.keys(returned.getFields()) : [];
      expect(assumedSize).toBeGreaterThan(0);
      expect(sized.field.args.map(({ name }) => name)).toEqual(
        expect.arrayContaining(slicingArguments ?? []),
      );
      expect(returnedFields).toEqual(expect.arrayContaining(sizedFields ?? []));
      // The gateway never requires one, but the default of the directive is true.
      if (slicingArguments?.length !== 0) expect(requireOneSlicingArgument).toBe(false);
    },
  );
});
