import { getComponentName, type JsonSchema, type OpenApiDocument } from './openapi-document.ts';

/** Renders a table of the fields of each component, in Markdown. */
export function renderFieldTables({ components }: OpenApiDocument): string {
  return Object.entries(components.schemas)
    .map(([name, schema]) => renderFieldTable(name, schema))
    .join('\n\n');
}

function renderFieldTable(name: string, schema: JsonSchema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([field, value]) => {
    const optional = schema.required?.includes(field) ? '' : ' (optional)';
    const [example] = value.examples ?? [];
    const exampleText = example === undefined ? '' : `\`${JSON.stringify(example)}\``;
    return `| \`${field}\`${optional} | ${describeType(value)} | ${exampleText} | ${value.description ?? ''} |`;
  });
  return [
    `### ${name}`,
    '',
    ...(schema.description === undefined ? [] : [schema.description, '']),
    '| field | type | example | description |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function describeType(schema: JsonSchema): string {
  return listTypes(schema).join(' or ');
}

function listTypes(schema: JsonSchema): string[] {
  const component = getComponentName(schema);
  if (component !== undefined) return [`[${component}](#${component.toLowerCase()})`];
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.flatMap(listTypes))];
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``);
  if (schema.items !== undefined) return [`list of ${describeType(schema.items)}`];
  if (schema.format === 'date' || schema.format === 'date-time') return [schema.format];
  return [schema.type ?? 'any'].flat();
}
