import type { UserErrorCode } from '../../generated/resolvers.ts';

/** A `UserError` of the schema: an error that the shopper can fix. */
export interface UserErrorFields {
  code: UserErrorCode;
  message: string;
  field: string[] | null;
}

/** Creates an entry of `userErrors`. `field` is the path in the mutation's `input`. */
export function userError(
  code: UserErrorCode,
  message: string,
  field: string[] | null = null,
): UserErrorFields {
  return { code, message, field };
}

/** Messages for requests without a session (requirements.md 5 and 8). */
export const notSignedIn = userError('NOT_SIGNED_IN', 'Please Login or Create your account');
export const notSignedInForCart = userError(
  'NOT_SIGNED_IN',
  'Please login or create your account for the cart',
);

/** requirements.md 9 specifies the range. */
export const quantityOutOfRange = userError('QUANTITY_OUT_OF_RANGE', 'Choose a quantity from 1 to 10.', [
  'quantity',
]);
/** requirements.md 8 specifies the message. */
export const productNotFound = userError('PRODUCT_NOT_FOUND', 'No product data available.', ['productId']);
