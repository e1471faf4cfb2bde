import type { Request } from 'express';
import { z } from 'zod';
import { badInput, badInputFrom, HttpError } from './errors.ts';

/** Text that the database can hold: no NUL character and no half of a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** A text of at most `longest` characters, kept as it is. */
export function text(longest: number) {
  return z.string().max(longest);
}

/** A text that must say something; blanks at its ends are not kept. */
export function requiredText(longest: number) {
  return z.string().trim().min(1, 'Must not be empty').max(longest);
}

/** The reason for a value of none of several shapes, or of no value at all. */
export function must(reason: string) {
  return { error: (issue: { input?: unknown }) => (issue.input === undefined ? 'Is missing' : reason) };
}

/** An id in a path or a query: what is no id at all is a 400, one that nothing has is for the caller to find out. */
export const idText = z
  .string()
  .regex(/^\d{1,10}$/, 'Must be a whole number')
  .transform(Number)
  .pipe(z.number().max(2_147_483_647, 'Is larger than any id'));

/** An id in a body, as a number or as its text. */
export const idValue = z.union([z.int().positive().max(2_147_483_647), idText], must('Must be an id'));

/** Reads a JSON body. Throws HttpError 400, 413 or 415. */
export function readBody<Shape extends z.ZodType>(request: Request, shape: Shape): z.output<Shape> {
  const body: unknown = request.body;
  if (body === undefined)
    throw new HttpError(415, 'Send the body as JSON with Content-Type: application/json');
  refuseUnstorable(body, []);
  return parse(shape, body);
}

/** Reads the query string; a name that is given twice is refused, unknown names are let be. */
export function readQuery<Shape extends z.ZodType>(request: Request, shape: Shape): z.output<Shape> {
  refuseUnstorable(request.query, []);
  return parse(shape, request.query);
}

/** Reads `{id}` of the path. */
export function readId(request: Request): number {
  const read = idText.safeParse(request.params.id);
  if (!read.success) throw badInput([{ field: 'id', message: 'Must be a whole number' }]);
  return read.data;
}

function parse<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const read = shape.safeParse(value, {
    error: (issue) => (issue.input === undefined ? 'Is missing' : undefined),
  });
  if (!read.success) throw badInputFrom(read.error);
  return read.data;
}

/** Deeper than any body of spec.md 7, and shallow enough for every recursion over it. */
const deepest = 20;

function refuseUnstorable(value: unknown, path: readonly string[]): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) {
      throw badInput([{ field: path.join('.'), message: 'Holds a character that is no text' }]);
    }
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= deepest) {
    throw badInput([{ field: path.slice(0, 3).join('.'), message: 'Is nested too deeply' }]);
  }
  for (const [key, inner] of Object.entries(value)) {
    // `__proto__` would be dropped in silence, since it cannot be copied like other fields.
    if (!isStorable(key) || key === '__proto__') {
      throw badInput([{ field: path.join('.'), message: 'Holds a field with a name that cannot be kept' }]);
    }
    refuseUnstorable(inner, [...path, key]);
  }
}
