import { z } from 'zod';
import { CachedBody } from './cached-body.ts';
import {
  describeConditionalGet,
  type Endpoint,
  type Operation,
  type ResponseDescription,
} from './endpoint.ts';
import { errorBody } from './errors.ts';
import { idText } from './input.ts';
import { sendCached } from './send.ts';

const info = {
  title: 'Bookshop REST service',
  version: '1.0.0',
  description:
    'The calls of the REST service. docs/rest-api.md describes what they guarantee, and which of them a host must provide to replace this service.',
  license: { name: 'MIT', identifier: 'MIT' },
};

const openApiDocument = z
  .looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) })
  .meta({ description: 'An OpenAPI 3.1 document.' });

/** `GET /openapi.json`: describes the given endpoints and itself, as OpenAPI 3.1. */
export function createOpenApiEndpoint(endpoints: readonly Endpoint[]): Endpoint {
  let body: CachedBody | undefined;
  const endpoint: Endpoint = {
    method: 'get',
    path: '/openapi.json',
    operation: {
      summary: 'Describes all calls, as OpenAPI 3.1',
      ...describeConditionalGet('The document', openApiDocument),
    },
    handle: (request, response) => {
      body ??= new CachedBody(JSON.stringify(createDocument([...endpoints, endpoint])));
      return sendCached(request, response, body);
    },
  };
  return endpoint;
}

/** An object for `JSON.stringify`, which omits undefined fields. */
type JsonObject = Record<string, unknown>;

function createDocument(endpoints: readonly Endpoint[]): JsonObject {
  const schemas: JsonObject = {};
  const paths: Record<string, JsonObject> = {};
  for (const { method, path, isPublic, operation } of endpoints) {
    const documentPath = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[documentPath] = {
      ...paths[documentPath],
      [method]: {
        ...describeOperation(documentPath, operation, schemas),
        security: isPublic ? [] : undefined,
      },
    };
  }
  return {
    openapi: '3.1.1',
    info,
    servers: [{ url: '/' }],
    // The token is optional (`{}`), because only a service with `REST_API_TOKEN` requires it.
    security: [{}, { token: [] }],
    paths,
    components: { schemas, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
}

function describeOperation(path: string, operation: Operation, schemas: JsonObject): JsonObject {
  const { summary, query, headers, body, responses } = operation;
  const pathParameters = z.object(path.includes('{id}') ? { id: idText } : {});
  const parameters = [
    ...describeParameters('path', pathParameters, schemas),
    ...describeParameters('query', query, schemas),
    ...describeParameters('header', headers, schemas),
  ];
  const hasInput = body !== undefined || parameters.some((parameter) => parameter.in !== 'header');
  const allResponses = {
    ...(hasInput ? { 400: 'A value is invalid' } : {}),
    ...(body === undefined ? {} : { 413: 'The body is too large', 415: 'The body is not JSON' }),
    ...responses,
    default: 'Any other error',
  };
  return {
    summary,
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: body && {
      required: true,
      content: { 'application/json': { schema: convertSchema(body, 'input', schemas) } },
    },
    responses: Object.fromEntries(
      Object.entries(allResponses).map(([status, response]) => [
        status,
        describeResponse(
          typeof response === 'string' ? { description: response, body: errorBody } : response,
          schemas,
        ),
      ]),
    ),
  };
}

function describeParameters(
  location: 'path' | 'query' | 'header',
  parameters: z.ZodObject | undefined,
  schemas: JsonObject,
): JsonObject[] {
  return Object.entries(parameters?.shape ?? {}).map(([name, value]) => {
    const { description, ...schema } = convertSchema(value, 'input', schemas);
    const required = location === 'path' || !z.safeParse(value, undefined).success;
    return { name, in: location, required, description, schema };
  });
}

function describeResponse(
  { description, body, headers }: ResponseDescription,
  schemas: JsonObject,
): JsonObject {
  const content =
    body === 'text/plain'
      ? { 'text/plain': { schema: { type: 'string' } } }
      : body && { 'application/json': { schema: convertSchema(body, 'output', schemas) } };
  const headerObjects = Object.entries(headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return { description, headers: headers && Object.fromEntries(headerObjects), content };
}

/** Converts a schema. Schemas with an id are added to `schemas` and referred to. */
function convertSchema(schema: z.core.$ZodType, io: 'input' | 'output', schemas: JsonObject): JsonObject {
  const { $schema, $defs, ...converted } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // zod omits the examples of transformed values, because it takes them for examples of the result.
      const { examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (Array.isArray(examples)) jsonSchema.examples = examples;
      // Bounds of JavaScript, not of the value.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  Object.assign(schemas, rewriteReferences($defs ?? {}));
  return rewriteReferences(converted);
}

const jsonObject = z.record(z.string(), z.unknown());

/** Makes the references point to the components of the document. */
function rewriteReferences(schema: object): JsonObject {
  return jsonObject.parse(
    JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')),
  );
}
