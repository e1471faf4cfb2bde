/** How an endpoint of the host answers instead of as it should, for example `PUT updateUser`. */
export type HostFaults = Record<string, readonly [status: number, message: string]>;

/** An error that a mutation tells of in its payload. */
export interface ErrorCase {
  mutation: string;
  input: Record<string, unknown>;
  code: string;
  /** The text a shopper reads; those of requirements.md 5 and 8 letter for letter. */
  message: string;
  /** The path into the input, joined by dots; null for none. */
  field: string | null;
  host?: HostFaults;
  /** Whether nobody is signed in. */
  isVisitor?: boolean;
}

/** An error of a mutation that the table names. */
export type CaseOf = Omit<ErrorCase, 'mutation'>;

/** A host that broke, in words that nobody may read. */
const broken = [500, 'NullPointerException at Shipment.java:40'] as const;

/** Nobody is signed in. */
export const visitor = (
  input: Record<string, unknown>,
  message = 'Please Login or Create your account',
): CaseOf => ({
  input,
  code: 'NOT_SIGNED_IN',
  message,
  field: null,
  isVisitor: true,
});
/** The host breaks at an endpoint; a shopper reads the specification's text in place of its words. */
export const failed = (input: Record<string, unknown>, endpoint: string, message: string): CaseOf => ({
  input,
  code: 'FAILED',
  message,
  field: null,
  host: { [endpoint]: broken },
});

/** Something about the input. */
export const fault = (
  code: string,
  input: Record<string, unknown>,
  message: string,
  field: string,
): CaseOf => ({
  input,
  code,
  message,
  field,
});
