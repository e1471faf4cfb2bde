/** What the documentation for partners says about an error code. */
interface ErrorDescription {
  /**
   * The HTTP status of a response with this error. For some codes, it also depends on the client (`chooseStatus`), or
   * on whether the whole request failed.
   */
  status: number;
  meaning: string;
  /** What a client should do. */
  action: string;
}

/** All codes in `extensions.code` of a response's errors. `npm run release:schema` writes them to docs/partners.md. */
export const errorCodes = {
  BAD_USER_INPUT: {
    status: 200,
    meaning:
      'A variable or an argument is invalid; the message says which. Status 400 if a variable has the wrong type, except for clients that accept `application/json` only.',
    action: 'Correct it.',
  },
  CURSOR_EXPIRED: {
    status: 200,
    meaning: 'The changes since the cursor of `productChanges` are no longer stored.',
    action: 'Read all products again, and delete those that are not returned.',
  },
  UNAUTHENTICATED: {
    status: 200,
    meaning:
      "The shopper's session has ended: `user`, or `node` or `nodes` with the id of a shopper's object, was queried with a token that is invalid, expired or revoked, or whose account no longer exists.",
    action: 'Sign in again. Requests without a token get null instead of this error.',
  },
  SERVICE_UNAVAILABLE: {
    status: 200,
    meaning:
      'The REST host or the storage of the gateway, such as Redis, is not available, so the field at `path` is null. Status 503 if the whole request failed.',
    action: 'Use the rest of the response, and try again.',
  },
  INTERNAL_SERVER_ERROR: {
    status: 200,
    meaning: 'A bug in the gateway. Status 500 if the whole request failed.',
    action: 'Report the `requestId`.',
  },
  PERSISTED_QUERY_NOT_FOUND: {
    status: 200,
    meaning: 'The gateway does not know the document with this hash.',
    action: 'Send its text and the hash once.',
  },
  GRAPHQL_PARSE_FAILED: {
    status: 400,
    meaning:
      'The document is not GraphQL, is nested too deeply, or has more than 4,000 tokens. Status 200 for clients that accept `application/json` only.',
    action: 'Correct it.',
  },
  GRAPHQL_VALIDATION_FAILED: {
    status: 400,
    meaning:
      'The document does not match the schema, for example because a field does not exist. Status 200 for clients that accept `application/json` only.',
    action: 'Correct it; the message often suggests the right name.',
  },
  OPERATION_RESOLUTION_FAILURE: {
    status: 400,
    meaning:
      'The document has no operation with the requested name, the request does not say which of several operations to execute, or the operation is a subscription.',
    action: 'Send `operationName` with the name of one of its queries or mutations.',
  },
  QUERY_TOO_DEEP: {
    status: 400,
    meaning: 'The operation has too many levels.',
    action: 'Split it into several operations.',
  },
  QUERY_TOO_WIDE: {
    status: 400,
    meaning: 'The operation has too many aliases or root fields.',
    action: 'Split it into several operations.',
  },
  QUERY_TOO_COMPLEX: {
    status: 400,
    meaning:
      'The operation costs more than 5,000 points, or its document has too many selections or selects one field of an object too often; the message says which.',
    action: 'Request smaller pages or fewer fields, or select each field once.',
  },
  BAD_REQUEST: {
    status: 400,
    meaning:
      'The request is malformed, for example its body is not JSON, or a parameter of a feed is invalid.',
    action: 'Correct it as the message says.',
  },
  DOCUMENT_NOT_TRUSTED: {
    status: 400,
    meaning:
      "A request that claims to come from the storefront contains a document that the storefront doesn't send.",
    action: 'Leave out the header `apollographql-client-name: storefront`.',
  },
  API_KEY_REQUIRED: {
    status: 401,
    meaning: 'A feed was requested without a key.',
    action: 'Send the header `X-API-Key`.',
  },
  API_KEY_INVALID: {
    status: 401,
    meaning:
      'The key is empty, unknown, expired or revoked, is only for web pages of other origins, or was sent to `/graphql` in the header `Authorization`.',
    action: 'Send a valid key as `X-API-Key`, or leave the header out.',
  },
  NOT_FOUND: {
    status: 404,
    meaning: 'There is nothing at this URL.',
    action: 'Send GraphQL requests to `/graphql`.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The URL does not support this method.',
    action: 'Use a method that the header `Allow` lists. The URL for GraphQL requests is `/graphql`.',
  },
  NOT_ACCEPTABLE: {
    status: 406,
    meaning: 'The header `Accept` excludes JSON.',
    action: 'Send `Accept: application/graphql-response+json` or `Accept: application/json`.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: 'The body of the request is longer than 100,000 bytes.',
    action: 'Shorten the document, or send its hash.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The body is compressed, or not declared as JSON in UTF-8.',
    action: 'Send `Content-Type: application/json`.',
  },
  RATE_LIMITED: {
    status: 429,
    meaning:
      'The quota has fewer points left than the request costs; or, with status 200, the shopper or the network has placed or cancelled too many orders within an hour. Nothing was changed.',
    action:
      'Wait for the number of seconds in `retryAfterSeconds` of the error; with status 429, the header `Retry-After` states it, too. The header `RateLimit` has the remaining points.',
  },
} as const satisfies Record<string, ErrorDescription>;

export type ErrorCode = keyof typeof errorCodes;
