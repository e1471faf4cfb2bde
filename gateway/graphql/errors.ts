import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { isPaginationError } from '../catalogue/connection.ts';
import { UpstreamRejectedError, UpstreamUnavailableError } from '../rest/errors.ts';
import { StoreUnavailableError } from '../storage/key-value.ts';

/** Codes whose message the gateway or GraphQL itself wrote for the caller. All others are masked. */
const openCodes: ReadonlySet<unknown> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'PAYLOAD_TOO_LARGE',
  'QUERY_TOO_DEEP',
  'QUERY_TOO_WIDE',
  'QUERY_TOO_COMPLEX',
  'RATE_LIMITED',
  'UNAUTHENTICATED',
]);

/** What a shopper reads while the store is away that holds sessions, limits and orders. */
export const storeAwayText = 'The shop cannot do this at the moment. Please try again in a minute.';

/** What the caller did wrong, for GraphQL's `errors`. */
export function badInput(message: string, code = 'BAD_USER_INPUT'): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

/**
 * What a caller may know of an error: code and message where they were written for callers, else a
 * masked one. Never an address, a body or a stack of the REST host.
 */
export function maskError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const where = {
    ...(formatted.locations && { locations: formatted.locations }),
    ...(formatted.path && { path: formatted.path }),
  };
  const cause = unwrapResolverError(error);
  if (cause instanceof UpstreamUnavailableError || cause instanceof UpstreamRejectedError) {
    return { message: cause.userMessage, ...where, extensions: { code: 'SERVICE_UNAVAILABLE' } };
  }
  if (cause instanceof StoreUnavailableError) {
    return { message: storeAwayText, ...where, extensions: { code: 'SERVICE_UNAVAILABLE' } };
  }
  if (isPaginationError(cause))
    return { message: cause.message, ...where, extensions: { code: 'BAD_USER_INPUT' } };
  if (isRefusedRequest(error)) return { message: formatted.message, extensions: { code: 'BAD_REQUEST' } };
  const { code, retryAfterSeconds } = formatted.extensions ?? {};
  if (isBeyondCount(formatted)) return { message: formatted.message, extensions: { code: 'BAD_USER_INPUT' } };
  if (code === 'GRAPHQL_PARSE_FAILED' && !formatted.message.startsWith('Syntax Error')) {
    return { message: 'The document is nested too deeply to be read.', extensions: { code } };
  }
  if (openCodes.has(code)) {
    const waiting = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    return { message: formatted.message, ...where, extensions: { code, ...waiting } };
  }
  return { message: 'Something went wrong!', ...where, extensions: { code: 'INTERNAL_SERVER_ERROR' } };
}

/** Whether an error is the gateway's or the REST host's, and so belongs into the log in full. */
export function isOwnFault(error: GraphQLError): boolean {
  const cause = unwrapResolverError(error);
  if (cause instanceof UpstreamUnavailableError || cause instanceof UpstreamRejectedError) return true;
  if (isPaginationError(cause) || isRefusedRequest(error) || isBeyondCount(error)) return false;
  return !openCodes.has(error.extensions.code);
}

/** Whether an error stands for the further ones of variables that are wrong in more ways than are told. */
function isBeyondCount({ message }: Pick<GraphQLError, 'message'>): boolean {
  return message.startsWith('Too many errors processing variables');
}

/** Whether Apollo Server refused the request itself, without a code: a persisted query of a wrong digest, say. */
function isRefusedRequest(error: unknown): boolean {
  if (!(error instanceof GraphQLError) || error.path !== undefined || error.originalError) return false;
  const { code, http } = error.extensions;
  return (
    code === undefined && typeof http === 'object' && http !== null && 'status' in http && http.status === 400
  );
}
