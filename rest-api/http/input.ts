import type { Request } from 'express';
import { z } from 'zod';
import { isStorable } from '../storable-text.ts';
import { badInput, badInputFrom, HttpError } from './errors.ts';

/** A text of at most `longest` characters, kept as it is. */
export function text(longest: number) {
  return z.string().max(longest);
}

/** A text that must say something; blanks at its ends are not kept. */
export function requiredText(longest: number) {
  return z.string().trim().min(1, 'Must not be empty').max(longest);
}

/** The reason for a value of none of several shapes, unless it is missing. */
export function must(reason: string) {
  return { error: (issue: { input?: unknown }) => (issue.input === undefined ? 'Is missing' : reason) };
}

/** An id in a path or a query: what can be no id is a 400, one that nothing has is for the caller to find out. */
export const idText = z
  .string()
  .regex(/^\d{1,10}$/, 'Must be a whole number')
  .transform(Number)
  .pipe(z.number().max(2_147_483_647, 'Is larger than any id'));

/** An id in a body, as a number or as its text. */
export const idValue = z.union([z.int().positive().max(2_147_483_647), idText], must('Must be an id'));

/**
 * Reads a JSON body.
 * @throws HttpError 400 with the fields named, 415 when it was not sent as JSON.
 */
export function readBody<Shape extends z.ZodType>(request: Request, shape: Shape): z.output<Shape> {
  const body: unknown = request.body;
  if (body === undefined)
    throw new HttpError(415, 'Send the body as JSON with Content-Type: application/json');
  refuseUnkeepable(body, []);
  return parse(shape, body);
}

/**
 * Reads the query string; unknown names are let be.
 * @throws HttpError 400 with the names, also for one that is given twice.
 */
export function readQuery<Shape extends z.ZodType>(request: Request, shape: Shape): z.output<Shape> {
  const twice = Object.entries(request.query).filter(([, value]) => Array.isArray(value));
  if (twice.length > 0)
    throw badInput(twice.map(([field]) => ({ field, message: 'Is given more than once' })));
  refuseUnkeepable(request.query, []);
  return parse(shape, request.query);
}

/** Made once: to make a shape costs more than to answer a request. */
const idInPath = z.object({ id: idText });

/**
 * Reads `{id}` of the path.
 * @throws HttpError 400 when it can be no id.
 */
export function readId(request: Request): number {
  return parse(idInPath, request.params).id;
}

function parse<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const read = shape.safeParse(value, {
    error: (issue) => (issue.input === undefined ? 'Is missing' : undefined),
  });
  if (!read.success) throw badInputFrom(read.error);
  return read.data;
}

/** Deeper than any body of requirements.md 7, and shallow enough for every recursion over it. */
const deepest = 20;

/** Refuses what would come back from the database as something else, wherever it stands in a value. */
function refuseUnkeepable(value: unknown, path: readonly string[]): void {
  const refuse = (message: string, field = path) => badInput([{ field: field.join('.'), message }]);
  if (typeof value === 'string' && !isStorable(value)) throw refuse('Holds a character that is no text');
  // JSON.parse reads 1e400 as infinite, which JSON can only write as null.
  if (typeof value === 'number' && !Number.isFinite(value)) throw refuse('Is larger than any number');
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= deepest) throw refuse('Is nested too deeply', path.slice(0, 3));
  for (const [key, inner] of Object.entries(value)) {
    // `__proto__` would be dropped in silence, since it cannot be copied like other fields.
    if (!isStorable(key) || key === '__proto__')
      throw refuse('Has a name that cannot be kept', [...path, key]);
    refuseUnkeepable(inner, [...path, key]);
  }
}
