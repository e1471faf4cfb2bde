/** Error responses of the host by endpoint, for example `PUT updateUser`. */
export type HostErrors = Record<string, readonly [status: number, message: string]>;

/** An error that a mutation or the query `checkoutQuote` returns in its payload. */
export interface ErrorCase {
  /** The name of the mutation, or `checkoutQuote`. */
  operation: string;
  input: Record<string, unknown>;
  code: string;
  /** The message shown to the shopper: the text of requirements.md 5 or 8, where one of them gives it. */
  message: string;
  /** The path of the input field, joined by dots; null if the error belongs to none. */
  field: string | null;
  /** The fields of the error besides `code`, `message` and `field` that are not null, such as `maxLength`. */
  parameters?: Record<string, unknown>;
  host?: HostErrors;
  /** The ids of the products in the shopper's cart, if they matter. */
  productIds?: number[];
  /** Whether the mutation is sent without a login. */
  isVisitor?: boolean;
}

/** An error case in a table whose keys are the names of mutations, or `checkoutQuote`. */
export type OperationErrorCase = Omit<ErrorCase, 'operation'>;

/** A text of the host that no shopper may see. */
const technicalText = 'NullPointerException at Shipment.java:40';

/** The error of a mutation that needs a login and is sent without one. */
export const notSignedIn = (
  input: Record<string, unknown>,
  message = 'Please Login or Create your account',
): OperationErrorCase => ({
  input,
  code: 'NOT_SIGNED_IN',
  message,
  field: null,
  isVisitor: true,
});

/** The error for a failure at an endpoint. Its message is the gateway's own, not the text of the host. */
export const hostFailure = (
  input: Record<string, unknown>,
  endpoint: string,
  message: string,
  code = 'UNAVAILABLE',
  status = 500,
): OperationErrorCase => ({
  input,
  code,
  message,
  field: null,
  host: { [endpoint]: [status, technicalText] },
});

/**
 * The errors for a call that changes data: the host rejects it (422), rejects it temporarily (408) or fails (500), or
 * the response is lost (504).
 */
export const writeFailures = (
  input: Record<string, unknown>,
  endpoint: string,
  message: string,
): OperationErrorCase[] => [
  hostFailure(input, endpoint, message, 'UPSTREAM_REJECTED', 422),
  hostFailure(input, endpoint, message, 'UNAVAILABLE', 408),
  hostFailure(input, endpoint, message),
  hostFailure(input, endpoint, message, 'OUTCOME_UNKNOWN', 504),
];

/** The error for a rejection whose reason the host explains to shoppers. */
export const hostRejection = (
  input: Record<string, unknown>,
  endpoint: string,
  status: number,
  reason: string,
): OperationErrorCase => ({
  input,
  code: 'UPSTREAM_REJECTED',
  message: reason,
  field: null,
  parameters: { reason },
  host: { [endpoint]: [status, reason] },
});

/** The error for an invalid input field. */
export const invalidInput = (
  code: string,
  input: Record<string, unknown>,
  message: string,
  field: string,
  parameters: Record<string, unknown> = {},
): OperationErrorCase => ({ input, code, message, field, parameters });
