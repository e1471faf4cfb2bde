import { z } from 'zod';
import type { Expectation, Known } from './check.ts';
import { excerpt } from './excerpt.ts';
import type { Answer } from './host.ts';

/** The status is one of these. */
export function status(...allowed: readonly number[]): Expectation {
  return {
    claim: `status ${allowed.join(' or ')}`,
    fault: (answer) => (allowed.includes(answer.status) ? undefined : told(answer)),
  };
}

/** The host understood and refused: a status from 400 to 499. */
export const refused: Expectation = {
  claim: 'a refusal (status 4xx)',
  fault: (answer) => (answer.status >= 400 && answer.status < 500 ? undefined : told(answer)),
};

/** Nothing of that kind: 404, or 200 with null. */
export const nothing: Expectation = {
  claim: 'status 404 (or null)',
  fault: (answer) => (isNothing(answer) ? undefined : told(answer)),
};

/** An empty list, or 404. */
export const emptyList: Expectation = {
  claim: '200 with [] (or 404)',
  fault: (answer) => {
    const isEmpty = answer.status === 200 && Array.isArray(answer.json) && answer.json.length === 0;
    return isEmpty || answer.status === 404 ? undefined : told(answer);
  },
};

/** The answer, or its `message`, says this text, which the storefront looks for (requirements.md 8). */
export function says(wanted: string): Expectation {
  return {
    claim: `the message '${wanted}'`,
    fault: (answer) => (messageOf(answer).includes(wanted) ? undefined : told(answer)),
  };
}

/** The answer has some words for the shopper. */
export const someWords: Expectation = {
  claim: 'a text to show',
  fault: (answer) => (messageOf(answer).trim() === '' ? told(answer) : undefined),
};

/** One record of a shape. */
export function one(shape: z.ZodType, what: string): Expectation {
  return { claim: what, fault: (answer) => shapeFault(shape, answer.json, answer) };
}

/** A list, each record of a shape. */
export function listOf(shape: z.ZodType, what: string): Expectation {
  return {
    claim: `a list, each ${what}`,
    fault: (answer) => {
      const list = listIn(answer);
      if (list === undefined) return `no list: ${told(answer)}`;
      const faults = list.flatMap((record, place) => {
        const fault = shapeFault(shape, record);
        return fault === undefined ? [] : [`record ${place}: ${fault}`];
      });
      return faults.length === 0 ? undefined : `${faults.length} of ${list.length} are not; ${faults[0]}`;
    },
  };
}

/** A statement of its own about a record of a shape. */
export function where<Shape extends z.ZodType>(
  shape: Shape,
  claim: string,
  fault: (record: z.output<Shape>, known: Known) => string | undefined,
): Expectation {
  return {
    claim,
    fault: (answer, known) => {
      const read = shape.safeParse(answer.json);
      return read.success ? fault(read.data, known) : told(answer);
    },
  };
}

/** The list in an answer; undefined when it holds none. */
export function listIn(answer: Answer): unknown[] | undefined {
  return Array.isArray(answer.json) ? answer.json : undefined;
}

/** The status and the beginning of the body, fit for a terminal. */
export function told(answer: Answer): string {
  return `status ${answer.status}${answer.text === '' ? '' : `: ${excerpt(answer.text)}`}`;
}

const refusal = z.object({ message: z.string() });

function messageOf({ json, text }: Answer): string {
  const read = refusal.safeParse(json);
  if (read.success) return read.data.message;
  return typeof json === 'string' ? json : text;
}

function isNothing({ status, json, text }: Answer): boolean {
  return status === 404 || (status === 200 && (json === null || text === ''));
}

function shapeFault(shape: z.ZodType, value: unknown, answer?: Answer): string | undefined {
  const read = shape.safeParse(value);
  if (read.success) return undefined;
  const [issue] = read.error.issues;
  if (issue === undefined || issue.path.length === 0) {
    return answer === undefined ? `is ${excerpt(JSON.stringify(value))}` : told(answer);
  }
  const field = issue.path.map(String).join('.');
  return `${field} ${issue.message} (is ${excerpt(JSON.stringify(at(value, issue.path)))})`;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}
