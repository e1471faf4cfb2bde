import {
  GraphQLBoolean,
  type GraphQLField,
  GraphQLID,
  type GraphQLLeafType,
  type GraphQLResolveInfo,
  GraphQLString,
} from 'graphql';
import type { FragmentCache } from './fragment-cache.ts';

/** One run of a prepared query. */
export interface Run {
  context: unknown;
  kept: FragmentCache;
  /** Whether kept parts stand in the answer. */
  isMixed: boolean;
  variables: Record<string, unknown>;
  /** Arguments by the place of their field, read once a run: they are the same for all items of a list. */
  given: (Record<string, unknown> | undefined)[];
  /** Parts of the answer that are still to come. */
  waiting: Promise<void>[];
}

/** Turns what a resolver gave into what is answered; throws for what is not plainly right. */
export type Complete = (value: unknown, run: Run) => unknown;

/** A field at its place in a query. */
export interface CompiledField {
  key: string;
  name: string;
  resolve: GraphQLField<unknown, unknown>['resolve'];
  argumentsOf: (run: Run) => Record<string, unknown>;
  complete: Complete;
  info: GraphQLResolveInfo;
}

/** An answer with an error somewhere; graphql-js knows where it belongs. */
export class ExecutionBailoutError extends Error {}

/** Answers an object as it was answered before, where no part of it is waited for. */
export function keeping(object: (source: unknown, run: Run) => Record<string, unknown>): Complete {
  const place = {};
  return (source, run) => {
    const known = run.kept.get(place, source);
    run.isMixed = true;
    if (known !== undefined) return known;
    const waiting = run.waiting.length;
    const data = object(source, run);
    return run.waiting.length === waiting ? run.kept.keep(place, source, data) : data;
  };
}

/** Answers one field of an object, now or as soon as its resolver knows. */
export function answerField(
  field: CompiledField,
  source: unknown,
  run: Run,
  data: Record<string, unknown>,
): void {
  const { key, resolve, complete } = field;
  const value =
    resolve === undefined
      ? propertyOf(source, field, run)
      : resolve(source, field.argumentsOf(run), run.context, field.info);
  if (!(value instanceof Promise)) {
    data[key] = complete(value, run);
    return;
  }
  // Set now, so that the fields stand in the order they were asked for.
  data[key] = null;
  const part = value.then((later: unknown) => {
    data[key] = complete(later, run);
  });
  // Of several that fail only the first is waited for.
  part.catch(() => {});
  run.waiting.push(part);
}

/** Scalars whose values stay as they are when they are of this kind already. */
const ownKind: ReadonlyMap<GraphQLLeafType, string> = new Map<GraphQLLeafType, string>([
  [GraphQLString, 'string'],
  [GraphQLID, 'string'],
  [GraphQLBoolean, 'boolean'],
]);

/** Turns what a resolver gave into a scalar or an enum's value. */
export function leaf(type: GraphQLLeafType): Complete {
  const kind = ownKind.get(type);
  return (value) => {
    if (typeof value === kind) return value;
    const answer = type.serialize(value);
    if (answer === undefined || answer === null) throw new ExecutionBailoutError();
    return answer;
  };
}

/** As graphql-js reads a field without a resolver. */
function propertyOf(source: unknown, { name, argumentsOf, info }: CompiledField, run: Run): unknown {
  if (!isRecord(source)) return undefined;
  const property = source[name];
  return typeof property === 'function'
    ? property.call(source, argumentsOf(run), run.context, info)
    : property;
}

/** Lets null through, of a type that may be null. */
export function orNull(complete: Complete): Complete {
  return (value, run) => (value === null || value === undefined ? null : complete(value, run));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
