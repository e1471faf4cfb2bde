import type { UserErrorCode } from '../../generated/resolvers.ts';

/** Something the shopper can mend, as the schema has it. */
export interface UserErrorFields {
  code: UserErrorCode;
  message: string;
  field: string[] | null;
}

/** An error for the payload's `userErrors`; `field` is the path into the mutation's `input`. */
export function userError(
  code: UserErrorCode,
  message: string,
  field: string[] | null = null,
): UserErrorFields {
  return { code, message, field };
}

/** The texts a shopper reads where no session was sent (requirements.md 5 and 8). */
export const notSignedIn = userError('NOT_SIGNED_IN', 'Please Login or Create your account');
export const notSignedInForCart = userError(
  'NOT_SIGNED_IN',
  'Please login or create your account for the cart',
);

/** Bounds of requirements.md 9. */
export const quantityOutOfRange = userError('QUANTITY_OUT_OF_RANGE', 'Choose a quantity from 1 to 10.', [
  'quantity',
]);
/** The text of requirements.md 8 where a product cannot be found. */
export const productNotFound = userError('PRODUCT_NOT_FOUND', 'No product data available.', ['productId']);
