import { type CaseOf, failed, fault, visitor } from './error-case.ts';

const forCart = 'Please login or create your account for the cart';

/** Two copies of what is in the cart: twice 101 rupees and twice 10 for shipping. */
const order = {
  source: 'CART',
  lines: [{ productId: '1', quantity: 2 }],
  addressId: '11',
  expectedTotal: 222,
  idempotencyKey: 'of-a-cart-order',
};
const single = { ...order, source: 'SINGLE_PRODUCT' };
const line = (productId: string, quantity = 1) => ({ lines: [{ productId, quantity }] });
const noStock = 'Currently, no stock is available for this product.';

/** Every error about cart, wish list and orders, by mutation. */
export const buyingErrors: Record<string, CaseOf[]> = {
  addToCart: [
    visitor({ productId: '2' }, forCart),
    fault('PRODUCT_NOT_FOUND', { productId: '9' }, 'No product data available.', 'productId'),
    fault(
      'QUANTITY_OUT_OF_RANGE',
      { productId: '2', quantity: 11 },
      'Choose a quantity from 1 to 10.',
      'quantity',
    ),
    fault('ALREADY_IN_CART', { productId: '1' }, 'Product already in cart!', 'productId'),
    failed({ productId: '2' }, 'PUT updateUser', 'Failed to add product to cart'),
  ],
  setCartQuantity: [
    visitor({ productId: '1', quantity: 3 }, forCart),
    fault('NOT_IN_CART', { productId: '2', quantity: 3 }, 'This product is not in your cart.', 'productId'),
    fault(
      'QUANTITY_OUT_OF_RANGE',
      { productId: '1', quantity: 0 },
      'Choose a quantity from 1 to 10.',
      'quantity',
    ),
    failed({ productId: '1', quantity: 3 }, 'PUT updateUser', 'Something went wrong!'),
  ],
  removeFromCart: [
    visitor({ productId: '1' }, forCart),
    failed({ productId: '1' }, 'DELETE removeProductFromUser', 'There was an error removing the product.'),
  ],
  addToWishlist: [
    visitor({ productId: '2' }),
    fault('PRODUCT_NOT_FOUND', { productId: '9' }, 'No product data available.', 'productId'),
    fault(
      'ALREADY_IN_CART',
      { productId: '1' },
      'Product already in cart. Cannot add to wishlist.',
      'productId',
    ),
    failed({ productId: '2' }, 'POST addToWishlist', 'Error! Unable to add to wishlist.'),
  ],
  moveToCart: [
    visitor({ productId: '3' }),
    fault('PRODUCT_NOT_FOUND', { productId: '9' }, 'No product data available.', 'productId'),
    failed({ productId: '3' }, 'PUT moveToCart', 'Failed to add to cart.'),
  ],
  removeFromWishlist: [
    visitor({ productId: '3' }),
    failed({ productId: '3' }, 'DELETE removeFromWishlist', 'Failed to remove from wishlist.'),
  ],
  createShipment: [
    visitor(order),
    fault('NO_PRODUCTS', { ...order, lines: [] }, 'No products selected', 'lines'),
    fault(
      'NO_PRODUCTS',
      { ...single, lines: [] },
      'No product information available. Please select a product from the previous page.',
      'lines',
    ),
    fault(
      'NO_PRODUCTS',
      { ...order, source: 'PAYMENT_PAGE', lines: [] },
      'No products found for shipment',
      'lines',
    ),
    fault('PRODUCT_NOT_FOUND', { ...order, ...line('9') }, 'No product data available.', 'lines.0.productId'),
    fault(
      'QUANTITY_OUT_OF_RANGE',
      { ...order, ...line('1', 11) },
      'Choose a quantity from 1 to 10.',
      'lines.0.quantity',
    ),
    fault(
      'NOT_IN_CART',
      { ...order, ...line('2') },
      'Your cart has changed. Please check it and confirm again.',
      'lines',
    ),
    fault('COUPON_NOT_FOUND', { ...order, couponId: '9' }, 'This coupon is not available.', 'couponId'),
    fault('ADDRESS_REQUIRED', { ...order, addressId: null }, 'Please select an address.', 'addressId'),
    fault('ADDRESS_NOT_FOUND', { ...order, addressId: '12' }, 'Please select a valid address.', 'addressId'),
    fault(
      'TOTAL_CHANGED',
      { ...order, expectedTotal: 1 },
      'The total has changed. Please check it and confirm again.',
      'expectedTotal',
    ),
    fault('OUT_OF_STOCK', { ...single, ...line('4'), expectedTotal: 144 }, noStock, 'lines'),
    {
      ...fault('OUT_OF_STOCK', order, noStock, 'lines'),
      host: { 'POST createShipment': [409, 'Not enough stock for product Book 1'] },
    },
    fault(
      'INVALID',
      { ...order, idempotencyKey: 'short' },
      "A key has 8 to 128 letters, digits, '-' and '_'.",
      'idempotencyKey',
    ),
    {
      ...failed(order, '', 'The shop is closed today.'),
      host: { 'POST createShipment': [400, 'The shop is closed today.'] },
    },
    failed(order, 'POST createShipment', 'Failed to Place Order.'),
    {
      ...failed(
        { ...order, idempotencyKey: 'of-a-lost-order' },
        '',
        'Your order may have been placed. Please check My Orders.',
      ),
      code: 'OUTCOME_UNKNOWN',
      host: { 'POST createShipment': [504, 'Gateway Time-out'] },
    },
    failed(
      { ...order, source: 'PAYMENT_PAGE', expectedTotal: 252, idempotencyKey: 'of-a-payment' },
      'POST createShipment',
      'Failed to create shipment',
    ),
  ],
};
