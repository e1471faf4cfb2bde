import {
  hostFailure,
  hostRejection,
  invalidInput,
  notSignedIn,
  type OperationErrorCase,
  writeFailures,
} from './error-case.ts';
import { encodeNodeId } from './graphql-call.ts';

const signInForCartMessage = 'Please login or create your account for the cart';

/** Two copies of the product in the cart: 2 × 101 rupees plus 2 × 10 for shipping. */
const order = {
  source: 'CART',
  lines: [{ productId: '1', quantity: 2 }],
  addressId: '11',
  expectedTotal: 222,
  idempotencyKey: 'of-a-cart-order',
};
const singleProductOrder = { ...order, source: 'SINGLE_PRODUCT' };
const createLines = (productId: string, quantity = 1) => ({ lines: [{ productId, quantity }] });
const createCancelInput = (number: string) => ({ orderId: encodeNodeId('Shipment', number) });
const cancellation = createCancelInput('ORD-CANCELLABLE');
const tooLate = 'This order can no longer be cancelled.';
const notCancelled = 'The order could not be cancelled.';
const noStock = 'Currently, no stock is available for this product.';

const cartFull = {
  code: 'CART_FULL',
  message: 'A cart can contain up to 1,000 copies. Please order or remove some first.',
  field: null,
};

/**
 * Errors of the mutations that change the cart, the wish list or orders, and of the query `checkoutQuote`, by the name
 * of the mutation or query. Their other errors, which need more preparation, are in error-catalogue.test.ts.
 */
export const buyingErrors: Record<string, OperationErrorCase[]> = {
  addToCart: [
    notSignedIn({ productId: '2' }, signInForCartMessage),
    invalidInput('PRODUCT_NOT_FOUND', { productId: '9' }, 'No product data available.', 'productId'),
    invalidInput(
      'QUANTITY_OUT_OF_RANGE',
      { productId: '2', quantity: 11 },
      'Choose a quantity from 1 to 10.',
      'quantity',
      { maxQuantity: 10 },
    ),
    invalidInput('ALREADY_IN_CART', { productId: '1' }, 'Product already in cart!', 'productId'),
    { input: { productId: '2' }, ...cartFull, productIds: Array(1000).fill(3) },
    ...writeFailures({ productId: '2' }, 'PUT updateUser', 'Failed to add product to cart'),
  ],
  setCartQuantity: [
    notSignedIn({ productId: '1', quantity: 3 }, signInForCartMessage),
    invalidInput(
      'NOT_IN_CART',
      { productId: '2', quantity: 3 },
      'This product is not in your cart.',
      'productId',
    ),
    invalidInput(
      'QUANTITY_OUT_OF_RANGE',
      { productId: '1', quantity: 0 },
      'Choose a quantity from 1 to 10.',
      'quantity',
      { maxQuantity: 10 },
    ),
    { input: { productId: '1', quantity: 3 }, ...cartFull, productIds: [1, ...Array(999).fill(3)] },
    ...writeFailures({ productId: '1', quantity: 3 }, 'PUT updateUser', 'Something went wrong!'),
  ],
  removeFromCart: [
    notSignedIn({ productId: '1' }, signInForCartMessage),
    ...writeFailures(
      { productId: '1' },
      'DELETE removeProductFromUser',
      'There was an error removing the product.',
    ),
  ],
  addToWishlist: [
    notSignedIn({ productId: '2' }),
    invalidInput('PRODUCT_NOT_FOUND', { productId: '9' }, 'No product data available.', 'productId'),
    invalidInput(
      'ALREADY_IN_CART',
      { productId: '1' },
      'Product already in cart. Cannot add to wishlist.',
      'productId',
    ),
    ...writeFailures({ productId: '2' }, 'POST addToWishlist', 'Error! Unable to add to wishlist.'),
  ],
  moveToCart: [
    notSignedIn({ productId: '3' }),
    invalidInput('PRODUCT_NOT_FOUND', { productId: '9' }, 'No product data available.', 'productId'),
    {
      input: { productId: '3' },
      ...cartFull,
      host: { 'PUT moveToCart': [409, 'The cart is full: it can contain at most 1000 copies'] },
    },
    ...writeFailures({ productId: '3' }, 'PUT moveToCart', 'Failed to add to cart.'),
  ],
  removeFromWishlist: [
    notSignedIn({ productId: '3' }),
    ...writeFailures({ productId: '3' }, 'DELETE removeFromWishlist', 'Failed to remove from wishlist.'),
  ],
  checkoutQuote: [
    invalidInput(
      'INVALID',
      { source: 'CART', ...createLines('1'), pincode: '41103' },
      "Enter a 6-digit PIN code. It can't start with 0.",
      'pincode',
    ),
    invalidInput('NO_PRODUCTS', { source: 'CART', lines: [] }, 'No products selected', 'lines'),
    invalidInput(
      'TOO_MANY_LINES',
      { source: 'SINGLE_PRODUCT', lines: [{ productId: '1' }, { productId: '2' }] },
      'This order can contain only one product.',
      'lines',
      { maxLines: 1 },
    ),
    invalidInput(
      'DUPLICATE_PRODUCT',
      { source: 'CART', lines: [{ productId: '1' }, { productId: '1' }] },
      'Each product must be in one line only.',
      'lines.1.productId',
    ),
    invalidInput(
      'PRODUCT_NOT_FOUND',
      { source: 'CART', ...createLines('9') },
      'No product data available.',
      'lines.0.productId',
    ),
    invalidInput(
      'QUANTITY_OUT_OF_RANGE',
      { source: 'CART', ...createLines('1', 11) },
      'Choose a quantity from 1 to 10.',
      'lines.0.quantity',
      { maxQuantity: 10 },
    ),
    invalidInput(
      'COUPON_NOT_FOUND',
      { source: 'CART', ...createLines('1'), couponId: '9' },
      'This coupon is not available.',
      'couponId',
    ),
  ],
  createShipment: [
    notSignedIn(order),
    invalidInput('NO_PRODUCTS', { ...order, lines: [] }, 'No products selected', 'lines'),
    invalidInput(
      'NO_PRODUCTS',
      { ...singleProductOrder, lines: [] },
      'No product information available. Please select a product from the previous page.',
      'lines',
    ),
    invalidInput(
      'NO_PRODUCTS',
      { ...order, source: 'PAYMENT_PAGE', lines: [] },
      'No products found for shipment',
      'lines',
    ),
    invalidInput(
      'PRODUCT_NOT_FOUND',
      { ...order, ...createLines('9') },
      'No product data available.',
      'lines.0.productId',
    ),
    invalidInput(
      'QUANTITY_OUT_OF_RANGE',
      { ...order, ...createLines('1', 11) },
      'Choose a quantity from 1 to 10.',
      'lines.0.quantity',
      { maxQuantity: 10 },
    ),
    invalidInput(
      'NOT_IN_CART',
      { ...order, ...createLines('2') },
      'Your cart has changed. Please check it and confirm again.',
      'lines',
    ),
    { ...invalidInput('NOT_IN_CART', order, 'Your cart is empty!', 'lines'), productIds: [] },
    invalidInput(
      'COUPON_NOT_FOUND',
      { ...order, couponId: '9' },
      'This coupon is not available.',
      'couponId',
    ),
    invalidInput('ADDRESS_REQUIRED', { ...order, addressId: null }, 'Please select an address.', 'addressId'),
    invalidInput(
      'ADDRESS_NOT_FOUND',
      { ...order, addressId: '12' },
      'Please select a valid address.',
      'addressId',
    ),
    invalidInput(
      'TOTAL_CHANGED',
      { ...order, expectedTotal: 1 },
      'The total has changed. Please check it and confirm again.',
      'expectedTotal',
    ),
    invalidInput(
      'PAYMENT_METHOD_UNAVAILABLE',
      { ...order, paymentMethod: 'ONLINE' },
      'This payment method is not available. Please choose another one.',
      'paymentMethod',
    ),
    invalidInput(
      'OUT_OF_STOCK',
      { ...singleProductOrder, ...createLines('4'), expectedTotal: 144 },
      noStock,
      'lines.0.quantity',
    ),
    {
      ...invalidInput('OUT_OF_STOCK', order, noStock, 'lines'),
      host: { 'POST createShipment': [409, 'Not enough stock for product Book 1'] },
    },
    invalidInput(
      'INVALID',
      { ...order, idempotencyKey: 'short' },
      "The key must consist of 8 to 128 letters, digits, '-' or '_'.",
      'idempotencyKey',
    ),
    invalidInput(
      'TOO_MANY_LINES',
      { ...order, lines: Array.from({ length: 101 }, (_, id) => ({ productId: String(id) })) },
      'This order can contain at most 100 different products.',
      'lines',
      { maxLines: 100 },
    ),
    invalidInput(
      'TOO_MANY_LINES',
      { ...singleProductOrder, lines: [{ productId: '1' }, { productId: '2' }] },
      'This order can contain only one product.',
      'lines',
      { maxLines: 1 },
    ),
    invalidInput(
      'DUPLICATE_PRODUCT',
      { ...order, lines: [{ productId: '1' }, { productId: '1' }] },
      'Each product must be in one line only.',
      'lines.1.productId',
    ),
    hostRejection(order, 'POST createShipment', 400, 'The shop is closed today.'),
    hostFailure(order, 'POST createShipment', 'Failed to Place Order.', 'UPSTREAM_REJECTED', 422),
    hostFailure(order, 'POST createShipment', 'Failed to Place Order.'),
    hostFailure(
      { ...order, idempotencyKey: 'of-a-lost-order' },
      'POST createShipment',
      'Your order may have been placed. Please check My Orders.',
      'OUTCOME_UNKNOWN',
      504,
    ),
    hostFailure(
      { ...order, source: 'PAYMENT_PAGE', idempotencyKey: 'of-a-payment' },
      'POST createShipment',
      'Failed to create shipment',
    ),
  ],
  cancelOrder: [
    notSignedIn(cancellation),
    invalidInput('ORDER_NOT_FOUND', createCancelInput('ORD-0'), "You don't have this order.", 'orderId'),
    invalidInput('NOT_CANCELLABLE', createCancelInput('ORD-PACKED'), tooLate, 'orderId'),
    {
      ...invalidInput('NOT_CANCELLABLE', cancellation, tooLate, 'orderId'),
      host: { 'POST cancelOrder': [409, 'Order ORD-CANCELLABLE is Packed'] },
    },
    invalidInput(
      'TOO_LONG',
      { ...cancellation, reason: 'x'.repeat(501) },
      'Please use 500 characters or fewer.',
      'reason',
      { maxLength: 500 },
    ),
    invalidInput(
      'UNSUPPORTED_CHARACTERS',
      { ...cancellation, reason: '\0' },
      'Please remove line breaks and invisible characters.',
      'reason',
    ),
    ...writeFailures(cancellation, 'POST cancelOrder', notCancelled),
    hostFailure(cancellation, 'GET OrdersByUserEmail', notCancelled),
  ],
};
