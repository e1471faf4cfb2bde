import {
  buildSchema,
  type DocumentNode,
  execute,
  type GraphQLEnumType,
  GraphQLError,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  validate,
} from 'graphql';
import { maxPasswordLength, minPasswordLength } from '../../auth/password-reset.ts';
import { createQuantityError } from '../../customers/cart.ts';
import { maxAddresses } from '../../customers/validation.ts';
import { type UserError, userErrors } from '../../domain/user-errors.ts';
import type { GraphqlRequest } from '../../graphql/execution/plan-cache.ts';
import { schemaText } from '../../graphql/server.ts';
import { maxLines } from '../../orders/quote.ts';

/** A GraphQL response. */
export interface MockResult {
  data?: unknown;
  errors?: readonly MockError[];
}

interface MockError {
  message: string;
  path?: ReadonlyArray<string | number>;
  extensions: Record<string, unknown>;
}

const schema = buildSchema(schemaText);
const { failed, ...otherUserErrors } = userErrors;

const rejectionReason = 'We do not deliver to this address.';

/** An example of each user error, by its code. */
const userErrorByCode: ReadonlyMap<string, UserError> = new Map(
  [
    ...Object.values(otherUserErrors).filter((error) => typeof error === 'object'),
    failed('UPSTREAM_REJECTED', rejectionReason, { reason: rejectionReason }),
    userErrors.required(['name']),
    userErrors.invalid(['email'], 'Please enter a valid email address.'),
    userErrors.unsupportedCharacters(['name']),
    userErrors.tooShort(['password'], minPasswordLength),
    userErrors.tooLong(['password'], maxPasswordLength),
    userErrors.rateLimited(60),
    userErrors.tooManyAddresses(['addresses'], maxAddresses),
    userErrors.productNotFound(['productId']),
    createQuantityError(['quantity']),
    userErrors.noProducts('CART'),
    userErrors.tooManyLines(maxLines),
    userErrors.duplicateProduct(['lines', '1', 'productId']),
    userErrors.outOfStock(['lines', '0', 'quantity']),
  ].map((error): [string, UserError] => [error.code, error]),
);

/** The codes that `executeWithUserError` accepts. */
export const userErrorCodes: readonly string[] = [...userErrorByCode.keys()].sort();

/**
 * Returns the response to an operation whose root fields fail.
 * @returns null if the request has no valid operation.
 */
export async function executeWithError(
  request: GraphqlRequest,
  message: string,
  extensions: Record<string, unknown>,
): Promise<MockResult | null> {
  return executeWithRootResolver(request, () => {
    throw new GraphQLError(message, { extensions });
  });
}

/**
 * Returns a response in which each root field that can report a user error with this code does so, and the others are
 * empty.
 * @returns null if the request has no valid operation, and `not applicable` if no root field can report the error.
 */
export async function executeWithUserError(
  request: GraphqlRequest,
  code: string,
): Promise<MockResult | 'not applicable' | null> {
  let isApplicable = false;
  const result = await executeWithRootResolver(request, (type) => {
    const codes = findUserErrorCodes(type);
    // A null that the schema does not permit would end the execution before the other root fields are reached.
    if (codes === undefined) return createEmptyValue(type);
    if (codes.getValue(code) == null) return { userErrors: [] };
    isApplicable = true;
    return { userErrors: [userErrorByCode.get(code)] };
  });
  return result !== null && !isApplicable ? 'not applicable' : result;
}

/** The codes of a payload's `userErrors`; undefined if the type has no user errors. */
function findUserErrorCodes(type: GraphQLOutputType): GraphQLEnumType | undefined {
  const payload = getNamedType(type);
  const errors = isObjectType(payload) && payload.getFields().userErrors;
  const error = errors && getNamedType(errors.type);
  const codes = isObjectType(error) && error.getFields().code;
  const codeType = codes && getNamedType(codes.type);
  return isEnumType(codeType) ? codeType : undefined;
}

/** Executes an operation. `resolveRoot` returns the values of its root fields, given their types. */
async function executeWithRootResolver(
  { query, operationName, variables }: GraphqlRequest,
  resolveRoot: (type: GraphQLOutputType) => unknown,
): Promise<MockResult | null> {
  const document = parseValidDocument(query ?? '');
  if (document === null) return null;
  const { data, errors } = await execute({
    schema,
    document,
    operationName: operationName ?? null,
    variableValues: variables ?? {},
    fieldResolver(source: Record<string, unknown>, _arguments, _context, { path, fieldName, returnType }) {
      if (path.prev === undefined) return resolveRoot(returnType);
      return source[fieldName] ?? createEmptyValue(returnType);
    },
  });
  // The variables are invalid, or `operationName` does not select an operation.
  if (data === undefined) return null;
  return { data, errors: errors?.map(({ message, path, extensions }) => ({ message, path, extensions })) };
}

function parseValidDocument(text: string): DocumentNode | null {
  try {
    const document = parse(text);
    return validate(schema, document).length === 0 ? document : null;
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

/**
 * The value of a field without data: null where the schema permits it, else an empty list or false. In place of an
 * object, false makes graphql-js resolve the object's fields, which are then empty too.
 */
function createEmptyValue(type: GraphQLOutputType): [] | false | null {
  if (!isNonNullType(type)) return null;
  return isListType(type.ofType) ? [] : false;
}
