import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { z } from 'zod';
import { maxInteger } from '../domain/numbers.ts';
import { isStorable } from '../domain/storable-text.ts';
import { createBadRequest, HttpError, toBadRequest } from './errors.ts';

/** The record of a user with 50 addresses, a full cart and a full wish list has about 30 kB. */
export const maxBodyBytes = 256 * 1024;

/**
 * Rejects bytes that are not UTF-8. Decoding would silently turn them into replacement characters.
 * @throws HttpError 400
 */
export function rejectInvalidUtf8(
  _request: IncomingMessage,
  _response: unknown,
  bytes: Buffer,
  charset: string,
): void {
  if (charset === 'utf-8' && !isUtf8(bytes)) {
    throw new HttpError(400, 'The body contains bytes that are not valid UTF-8');
  }
}

export function text(maxLength: number) {
  return z.string().max(maxLength, describeMaxLength(maxLength));
}

/** A string that is not blank. White space at both ends is removed. */
export function requiredText(maxLength: number) {
  return z.string().trim().min(1, 'Must not be empty').max(maxLength, describeMaxLength(maxLength));
}

/** The reason for rejecting a text that is too long. */
export function describeMaxLength(maxLength: number): string {
  return `Must have at most ${maxLength} characters`;
}

/** The error option of a union: `reason` if no member matches, 'Is missing' if there is no value. */
export function unionError(reason: string) {
  return { error: (issue: { input?: unknown }) => (issue.input === undefined ? 'Is missing' : reason) };
}

/**
 * An id as text, as in a path, a query or the arguments of a command. A malformed id is rejected with 400; the caller
 * checks whether the id exists.
 */
export const idText = z
  .string()
  .regex(/^\d+$/, 'Must be a whole number')
  .transform(Number)
  .pipe(z.number().max(maxInteger, 'Is larger than any id'));

/** An id in a body, as a number or a numeric string. */
export const idValue = z.union([z.int().positive().max(maxInteger), idText], unionError('Must be an id'));

/**
 * Reads a JSON body.
 * @throws HttpError 400 that names the invalid fields, 415 if the body was not sent as JSON.
 */
export function readBody<Schema extends z.ZodType>(request: Request, schema: Schema): z.output<Schema> {
  const body: unknown = request.body;
  if (body === undefined)
    throw new HttpError(415, 'Send the body as JSON with Content-Type: application/json');
  rejectUnstorable(body, []);
  return parseInput(schema, body);
}

/**
 * Reads the query string.
 * @throws HttpError 400 that names the invalid or repeated parameters.
 */
export function readQuery<Schema extends z.ZodType>(request: Request, schema: Schema): z.output<Schema> {
  const repeated = Object.entries(request.query).filter(([, value]) => Array.isArray(value));
  if (repeated.length > 0)
    throw createBadRequest(repeated.map(([field]) => ({ field, message: 'Is given more than once' })));
  rejectUnstorable(request.query, []);
  return parseInput(schema, request.query);
}

/**
 * Reads the headers that the schema names.
 * @throws HttpError 400 that names the invalid headers.
 */
export function readHeaders<Schema extends z.ZodObject>(request: Request, schema: Schema): z.output<Schema> {
  return parseInput(
    schema,
    Object.fromEntries(Object.keys(schema.shape).map((name) => [name, request.get(name)])),
  );
}

/** Created once, because creating a schema takes many times as long as parsing with it. */
const idParams = z.object({ id: idText });

/**
 * Reads `{id}` from the path.
 * @throws HttpError 400 if it is malformed.
 */
export function readId(request: Request): number {
  return parseInput(idParams, request.params).id;
}

/** Parses external input. @throws HttpError 400 that names the invalid fields. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, {
    error: (issue) => (issue.input === undefined ? 'Is missing' : undefined),
  });
  if (!result.success) throw toBadRequest(result.error);
  return result.data;
}

/** Deeper than any body in docs/rest-api.md, and shallow enough for every recursion over a body. */
const maxDepth = 20;

/** Rejects values anywhere in a body or query that the database would not return unchanged. */
function rejectUnstorable(value: unknown, path: readonly string[]): void {
  const createError = (message: string, field = path) =>
    createBadRequest([{ field: field.join('.'), message }]);
  if (typeof value === 'string' && !isStorable(value)) throw createError('Contains an invalid character');
  // JSON.parse reads 1e400 as Infinity, which JSON can only write as null.
  if (typeof value === 'number' && !Number.isFinite(value)) throw createError('Is too large a number');
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= maxDepth) throw createError('Is nested too deeply', path.slice(0, 3));
  for (const [key, inner] of Object.entries(value)) {
    // `__proto__` would be dropped silently, since it cannot be copied like other fields.
    if (!isStorable(key) || key === '__proto__') throw createError('Has an invalid name', [...path, key]);
    rejectUnstorable(inner, [...path, key]);
  }
}
