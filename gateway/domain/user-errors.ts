import type { CheckoutSource, UserErrorCode } from '../generated/resolvers.ts';

/** An error that the shopper can fix: a `UserError` of the schema. `field` is the path in the mutation's input. */
export interface UserError {
  code: UserErrorCode;
  message: string;
  field: string[] | null;
}

/** The result of a command that was not carried out. */
export interface Refusal {
  kind: 'refused';
  userErrors: UserError[];
}

export function refuse(...errors: UserError[]): Refusal {
  return { kind: 'refused', userErrors: errors };
}

function userError(code: UserErrorCode, message: string, field: string[] | null = null): UserError {
  return { code, message, field };
}

/** The messages for an order without lines, by its source (requirements.md 5 and 2.14). */
const noProductsMessages: Record<CheckoutSource, string> = {
  CART: 'No products selected',
  PAYMENT_PAGE: 'No products found for shipment',
  SINGLE_PRODUCT: 'No product information available. Please select a product from the previous page.',
};

/** All errors that mutations report. requirements.md 5 and 8 specify most of the messages. */
export const userErrors = {
  notSignedIn: userError('NOT_SIGNED_IN', 'Please Login or Create your account'),
  notSignedInForCart: userError('NOT_SIGNED_IN', 'Please login or create your account for the cart'),
  failed: (message: string) => userError('FAILED', message),
  required: (field: string[]) => userError('REQUIRED', 'Please fill in this field.', field),
  invalid: (field: string[], message: string) => userError('INVALID', message, field),
  rateLimited(retryAfterSeconds: number): UserError {
    const minutes = Math.ceil(retryAfterSeconds / 60);
    const message =
      minutes === 1
        ? 'Too many attempts. Please try again in a minute.'
        : `Too many attempts. Please try again in ${minutes} minutes.`;
    return userError('RATE_LIMITED', message);
  },

  // Registration, login and password reset.
  credentialsRequired: (field: 'contact' | 'password') =>
    userError('REQUIRED', 'Please enter both contact and password', [field]),
  loginFailed: userError('LOGIN_FAILED', 'Login failed. Please check your credentials.'),
  passwordsDiffer: userError('PASSWORDS_DIFFER', 'Passwords do not match', ['confirmPassword']),
  addressMissing: userError('REQUIRED', 'You must have at least one address.', ['addresses']),
  contactRegistered: userError(
    'CONTACT_TAKEN',
    'Contact Number is already present! You can try directly logging in.',
    ['contact'],
  ),
  resetEmailRequired: userError('REQUIRED', 'Please enter your email', ['email']),
  otpRequired: userError('REQUIRED', 'Please enter the OTP', ['otp']),
  otpInvalid: userError('OTP_INVALID', 'Invalid OTP or OTP expired', ['otp']),
  emailNotFound: userError('EMAIL_NOT_FOUND', 'Email not found', ['email']),
  resetFailed: userError('RESET_FAILED', 'Password reset failed'),

  // Profile.
  contactTaken: userError('CONTACT_TAKEN', 'Contact number already exists!', ['contact']),
  emailTaken: userError('EMAIL_TAKEN', 'This email ID is already present.', ['email']),
  passwordRequired: userError('REQUIRED', 'Please enter your current password.', ['currentPassword']),
  passwordWrong: userError('WRONG_PASSWORD', 'The current password is wrong.', ['currentPassword']),

  // Cart and wish list. requirements.md 9 specifies the range of quantities.
  productNotFound: (field: string[]) => userError('PRODUCT_NOT_FOUND', 'No product data available.', field),
  quantityOutOfRange: (field: string[]) =>
    userError('QUANTITY_OUT_OF_RANGE', 'Choose a quantity from 1 to 10.', field),
  alreadyInCart: userError('ALREADY_IN_CART', 'Product already in cart!', ['productId']),
  notInCart: userError('NOT_IN_CART', 'This product is not in your cart.', ['productId']),
  inCartNotWishlist: userError('ALREADY_IN_CART', 'Product already in cart. Cannot add to wishlist.', [
    'productId',
  ]),

  // Orders.
  noProducts: (source: CheckoutSource) => userError('NO_PRODUCTS', noProductsMessages[source], ['lines']),
  couponNotFound: userError('COUPON_NOT_FOUND', 'This coupon is not available.', ['couponId']),
  cartEmpty: userError('NOT_IN_CART', 'Your cart is empty!', ['lines']),
  cartChanged: userError('NOT_IN_CART', 'Your cart has changed. Please check it and confirm again.', [
    'lines',
  ]),
  addressRequired: userError('ADDRESS_REQUIRED', 'Please select an address.', ['addressId']),
  addressNotFound: userError('ADDRESS_NOT_FOUND', 'Please select a valid address.', ['addressId']),
  outOfStock: userError('OUT_OF_STOCK', 'Currently, no stock is available for this product.', ['lines']),
  totalChanged: userError('TOTAL_CHANGED', 'The total has changed. Please check it and confirm again.', [
    'expectedTotal',
  ]),
  idempotencyKeyInvalid: userError(
    'INVALID',
    "The key must consist of 8 to 128 letters, digits, '-' or '_'.",
    ['idempotencyKey'],
  ),
  idempotencyKeyReused: userError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another order.', [
    'idempotencyKey',
  ]),
  outcomeUnknown: userError('OUTCOME_UNKNOWN', 'Your order may have been placed. Please check My Orders.'),
};

/** The messages for failures of the REST host, where it sends no message of its own for the shopper. */
export const failureMessages = {
  general: 'An error occurred. Please try again.',
  updateProfile: 'Failed to update profile.',
  addToCart: 'Failed to add product to cart',
  setCartQuantity: 'Something went wrong!',
  removeFromCart: 'There was an error removing the product.',
  addToWishlist: 'Error! Unable to add to wishlist.',
  moveToCart: 'Failed to add to cart.',
  removeFromWishlist: 'Failed to remove from wishlist.',
  placeOrder: 'Failed to Place Order.',
  placeOrderFromPaymentPage: 'Failed to create shipment',
};
