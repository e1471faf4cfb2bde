import { expect } from 'vitest';
import { z } from 'zod';

/** What GraphQL answered, read in its own form; `data` is what each test makes of it. */
export interface GraphQLAnswer {
  status: number;
  data: unknown;
  errors: z.output<typeof errorShape>[];
  extensions: Record<string, unknown> | undefined;
}

/** Asks GraphQL; `token` is a shopper's. */
export type Ask = (
  query: string,
  variables?: Record<string, unknown>,
  token?: string,
) => Promise<GraphQLAnswer>;

const errorShape = z.object({
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  extensions: z.record(z.string(), z.unknown()),
});

const answerShape = z.object({
  data: z.unknown().optional(),
  errors: z.array(errorShape).default([]),
  extensions: z.record(z.string(), z.unknown()).optional(),
});

const userErrorShape = z.object({
  code: z.string(),
  message: z.string(),
  field: z.array(z.string()).nullable(),
});
type UserError = z.output<typeof userErrorShape>;

const payloadShape = z.looseObject({ userErrors: z.array(userErrorShape) });

/** What a mutation gives: its errors, and the fields a test asked for. */
export type Payload = z.output<typeof payloadShape>;

/** A way to ask the gateway at `url`. */
export function askAt(url: string): Ask {
  return async (query, variables = {}, token) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors, extensions } = answerShape.parse(await response.json());
    return { status: response.status, data, errors, extensions };
  };
}

/** Runs a mutation with one `input` and gives its payload; what is no `userErrors` fails the test. */
export async function mutate(
  ask: Ask,
  mutation: string,
  input: Record<string, unknown>,
  fields = '',
  token?: string,
): Promise<Payload> {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${mutation}(input: $input) { ${fields} userErrors { code message field } } }`;
  const { data, errors } = await ask(query, { input }, token);
  expect(errors).toEqual([]);
  return z.object({ [mutation]: payloadShape }).parse(data)[mutation] ?? expect.fail('no payload');
}

/** The only error of a mutation's payload. */
export function onlyError({ userErrors }: Pick<Payload, 'userErrors'>): UserError {
  const [error] = userErrors;
  if (error === undefined || userErrors.length > 1)
    throw new Error(`${userErrors.length} errors instead of one`);
  return error;
}

/** The value at a path into an answer, such as `products.nodes.0.name`; undefined where there is none. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (found, step) => (typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined),
      value,
    );
}

/** The text at a path into an answer; no text there fails the test. */
export function textAt(value: unknown, path: string): string {
  return z.string(`no text at ${path}`).parse(at(value, path));
}

/** The list at a path into an answer; no list there fails the test. */
export function listAt(value: unknown, path: string): unknown[] {
  return z.array(z.unknown(), `no list at ${path}`).parse(at(value, path));
}
