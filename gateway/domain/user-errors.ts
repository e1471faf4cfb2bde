import type { CheckoutSource } from '../generated/resolvers.ts';

/**
 * An expected error, as in the types of the schema that implement `UserError`. Where a resolver returns the error,
 * `Code` is checked against the codes that the schema declares for the mutation.
 */
export interface UserError<Code extends string = string> extends ErrorParameters {
  code: Code;
  /** The message for the shopper, in English. */
  message: string;
  /** The path in the mutation's input; null if the error concerns no single field. */
  field: string[] | null;
}

/** Values in the messages of some codes, for clients that write messages of their own. */
interface ErrorParameters {
  retryAfterSeconds?: number;
  minLength?: number;
  maxLength?: number;
  maxAddresses?: number;
  maxQuantity?: number;
  maxLines?: number;
  /** The explanation that the REST host gave for a rejection; null if it gave none that shoppers can read. */
  reason?: string | null;
}

/**
 * What a failure of the REST host means. `UPSTREAM_REJECTED`: the host rejected the change. `UNAVAILABLE`: the host could
 * not be reached or failed, and nothing was changed. `OUTCOME_UNKNOWN`: the change may have been made.
 */
export type FailureCode = 'UPSTREAM_REJECTED' | 'UNAVAILABLE' | 'OUTCOME_UNKNOWN';

/** The result of a command that was refused or failed. */
export interface Refusal<Code extends string = string> {
  kind: 'refused';
  userErrors: UserError<Code>[];
}

export function refuse<Code extends string>(...errors: UserError<Code>[]): Refusal<Code> {
  return { kind: 'refused', userErrors: errors };
}

function createUserError<const Code extends string>(
  code: Code,
  message: string,
  field: string[] | null = null,
  parameters: ErrorParameters = {},
): UserError<Code> {
  return { code, message, field, ...parameters };
}

/** The messages for an order without lines, by its source (requirements.md 4, 5 and 2.14). */
const noProductsMessages: Record<CheckoutSource, string> = {
  CART: 'No products selected',
  PAYMENT_PAGE: 'No products found for shipment',
  SINGLE_PRODUCT: 'No product information available. Please select a product from the previous page.',
};

/**
 * The messages for failures of the REST host. Some commands show the host's own message instead, if it has one for the
 * shopper (`toUserErrorWithReason`).
 */
export const failureMessages = {
  general: 'An error occurred. Please try again.',
  resetPassword: 'Password reset failed',
  updateProfile: 'Failed to update profile.',
  addToCart: 'Failed to add product to cart',
  setCartQuantity: 'Something went wrong!',
  removeFromCart: 'There was an error removing the product.',
  addToWishlist: 'Error! Unable to add to wishlist.',
  moveToCart: 'Failed to add to cart.',
  removeFromWishlist: 'Failed to remove from wishlist.',
  placeOrder: 'Failed to Place Order.',
  placeOrderFromPaymentPage: 'Failed to create shipment',
  cancelOrder: 'The order could not be cancelled.',
};

/** All errors that mutations and quotes report. requirements.md 5 and 8 specify many of the messages. */
export const userErrors = {
  notSignedIn: createUserError('NOT_SIGNED_IN', 'Please Login or Create your account'),
  notSignedInForCart: createUserError('NOT_SIGNED_IN', 'Please login or create your account for the cart'),
  failed: <Code extends FailureCode>(code: Code, message: string, parameters?: { reason: string | null }) =>
    createUserError<Code>(code, message, null, parameters),
  unavailable: createUserError(
    'UNAVAILABLE',
    'The shop cannot do this at the moment. Please try again in a minute.',
  ),
  required: (field: string[]) => createUserError('REQUIRED', 'Please fill in this field.', field),
  invalid: (field: string[], message: string) => createUserError('INVALID', message, field),
  unsupportedCharacters: (field: string[]) =>
    createUserError('UNSUPPORTED_CHARACTERS', 'Please remove line breaks and invisible characters.', field),
  tooShort: (field: string[], minLength: number) =>
    createUserError('TOO_SHORT', `Please use ${minLength} characters or more.`, field, { minLength }),
  tooLong: (field: string[], maxLength: number) =>
    createUserError('TOO_LONG', `Please use ${maxLength} characters or fewer.`, field, { maxLength }),
  rateLimited(retryAfterSeconds: number): UserError<'RATE_LIMITED'> {
    const minutes = Math.ceil(retryAfterSeconds / 60);
    const message =
      minutes === 1
        ? 'Too many attempts. Please try again in a minute.'
        : `Too many attempts. Please try again in ${minutes} minutes.`;
    return createUserError('RATE_LIMITED', message, null, { retryAfterSeconds });
  },

  // Registration, login and password reset.
  credentialsRequired: (field: 'contact' | 'password') =>
    createUserError('REQUIRED', 'Please enter both contact and password', [field]),
  loginFailed: createUserError('LOGIN_FAILED', 'Login failed. Please check your credentials.'),
  passwordsDiffer: createUserError('PASSWORDS_DIFFER', 'Passwords do not match', ['confirmPassword']),
  tooManyAddresses: (field: string[] | null, maxAddresses: number) =>
    createUserError('TOO_MANY_ADDRESSES', `You can save up to ${maxAddresses} addresses.`, field, {
      maxAddresses,
    }),
  contactTakenAtRegistration: createUserError(
    'CONTACT_TAKEN',
    'Contact Number is already present! You can try directly logging in.',
    ['contact'],
  ),
  resetEmailRequired: createUserError('REQUIRED', 'Please enter your email', ['email']),
  otpRequired: createUserError('REQUIRED', 'Please enter the OTP', ['otp']),
  otpInvalid: createUserError('OTP_INVALID', 'Invalid OTP or OTP expired', ['otp']),
  emailNotFound: createUserError('EMAIL_NOT_FOUND', 'Email not found', ['email']),
  resetFailed: createUserError('RESET_FAILED', failureMessages.resetPassword),

  // Profile.
  contactTaken: createUserError('CONTACT_TAKEN', 'Contact number already exists!', ['contact']),
  emailTaken: createUserError('EMAIL_TAKEN', 'This email ID is already present.', ['email']),
  passwordRequired: createUserError('REQUIRED', 'Please enter your current password.', ['currentPassword']),
  passwordWrong: createUserError('WRONG_PASSWORD', 'The current password is wrong.', ['currentPassword']),

  // Cart and wish list. requirements.md 9 specifies the range of quantities.
  productNotFound: (field: string[]) =>
    createUserError('PRODUCT_NOT_FOUND', 'No product data available.', field),
  quantityOutOfRange: (field: string[], maxQuantity: number) =>
    createUserError('QUANTITY_OUT_OF_RANGE', `Choose a quantity from 1 to ${maxQuantity}.`, field, {
      maxQuantity,
    }),
  cartFull: createUserError(
    'CART_FULL',
    'A cart can contain up to 1,000 copies. Please order or remove some first.',
  ),
  alreadyInCart: createUserError('ALREADY_IN_CART', 'Product already in cart!', ['productId']),
  notInCart: createUserError('NOT_IN_CART', 'This product is not in your cart.', ['productId']),
  alreadyInCartForWishlist: createUserError(
    'ALREADY_IN_CART',
    'Product already in cart. Cannot add to wishlist.',
    ['productId'],
  ),

  // Orders.
  noProducts: (source: CheckoutSource) =>
    createUserError('NO_PRODUCTS', noProductsMessages[source], ['lines']),
  tooManyLines: (maxLines: number) =>
    createUserError(
      'TOO_MANY_LINES',
      maxLines === 1
        ? 'This order can contain only one product.'
        : `This order can contain at most ${maxLines} different products.`,
      ['lines'],
      {
        maxLines,
      },
    ),
  duplicateProduct: (field: string[]) =>
    createUserError('DUPLICATE_PRODUCT', 'Each product must be in one line only.', field),
  couponNotFound: createUserError('COUPON_NOT_FOUND', 'This coupon is not available.', ['couponId']),
  cartEmpty: createUserError('NOT_IN_CART', 'Your cart is empty!', ['lines']),
  cartChanged: createUserError('NOT_IN_CART', 'Your cart has changed. Please check it and confirm again.', [
    'lines',
  ]),
  addressRequired: createUserError('ADDRESS_REQUIRED', 'Please select an address.', ['addressId']),
  addressNotFound: createUserError('ADDRESS_NOT_FOUND', 'Please select a valid address.', ['addressId']),
  paymentMethodUnavailable: createUserError(
    'PAYMENT_METHOD_UNAVAILABLE',
    'This payment method is not available. Please choose another one.',
    ['paymentMethod'],
  ),
  outOfStock: (field: string[]) =>
    createUserError('OUT_OF_STOCK', 'Currently, no stock is available for this product.', field),
  totalChanged: createUserError(
    'TOTAL_CHANGED',
    'The total has changed. Please check it and confirm again.',
    ['expectedTotal'],
  ),
  idempotencyKeyInvalid: createUserError(
    'INVALID',
    "The key must consist of 8 to 128 letters, digits, '-' or '_'.",
    ['idempotencyKey'],
  ),
  idempotencyKeyReused: createUserError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another order.', [
    'idempotencyKey',
  ]),
  orderNotFound: createUserError('ORDER_NOT_FOUND', "You don't have this order.", ['orderId']),
  notCancellable: createUserError('NOT_CANCELLABLE', 'This order can no longer be cancelled.', ['orderId']),
  outcomeUnknown: createUserError(
    'OUTCOME_UNKNOWN',
    'Your order may have been placed. Please check My Orders.',
  ),
};
