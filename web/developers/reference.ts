import {
  type ConstDirectiveNode,
  type EnumValueDefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  isTypeDefinitionNode,
  Kind,
  parse,
  print,
  type TypeDefinitionNode,
  type TypeNode,
} from 'graphql';
import { escapeHtml } from '../app/escape-html.ts';
import { type DeveloperPage, developersPath, slugify } from './developer-page.ts';

export const referencePath = `${developersPath}/reference`;

/** The kinds of types, in the order of the overview. */
const kindTitles = [
  [Kind.OBJECT_TYPE_DEFINITION, 'Objects'],
  [Kind.INTERFACE_TYPE_DEFINITION, 'Interfaces'],
  [Kind.UNION_TYPE_DEFINITION, 'Unions'],
  [Kind.INPUT_OBJECT_TYPE_DEFINITION, 'Input objects'],
  [Kind.ENUM_TYPE_DEFINITION, 'Enums'],
  [Kind.SCALAR_TYPE_DEFINITION, 'Scalars'],
] as const;

/** The page of a type with more fields begins with links to them. */
const maxFieldsWithoutLinks = 8;

const rootTypes = ['Query', 'Mutation'];
const builtInTypes = new Set(['ID', 'String', 'Int', 'Float', 'Boolean']);

/** Examples as Markdown, by the field of `Query` or `Mutation` that they select. A test executes all examples. */
export type ExamplesByField = ReadonlyMap<string, string>;

/** A page for each type of the schema, and one that lists them. */
export function createReference(schemaText: string, examples: ExamplesByField): DeveloperPage[] {
  const types = parse(schemaText).definitions.filter(isTypeDefinitionNode);
  const usages = findUsages(types);
  return [
    {
      path: referencePath,
      title: 'Reference',
      markdown: createOverview(types),
    },
    ...types.map((type) => ({
      path: `${referencePath}/${type.name.value}`,
      title: type.name.value,
      markdown: describeType(type, usages.get(type.name.value) ?? [], examples),
    })),
  ];
}

function createOverview(types: readonly TypeDefinitionNode[]): string {
  const listTypes = (selected: readonly TypeDefinitionNode[]) =>
    selected.map((type) => `- ${linkType(type.name.value)}: ${getFirstSentence(type)}`).join('\n');
  const groups = kindTitles.map(([kind, title]) => {
    const typesOfKind = types.filter((type) => type.kind === kind && !isRoot(type));
    const sorted = typesOfKind.toSorted((a, b) => (a.name.value < b.name.value ? -1 : 1));
    return `## ${title}\n\n${listTypes(sorted)}`;
  });
  return [
    '# Reference',
    'All types of the schema, with the arguments, the cost and the deprecation of each field.',
    '## Operations',
    listTypes(types.filter(isRoot)),
    ...groups,
  ].join('\n\n');
}

function isRoot({ name }: TypeDefinitionNode): boolean {
  return rootTypes.includes(name.value);
}

function describeType(
  type: TypeDefinitionNode,
  usages: readonly string[],
  examples: ExamplesByField,
): string {
  const { name, description, directives = [] } = type;
  const fields: ReadonlyArray<FieldDefinitionNode | InputValueDefinitionNode> =
    'fields' in type ? (type.fields ?? []) : [];
  return [
    `# ${name.value}`,
    ...('interfaces' in type && type.interfaces?.length
      ? [`Implements ${type.interfaces.map((implemented) => linkType(implemented.name.value)).join(', ')}.`]
      : []),
    description?.value ?? '',
    ...describeDirectives(directives),
    ...(type.kind === Kind.UNION_TYPE_DEFINITION
      ? [`One of ${(type.types ?? []).map((member) => linkType(member.name.value)).join(', ')}.`]
      : []),
    ...(fields.length > maxFieldsWithoutLinks
      ? [`Fields: ${fields.map((field) => linkField(type, field, field.name.value)).join(', ')}`]
      : []),
    ...fields.flatMap((field) =>
      describeField(field, isRoot(type) ? examples.get(field.name.value) : undefined),
    ),
    ...(type.kind === Kind.ENUM_TYPE_DEFINITION ? (type.values ?? []).flatMap(describeValue) : []),
    ...(usages.length > 0 ? ['## Used by', usages.map((usage) => `- ${usage}`).join('\n')] : []),
  ].join('\n\n');
}

function describeField(
  field: FieldDefinitionNode | InputValueDefinitionNode,
  example: string | undefined,
): string[] {
  const { name, description, type, directives = [] } = field;
  const defaultValue = 'defaultValue' in field ? field.defaultValue : undefined;
  const args = 'arguments' in field ? (field.arguments ?? []) : [];
  return [
    `## ${name.value}`,
    `<code class="signature">${name.value}: ${linkWrappedType(type)}${
      defaultValue === undefined ? '' : ` = ${escapeHtml(print(defaultValue))}`
    }</code>`,
    description?.value ?? '',
    ...describeDirectives(directives, args),
    ...(args.length > 0 ? ['Arguments:', args.map(describeArgument).join('\n')] : []),
    ...(example === undefined ? [] : [example]),
  ];
}

function describeArgument({
  name,
  type,
  description,
  defaultValue,
  directives = [],
}: InputValueDefinitionNode) {
  const text = [
    `\`${name.value}\`: <code>${linkWrappedType(type)}</code>`,
    ...(defaultValue === undefined ? [] : [`default \`${print(defaultValue)}\``]),
  ].join(', ');
  const details = [description?.value ?? '', ...describeDirectives(directives)].join(' ');
  return `- ${text}. ${details.replaceAll(/\s+/g, ' ')}`;
}

function describeValue({ name, description, directives = [] }: EnumValueDefinitionNode): string[] {
  return [`## ${name.value}`, ...describeDirectives(directives), description?.value ?? ''];
}

/** Sentences about the directives that matter to clients. @param args those of the field that has the directives. */
function describeDirectives(
  directives: readonly ConstDirectiveNode[],
  args: readonly InputValueDefinitionNode[] = [],
): string[] {
  const requiredArguments = args.flatMap(({ name, type, defaultValue }) =>
    type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined ? name.value : [],
  );
  return directives.flatMap((directive) => {
    const values = new Map(
      directive.arguments?.map(({ name, value }): [string, string] => [
        name.value,
        value.kind === Kind.STRING ? value.value : print(value).replaceAll(/["[\]]/g, ''),
      ]),
    );
    switch (directive.name.value) {
      case 'deprecated':
        return [`**Deprecated.** ${values.get('reason') ?? ''}`];
      case 'cost':
        return [`Cost: ${values.get('weight')} points.`];
      case 'listSize':
        return [
          describeListSize(
            values.get('slicingArguments')?.split(', '),
            values.get('assumedSize') ?? '1',
            requiredArguments,
          ),
        ];
      case 'specifiedBy':
        return [`[Specification](${values.get('url')})`];
      default:
        return [];
    }
  });
}

function describeListSize(
  slicingArguments: readonly string[] | undefined,
  assumedSize: string,
  requiredArguments: readonly string[],
): string {
  const sizeText = `${assumedSize} items, unless the gateway knows its length`;
  if (slicingArguments === undefined) return `When the cost is calculated, the list counts as ${sizeText}.`;
  const growth = `The cost grows with ${slicingArguments.map((name) => `\`${name}\``).join(' or ')}`;
  if (slicingArguments.some((name) => requiredArguments.includes(name))) return `${growth}.`;
  const condition = slicingArguments.length === 1 ? 'it is not set' : 'neither is set';
  return `${growth}; if ${condition}, the list counts as ${sizeText}.`;
}

/** Links to the fields that return or accept each type, by the type's name. */
function findUsages(types: readonly TypeDefinitionNode[]): Map<string, string[]> {
  const usages = new Map<string, string[]>();
  const add = (type: TypeNode, usage: string) => {
    const name = getTypeName(type);
    const existing = usages.get(name) ?? [];
    if (!existing.includes(usage)) usages.set(name, [...existing, usage]);
  };
  for (const type of types) {
    if (!('fields' in type)) continue;
    for (const field of type.fields ?? []) {
      const usage = linkField(type, field, `${type.name.value}.${field.name.value}`);
      add(field.type, usage);
      if ('arguments' in field) for (const argument of field.arguments ?? []) add(argument.type, usage);
    }
  }
  return usages;
}

function getTypeName(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : getTypeName(type.type);
}

function linkType(name: string): string {
  return builtInTypes.has(name) ? `\`${name}\`` : `[\`${name}\`](${referencePath}/${name})`;
}

function linkField(
  type: TypeDefinitionNode,
  { name }: FieldDefinitionNode | InputValueDefinitionNode,
  text: string,
): string {
  return `[\`${text}\`](${referencePath}/${type.name.value}#${slugify(name.value)})`;
}

/** A type such as `[Product!]!`, as HTML. */
function linkWrappedType(type: TypeNode): string {
  const name = getTypeName(type);
  if (builtInTypes.has(name)) return print(type);
  return print(type).replace(name, `<a href="${referencePath}/${name}">${name}</a>`);
}

function getFirstSentence({ description }: TypeDefinitionNode): string {
  return (
    /^.*?[.:](?=\s|$)/s
      .exec(description?.value ?? '')?.[0]
      .replaceAll(/\s+/g, ' ')
      .replace(/:$/, '.') ?? ''
  );
}
