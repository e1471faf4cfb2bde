import { z } from 'zod';

/** The parts of a JSON schema that the tests read. */
export interface JsonSchema {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  format?: string | undefined;
  enum?: unknown[] | undefined;
  description?: string | undefined;
  examples?: unknown[] | undefined;
  anyOf?: JsonSchema[] | undefined;
  items?: JsonSchema | undefined;
  properties?: Record<string, JsonSchema> | undefined;
  required?: string[] | undefined;
}

const jsonSchema: z.ZodType<JsonSchema> = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  description: z.string().optional(),
  examples: z.array(z.unknown()).optional(),
  get anyOf() {
    return z.array(jsonSchema).optional();
  },
  get items() {
    return jsonSchema.optional();
  },
  get properties() {
    return z.record(z.string(), jsonSchema).optional();
  },
  required: z.array(z.string()).optional(),
});

const contentSchema = z.record(z.string(), z.object({ schema: jsonSchema }));

const operationSchema = z.looseObject({
  summary: z.string(),
  parameters: z.array(z.looseObject({ name: z.string() })).default([]),
  requestBody: z.looseObject({ content: contentSchema }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: contentSchema.optional() })),
});

/** The parts of the document of `GET /openapi.json` that the tests read. */
export const openApiDocumentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), jsonSchema) }),
});
export type OpenApiDocument = z.output<typeof openApiDocumentSchema>;

/** The name of the component that a schema refers to. */
export function getComponentName({ $ref }: JsonSchema): string | undefined {
  return $ref?.replace('#/components/schemas/', '');
}

/** Builds a value from the examples of a schema. @throws if a field has none. */
export function createExample(document: OpenApiDocument, schema: JsonSchema): unknown {
  if (schema.examples !== undefined) return schema.examples[0];
  const component = document.components.schemas[getComponentName(schema) ?? ''];
  if (component !== undefined) return createExample(document, component);
  if (schema.items !== undefined) return [createExample(document, schema.items)];
  if (schema.properties === undefined) throw new Error(`There is no example: ${JSON.stringify(schema)}`);
  return Object.fromEntries(
    Object.entries(schema.properties).map(([field, value]) => [field, createExample(document, value)]),
  );
}
