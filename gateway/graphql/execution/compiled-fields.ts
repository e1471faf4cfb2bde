import {
  GraphQLBoolean,
  type GraphQLField,
  GraphQLID,
  type GraphQLLeafType,
  type GraphQLResolveInfo,
  GraphQLString,
} from 'graphql';
import type { GatewayContext } from '../context.ts';
import type { ObjectCache } from './object-cache.ts';

/** The state of one execution of a compiled query. */
export interface ExecutionState {
  context: GatewayContext;
  /** Serialized products; null if the caller needs plain objects. */
  objectCache: ObjectCache | null;
  variables: Record<string, unknown>;
  /**
   * Coerced arguments, indexed by the slot of their field. Coercing them once per execution suffices,
   * because they are the same for all items of a list.
   */
  argumentCache: (Record<string, unknown> | undefined)[];
  /** Promises of the asynchronous fields that the execution has yet to await. */
  pending: Promise<void>[];
}

/** Converts a resolver's result to its value in the response. Throws for any value that needs error handling. */
export type CompleteValue = (value: unknown, state: ExecutionState) => unknown;

/** A field of a query, ready to be executed. */
export interface CompiledField {
  key: string;
  name: string;
  resolve: GraphQLField<unknown, unknown>['resolve'];
  readArguments: (state: ExecutionState) => Record<string, unknown>;
  complete: CompleteValue;
  info: GraphQLResolveInfo;
}

/**
 * The result contains an error, or a value that a compiled query does not support, such as a promise in a list.
 * graphql-js then executes the query again and reports errors with the correct path.
 */
export class ExecutionBailoutError extends Error {}

let selectionCount = 0;

/** Returns a function that completes objects from the object cache. Those with asynchronous fields are not cached. */
export function memoize(
  executeFields: (source: unknown, state: ExecutionState) => Record<string, unknown>,
): CompleteValue {
  selectionCount += 1;
  const selection = selectionCount;
  let lastOrigin = '';
  let key = `${selection} `;
  return (source, state) => {
    const { objectCache, context } = state;
    if (objectCache === null || !isRecord(source)) return executeFields(source, state);
    // Looking up the same string again is faster than looking up an equal one, which first has to be hashed.
    if (context.origin !== lastOrigin) {
      lastOrigin = context.origin;
      key = `${selection} ${lastOrigin}`;
    }
    const cached = objectCache.get(source, key);
    if (cached !== undefined) return cached;
    const pendingBefore = state.pending.length;
    const data = executeFields(source, state);
    return state.pending.length === pendingBefore ? objectCache.set(source, key, data) : data;
  };
}

/** Executes one field of an object and writes its value to `data`, immediately or when its promise resolves. */
export function executeField(
  field: CompiledField,
  source: unknown,
  state: ExecutionState,
  data: Record<string, unknown>,
): void {
  const { key, resolve, complete } = field;
  const value =
    resolve === undefined
      ? resolveProperty(source, field, state)
      : resolve(source, field.readArguments(state), state.context, field.info);
  if (!(value instanceof Promise)) {
    data[key] = complete(value, state);
    return;
  }
  // Reserves the key, so that the response has its fields in the order of the query.
  data[key] = null;
  const settled = value.then((resolved: unknown) => {
    data[key] = complete(resolved, state);
  });
  // Prevents an unhandled rejection if this promise rejects before it is awaited, or after another failure.
  settled.catch(() => {});
  state.pending.push(settled);
}

/** Scalars that need no serialization if the value has this JavaScript type. */
const jsonTypes: ReadonlyMap<GraphQLLeafType, string> = new Map<GraphQLLeafType, string>([
  [GraphQLString, 'string'],
  [GraphQLID, 'string'],
  [GraphQLBoolean, 'boolean'],
]);

/** Returns a function that completes a scalar or an enum value. */
export function createLeafCompletion(type: GraphQLLeafType): CompleteValue {
  const jsonType = jsonTypes.get(type);
  return (value) => {
    if (typeof value === jsonType) return value;
    const serialized = type.serialize(value);
    if (serialized === undefined || serialized === null) throw new ExecutionBailoutError();
    return serialized;
  };
}

/** Resolves a field without a resolver as graphql-js does. */
function resolveProperty(
  source: unknown,
  { name, readArguments, info }: CompiledField,
  state: ExecutionState,
): unknown {
  if (!isRecord(source)) return undefined;
  const property = source[name];
  return typeof property === 'function'
    ? property.call(source, readArguments(state), state.context, info)
    : property;
}

/** Wraps a completion so that null and undefined become null, as in graphql-js, without calling `complete`. */
export function allowNull(complete: CompleteValue): CompleteValue {
  return (value, state) => (value === null || value === undefined ? null : complete(value, state));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
