/** Error responses of the host by endpoint, for example `PUT updateUser`. */
export type HostFaults = Record<string, readonly [status: number, message: string]>;

/** An error that a mutation returns in its payload. */
export interface ErrorCase {
  mutation: string;
  input: Record<string, unknown>;
  code: string;
  /** The message shown to the shopper, as worded in requirements.md 5 and 8. */
  message: string;
  /** The path of the input field, joined by dots; null if the error belongs to none. */
  field: string | null;
  host?: HostFaults;
  /** Whether the mutation is sent without a login. */
  isVisitor?: boolean;
}

/** An error case without its mutation, which is the key of the table that contains it. */
export type MutationErrorCase = Omit<ErrorCase, 'mutation'>;

/** A server error with a text that no shopper may see. */
const serverError = [500, 'NullPointerException at Shipment.java:40'] as const;

/** The error of a mutation that needs a login and is sent without one. */
export const notSignedIn = (
  input: Record<string, unknown>,
  message = 'Please Login or Create your account',
): MutationErrorCase => ({
  input,
  code: 'NOT_SIGNED_IN',
  message,
  field: null,
  isVisitor: true,
});
/** The error for a server error at an endpoint: the message of requirements.md, not the text of the host. */
export const hostFailure = (
  input: Record<string, unknown>,
  endpoint: string,
  message: string,
): MutationErrorCase => ({
  input,
  code: 'FAILED',
  message,
  field: null,
  host: { [endpoint]: serverError },
});

/** The error for an invalid input field. */
export const invalidInput = (
  code: string,
  input: Record<string, unknown>,
  message: string,
  field: string,
): MutationErrorCase => ({
  input,
  code,
  message,
  field,
});
