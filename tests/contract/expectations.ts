import { z } from 'zod';
import type { Expectation, RunState } from './check.ts';
import type { HostResponse } from './host.ts';

/** Expects one of these status codes. */
export function status(...allowed: readonly number[]): Expectation {
  return {
    description: `status ${allowed.join(' or ')}`,
    findMismatch: (response) => (allowed.includes(response.status) ? undefined : describeResponse(response)),
  };
}

/** Expects what the gateway regards as success: a status from 200 to 299, and no HTML or XML document. */
export const success: Expectation = {
  description: 'status 2xx and no HTML or XML document',
  findMismatch: (response) => (isSuccess(response) ? undefined : describeResponse(response)),
};

/** Expects that the request is rejected. */
export const rejection: Expectation = {
  description: 'a status other than 2xx, or an HTML or XML document',
  findMismatch: (response) => (isSuccess(response) ? describeResponse(response) : undefined),
};

/** Expects UTF-8. In another charset, the texts of a list become garbled, and the record of a user is rejected. */
export const utf8: Expectation = {
  description: 'UTF-8',
  findMismatch: ({ isUtf8, headers }) =>
    isUtf8 ? undefined : `not valid UTF-8 (Content-Type: ${headers.get('content-type') ?? 'none'})`,
};

/** Expects a client error: a status from 400 to 499. */
export const clientError: Expectation = {
  description: 'status 4xx',
  findMismatch: (response) => (isClientError(response) ? undefined : describeResponse(response)),
};

/** Expects the response for a record that does not exist: one of these statuses, or null. */
export function notFound(...statuses: readonly number[]): Expectation {
  return {
    description: `status ${statuses.join(' or ')} (or null)`,
    findMismatch: (response) =>
      statuses.includes(response.status) || isNull(response) ? undefined : describeResponse(response),
  };
}

/** Expects the response for a contact that nobody has: a client error, null, or an empty body. */
export const unknownContact: Expectation = {
  description: 'status 4xx (or null, or an empty body)',
  findMismatch: (response) =>
    isClientError(response) || isNull(response) || response.text === ''
      ? undefined
      : describeResponse(response),
};

/** Expects an empty list, null, or one of these statuses. */
export function emptyList(...statuses: readonly number[]): Expectation {
  return {
    description: `an empty list (or null, or status ${statuses.join(' or ')})`,
    findMismatch: (response) => {
      const isEmpty = isNull(response) || (isSuccess(response) && getList(response)?.length === 0);
      return isEmpty || statuses.includes(response.status) ? undefined : describeResponse(response);
    },
  };
}

/**
 * Expects a text in the `message` of a JSON body, or in the whole body if there is no `message`. Most of these texts
 * determine which message the shopper sees (requirements.md 8).
 */
export function includesMessage(message: string): Expectation {
  return {
    description: `the message '${message}'`,
    findMismatch: (response) =>
      readMessage(response).includes(message) ? undefined : describeResponse(response),
  };
}

/** Expects a record that matches a schema. */
export function record(schema: z.ZodType, name: string): Expectation {
  return {
    description: name,
    findMismatch: (response) => findSchemaMismatch(schema, response.json, response),
  };
}

/** Expects a list of records that match a schema. Hosts may send null instead of some empty lists. */
export function listOf(schema: z.ZodType, name: string, { mayBeNull = false } = {}): Expectation {
  return {
    description: `a list of ${name}`,
    findMismatch: (response) => {
      const list = mayBeNull && isNull(response) ? [] : getList(response);
      if (list === undefined) return `no list: ${describeResponse(response)}`;
      const mismatches = list.flatMap((item, index) => {
        const mismatch = findSchemaMismatch(schema, item);
        return mismatch === undefined ? [] : [`record ${index}: ${mismatch}`];
      });
      if (mismatches.length === 0) return undefined;
      return `${mismatches.length} of ${list.length} are invalid; ${mismatches[0]}`;
    },
  };
}

/** Expects a body that matches a schema and meets a further condition. */
export function bodyMatching<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  findMismatch: (record: z.output<Schema>, state: RunState) => string | undefined,
): Expectation {
  return {
    description,
    findMismatch: (response, state) => {
      const result = schema.safeParse(response.json);
      return result.success ? findMismatch(result.data, state) : describeResponse(response);
    },
  };
}

/** The list in a response; undefined if the body is not a list. */
export function getList(response: HostResponse): unknown[] | undefined {
  return Array.isArray(response.json) ? response.json : undefined;
}

/** The status and the start of the body, safe to print on a terminal. */
export function describeResponse(response: HostResponse): string {
  return `status ${response.status}${response.text === '' ? '' : `: ${excerpt(response.text)}`}`;
}

const errorBodySchema = z.object({ message: z.string() });

function readMessage({ json, text }: HostResponse): string {
  const result = errorBodySchema.safeParse(json);
  if (result.success) return result.data.message;
  return typeof json === 'string' ? json : text;
}

/** Whether the gateway regards a response as successful. */
export function isSuccess({ status, text }: HostResponse): boolean {
  return status >= 200 && status < 300 && !text.trimStart().startsWith('<');
}

/** Whether the host has rejected a request and therefore changed nothing. */
export function isClientError({ status }: HostResponse): boolean {
  return status >= 400 && status < 500;
}

/** Whether a response says that there is nothing: a JSON null with status 200, or status 204. */
function isNull({ status, json }: HostResponse): boolean {
  return status === 204 || (status === 200 && json === null);
}

function findSchemaMismatch(schema: z.ZodType, value: unknown, response?: HostResponse): string | undefined {
  const result = schema.safeParse(value);
  if (result.success) return undefined;
  const [issue] = result.error.issues;
  if (issue === undefined || issue.path.length === 0) {
    return response === undefined ? `is ${excerpt(JSON.stringify(value))}` : describeResponse(response);
  }
  const field = issue.path.map(String).join('.');
  return `${field} ${issue.message} (is ${excerpt(JSON.stringify(getValueAt(value, issue.path)))})`;
}

function getValueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

const maxExcerptLength = 100;

/** The start of a text on one line, without control characters that would affect the terminal. */
function excerpt(text: string | undefined): string {
  if (text === undefined) return 'missing';
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > maxExcerptLength ? `${line.slice(0, maxExcerptLength)}…` : line;
}
