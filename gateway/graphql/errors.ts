import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { PageArgumentError } from '../catalogue/connection.ts';
import { LockUnavailableError } from '../customers/shopper-lock.ts';
import type { ErrorCode } from '../domain/error-codes.ts';
import { userErrors } from '../domain/user-errors.ts';
import { isUpstreamFailure, UpstreamRejectedError, UpstreamUnavailableError } from '../rest/errors.ts';
import { type KeyValueStore, StoreUnavailableError } from '../storage/key-value.ts';

/**
 * Codes of errors whose message was written for the client. An error with any other code is masked, unless
 * `selectPublicDetails` recognizes it by its class, message or HTTP status.
 */
const publicCodes: ReadonlySet<unknown> = new Set<ErrorCode>([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'PAYLOAD_TOO_LARGE',
  'QUERY_TOO_DEEP',
  'QUERY_TOO_WIDE',
  'QUERY_TOO_COMPLEX',
  'RATE_LIMITED',
  'UNAUTHENTICATED',
]);

/** In characters. graphql-js quotes whole values in its messages. */
const maxMessageLength = 500;

/** Codes for requests that Apollo Server rejects as `BAD_REQUEST`, by their HTTP status. */
const requestErrorCodes: ReadonlyMap<unknown, ErrorCode> = new Map([
  [405, 'METHOD_NOT_ALLOWED'],
  [406, 'NOT_ACCEPTABLE'],
]);

/** The message for all clients while the gateway's storage is unavailable; see `StoreUnavailableError`. */
export const storeUnavailableMessage = userErrors.unavailable.message;

/** Creates an error that the client has caused. Its message is shown to the client. */
export function createClientError(message: string, code: ErrorCode = 'BAD_USER_INPUT'): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

/** Creates an error for a mutation whose payload has no code for too many attempts. */
export function createRateLimitError(retryAfterSeconds: number): GraphQLError {
  const { code, message } = userErrors.rateLimited(retryAfterSeconds);
  return new GraphQLError(message, { extensions: { code, retryAfterSeconds } });
}

/** Formats an error of an operation for the client. `defaultCode` is for errors that have no code. */
export function formatError(error: GraphQLError, defaultCode: string): GraphQLFormattedError {
  const formatted = error.toJSON();
  return maskError({ ...formatted, extensions: { code: defaultCode, ...formatted.extensions } }, error);
}

/**
 * Formats an error for the client. Code and message are passed on only if they were written for clients; any other
 * error is masked, so that no stack trace and no URL or response of the REST host leaks. Long messages are shortened.
 */
export function maskError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const masked = selectPublicDetails(formatted, error);
  return { ...masked, message: shortenMessage(masked.message) };
}

/** Cuts out the middle of a message, where graphql-js quotes the value: the variable's name and the reason remain. */
function shortenMessage(message: string): string {
  if (message.length <= maxMessageLength) return message;
  const separator = ' … ';
  const partLength = Math.floor((maxMessageLength - separator.length) / 2);
  return `${message.slice(0, partLength)}${separator}${message.slice(-partLength)}`.toWellFormed();
}

function selectPublicDetails(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const location = {
    ...(formatted.locations && { locations: formatted.locations }),
    ...(formatted.path && { path: formatted.path }),
  };
  const cause = unwrapResolverError(error);
  if (isUpstreamFailure(cause)) {
    return { message: cause.userMessage, ...location, extensions: { code: 'SERVICE_UNAVAILABLE' } };
  }
  if (cause instanceof StoreUnavailableError) {
    return { message: storeUnavailableMessage, ...location, extensions: { code: 'SERVICE_UNAVAILABLE' } };
  }
  if (cause instanceof PageArgumentError)
    return { message: cause.message, ...location, extensions: { code: cause.code } };
  if (isApolloRequestError(error)) return { message: formatted.message, extensions: { code: 'BAD_REQUEST' } };
  if (isArgumentError(cause))
    return { message: cause.message, ...location, extensions: { code: 'BAD_USER_INPUT' } };
  const code = selectCode(formatted, error);
  const { retryAfterSeconds } = formatted.extensions ?? {};
  if (isVariableErrorSummary(formatted))
    return { message: formatted.message, extensions: { code: 'BAD_USER_INPUT' } };
  // The parser's other failures are stack overflows.
  if (code === 'GRAPHQL_PARSE_FAILED' && !formatted.message.startsWith('Syntax Error')) {
    return { message: 'The document is nested too deeply to be parsed.', extensions: { code } };
  }
  if (publicCodes.has(code)) {
    const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    return { message: formatted.message, ...location, extensions: { code, ...retry } };
  }
  return { message: 'Something went wrong!', ...location, extensions: { code: 'INTERNAL_SERVER_ERROR' } };
}

/** The code of an error; more specific than that of Apollo Server if the HTTP status has a code of its own. */
function selectCode({ extensions }: GraphQLFormattedError, error: unknown): unknown {
  const code = extensions?.code;
  return code === 'BAD_REQUEST' ? (requestErrorCodes.get(getHttpStatus(error)) ?? code) : code;
}

/** Whether the gateway or the REST host caused the error, rather than the client. Such errors are logged in full. */
export function isServerError(error: GraphQLError): boolean {
  const cause = unwrapResolverError(error);
  if (cause instanceof UpstreamUnavailableError) return cause.reason !== 'client-aborted';
  if (cause instanceof UpstreamRejectedError) return true;
  if (cause instanceof PageArgumentError || isArgumentError(cause) || isApolloRequestError(error))
    return false;
  return !publicCodes.has(error.extensions.code);
}

/**
 * Whether the cause of the error has a log entry of its own: an outage of the gateway's store, or a failure to write one
 * of the gateway's files.
 */
export function isReportedOutage(error: GraphQLError, storeState: KeyValueStore['state']): boolean {
  const cause = unwrapResolverError(error);
  if (!(cause instanceof StoreUnavailableError) || cause instanceof LockUnavailableError) return false;
  return !cause.isRejection || storeState === 'unavailable';
}

/** Whether a REST call was aborted because the client disconnected. */
export function isAbortedByClient(error: GraphQLError): boolean {
  const cause = unwrapResolverError(error);
  return cause instanceof UpstreamUnavailableError && cause.reason === 'client-aborted';
}

/**
 * Whether graphql-js rejected the value of an argument while it executed an operation. Validation accepts one such
 * value: null for a variable that is optional because it has a default.
 */
function isArgumentError(error: unknown): error is GraphQLError {
  return (
    error instanceof GraphQLError &&
    error.extensions.code === undefined &&
    error.message.startsWith('Argument "')
  );
}

/** Whether the error only reports that graphql-js has omitted the errors of further invalid variables. */
function isVariableErrorSummary({ message }: Pick<GraphQLError, 'message'>): boolean {
  return message.startsWith('Too many errors processing variables');
}

/** Whether Apollo Server rejected the request without an error code, for example for a wrong persisted-query hash. */
function isApolloRequestError(error: unknown): boolean {
  if (!(error instanceof GraphQLError) || error.path !== undefined || error.originalError) return false;
  return error.extensions.code === undefined && getHttpStatus(error) === 400;
}

/** The HTTP status that an error of Apollo Server demands; undefined if it demands none. */
function getHttpStatus(error: unknown): unknown {
  const http = error instanceof GraphQLError ? error.extensions.http : undefined;
  return typeof http === 'object' && http !== null && 'status' in http ? http.status : undefined;
}
