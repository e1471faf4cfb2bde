import { expect } from 'vitest';
import { z } from 'zod';

/** A parsed GraphQL response. */
export interface GraphQLResponse {
  status: number;
  data: unknown;
  errors: z.output<typeof errorSchema>[];
  extensions: Record<string, unknown> | undefined;
}

/** Sends a GraphQL operation, optionally with a shopper's token. */
export type SendOperation = (
  query: string,
  variables?: Record<string, unknown>,
  token?: string,
) => Promise<GraphQLResponse>;

const errorSchema = z.object({
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  extensions: z.record(z.string(), z.unknown()),
});

const responseSchema = z.object({
  data: z.unknown().optional(),
  errors: z.array(errorSchema).default([]),
  extensions: z.record(z.string(), z.unknown()).optional(),
});

const userErrorSchema = z.looseObject({
  code: z.string(),
  message: z.string(),
  field: z.array(z.string()).nullable(),
});
type UserError = z.output<typeof userErrorSchema>;

const payloadSchema = z.looseObject({ userErrors: z.array(userErrorSchema) });

/** A mutation's payload: its user errors, and the fields that the test selects. */
export type Payload = z.output<typeof payloadSchema>;

/** Posts a body to the gateway at `url`: an object as JSON, a string unchanged. */
export function postGraphQL(
  url: string,
  body: object | string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Returns a function that sends operations to the gateway at `url`. */
export function createGraphQLClient(url: string): SendOperation {
  return async (query, variables = {}, token) => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await postGraphQL(url, { query, variables }, headers);
    const { data, errors, extensions } = responseSchema.parse(await response.json());
    return { status: response.status, data, errors, extensions };
  };
}

/**
 * Runs a mutation, or the query `checkoutQuote`, whose payload also has user errors. Returns the payload. GraphQL
 * errors fail the test.
 */
export async function mutate(
  sendOperation: SendOperation,
  mutation: string,
  input: Record<string, unknown>,
  fields = '',
  token?: string,
  errorFields = 'code message field',
): Promise<Payload> {
  const type = `${capitalize(mutation)}Input!`;
  const operation = mutation === 'checkoutQuote' ? 'query' : 'mutation';
  const query = `${operation} ($input: ${type}) { ${mutation}(input: $input) { ${fields} userErrors { ${errorFields} } } }`;
  const { data, errors } = await sendOperation(query, { input }, token);
  expect(errors).toEqual([]);
  return z.object({ [mutation]: payloadSchema }).parse(data)[mutation] ?? expect.fail('no payload');
}

/** The only user error of a mutation's payload. */
export function getOnlyError({ userErrors }: Pick<Payload, 'userErrors'>): UserError {
  const [error] = userErrors;
  if (error === undefined || userErrors.length > 1)
    throw new Error(`${userErrors.length} errors instead of one`);
  return error;
}

/** A name with an uppercase first letter. The types of the field `login`, such as `LoginInput`, begin with `Login`. */
export function capitalize(name: string): string {
  return `${name[0]?.toUpperCase()}${name.slice(1)}`;
}

/** The id of an object in the schema. `key` identifies the object within its type; usually it is the id on the host. */
export function encodeNodeId(type: string, key: string | number): string {
  return Buffer.from(`${type}:${key}`).toString('base64url');
}

/** The value at a path such as `products.nodes.0.name`; undefined if there is none. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (parent, key) => (typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined),
      value,
    );
}

/** The string at a path. Fails the test if there is none. */
export function textAt(value: unknown, path: string): string {
  return z.string(`no text at ${path}`).parse(at(value, path));
}

/** The list at a path. Fails the test if there is none. */
export function listAt(value: unknown, path: string): unknown[] {
  return z.array(z.unknown(), `no list at ${path}`).parse(at(value, path));
}
