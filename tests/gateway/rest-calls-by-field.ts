import { capitalize, encodeNodeId } from './graphql-call.ts';
import { newAddress as address } from './rest-records.ts';
import { validRegistration } from './valid-registration.ts';

/** A field of the schema (or several that need the same calls), and the REST calls that the gateway sends for it. */
export interface FieldRestCalls {
  /** For example, `Query.product` or `User.cart, User.wishlist`. */
  field: string;
  /** A minimal operation that contains the field. */
  operation: string;
  variables?: Record<string, unknown>;
  /** The cached lists that provide the data. The gateway refreshes them in the background. */
  cachedLists?: readonly string[];
  /** The calls that the gateway sends for each request. */
  calls?: readonly string[];
  /** Additional calls, if any, that provide the data until the cached lists have been loaded for the first time. */
  callsBeforeFirstLoad?: readonly string[];
}

const products = 'GET /getallproducts';
const collectionLists = {
  category: 'GET /getallCategory',
  publisher: 'GET /AllPublishers',
  author: 'GET /AllAuthors',
  language: 'GET /AllLanguages',
};
/** The lists of the products in a collection. */
const productLists = {
  category: 'GET /productsByCategory',
  publisher: 'GET /ProductsByPublisher',
  author: 'GET /ProductsByAuthor',
  language: 'GET /ProductsByLanguage',
};
const catalogue = [products, ...Object.values(collectionLists)];
const coupons = 'GET /AllCoupons';
const readShopper = 'GET /getUserById/{id}';
const writeShopper = 'PUT /updateUser/{id}';
const updateShopper = [readShopper, writeShopper];
const checkPassword = ['POST /loginByContact', 'GET /getUserBycontact'];
const currentPassword = 'right-password';
const readProduct = 'GET /getproductbyid/{id}';

const query = (
  name: string,
  operation: string,
  cachedLists: readonly string[],
  callsBeforeFirstLoad: readonly string[] = [],
): FieldRestCalls => ({
  field: `Query.${name}`,
  operation: `{ ${operation} }`,
  cachedLists,
  callsBeforeFirstLoad,
});

const mutation = (
  name: string,
  input: Record<string, unknown>,
  calls: readonly string[],
  cachedLists: readonly string[] = [],
  callsBeforeFirstLoad: readonly string[] = [],
): FieldRestCalls => {
  const type = `${capitalize(name)}Input!`;
  const operation = `mutation ($input: ${type}) { ${name}(input: $input) { userErrors { code message } } }`;
  return {
    field: `Mutation.${name}`,
    operation,
    variables: { input },
    cachedLists,
    calls,
    callsBeforeFirstLoad,
  };
};

const order = {
  source: 'CART',
  lines: [{ productId: '1', quantity: 1 }],
  addressId: '11',
  expectedTotal: 111,
  idempotencyKey: 'rest-calls-by-field',
};

/** Every query and mutation, and the nested fields that call the host themselves. */
export const restCallsByField: readonly FieldRestCalls[] = [
  query('products', 'products { totalCount }', catalogue),
  ...Object.entries({
    categories: productLists.category,
    publishers: productLists.publisher,
    authors: productLists.author,
    languages: productLists.language,
  }).map(([dimension, call]) => ({
    ...query('products', `products(filter: { ${dimension}: ["A name"] }) { totalCount }`, catalogue, [call]),
    field: `Query.products(filter:) with one of the ${dimension}`,
  })),
  query('product', 'product(id: "1") { name }', [products], [readProduct]),
  query('node', `node(id: "${encodeNodeId('Product', 1)}") { id }`, [products], [readProduct]),
  query('nodes', `nodes(ids: ["${encodeNodeId('Product', 1)}"]) { id }`, [products], [readProduct]),
  query('productsByIsbn', 'productsByIsbn(isbns: ["9788174341100"]) { name }', [products]),
  {
    ...query('product', 'product(isbn: "9788174341100") { name }', [products]),
    field: 'Query.product(isbn:)',
  },
  query('productsById', 'productsById(ids: ["1"]) { name }', [products], [readProduct]),
  query('productChanges', 'productChanges { cursor }', [products]),
  query('searchSuggestions', 'searchSuggestions(text: "b") { __typename }', catalogue),
  query('categories', 'categories { name }', [collectionLists.category, products]),
  query(
    'category',
    'category(name: "Novels") { name }',
    [collectionLists.category, products],
    ['GET /CategoryByCategoryName'],
  ),
  query('categoryConnection', 'categoryConnection { totalCount }', [collectionLists.category, products]),
  query('collections', 'collections(type: AUTHOR) { totalCount }', [collectionLists.author, products]),
  query('publishers', 'publishers { name }', [collectionLists.publisher, products]),
  query('publisher', 'publisher(name: "River House") { name }', [collectionLists.publisher, products]),
  query('publisherConnection', 'publisherConnection { totalCount }', [collectionLists.publisher, products]),
  query('authors', 'authors { name }', [collectionLists.author, products]),
  query('author', 'author(name: "A. Writer") { name }', [collectionLists.author, products]),
  query('authorConnection', 'authorConnection { totalCount }', [collectionLists.author, products]),
  query('languages', 'languages { name }', [collectionLists.language, products]),
  query('language', 'language(name: "English") { name }', [collectionLists.language, products]),
  ...Object.entries(productLists).map(([dimension, call]) => ({
    ...query(dimension, `product(id: "1") { ${dimension} { productCount } }`, catalogue, [readProduct, call]),
    field: `${capitalize(dimension)}.products, productCount`,
  })),
  query('coupons', 'coupons { id }', [coupons]),
  query('notifications', 'notifications { id }', ['GET /TodaysNotifications']),
  query('slides', 'slides { id }', ['GET /AllSlideImages']),
  query('marketingPosts', 'marketingPosts { id }', ['GET /AllMarketting']),
  query(
    'checkoutQuote',
    'checkoutQuote(input: { source: CART, lines: [{ productId: "1" }], couponId: "1" }) { grandTotal }',
    [products, coupons],
    [readProduct],
  ),
  { ...query('user', 'user { username addresses { id } }', []), calls: [readShopper] },
  {
    ...query('user', 'user { cart { unitCount } wishlist { id } }', [products], [readProduct]),
    field: 'User.cart, User.wishlist',
    calls: [readShopper],
  },
  {
    ...query('user', 'user { orders { totalCount } }', []),
    field: 'User.orders',
    calls: [readShopper, 'GET /OrdersByUserEmail'],
  },
  {
    ...query('user', 'user { lastUsedAddress { id } }', []),
    field: 'User.lastUsedAddress',
    calls: [readShopper, 'GET /OrdersByUserEmail'],
  },
  query('paymentOptions', 'paymentOptions { method }', []),
  mutation('register', validRegistration, ['GET /OrdersByUserEmail', 'POST /addUser']),
  mutation('login', { contact: '9000000001', password: currentPassword }, checkPassword),
  { field: 'Mutation.logout', operation: 'mutation { logout { loggedOut } }' },
  mutation('requestPasswordReset', { email: 'reader@shop.example' }, ['POST /sendotp']),
  mutation('verifyPasswordReset', { email: 'reader@shop.example', otp: '123456' }, ['POST /verifyOTP']),
  mutation('resetPassword', { resetToken: '', newPassword: 'long enough' }, ['PUT /resetUserPassword']),
  mutation('updateProfile', { username: 'New' }, updateShopper),
  {
    ...mutation('updateProfile', { contact: '9812345678', currentPassword }, [
      ...checkPassword,
      'GET /getUserBycontact',
      ...updateShopper,
    ]),
    field: 'Mutation.updateProfile(contact)',
  },
  {
    ...mutation('updateProfile', { email: 'new@shop.example', currentPassword }, [
      ...checkPassword,
      'GET /OrdersByUserEmail',
      ...updateShopper,
    ]),
    field: 'Mutation.updateProfile(email)',
  },
  mutation('createAddress', { address }, updateShopper),
  mutation('updateAddress', { addressId: '11', address: { ...address, city: 'Mumbai' } }, updateShopper),
  mutation('removeAddress', { addressId: '11' }, updateShopper),
  mutation('setDefaultAddress', { addressId: '11' }, updateShopper),
  mutation('addToCart', { productId: '2' }, updateShopper, [products], [readProduct]),
  mutation('setCartQuantity', { productId: '1', quantity: 3 }, updateShopper),
  mutation('removeFromCart', { productId: '1' }, [readShopper, 'DELETE /removeProductFromUser']),
  mutation(
    'addToWishlist',
    { productId: '2' },
    [readShopper, 'POST /addToWishlist'],
    [products],
    [readProduct],
  ),
  mutation('moveToCart', { productId: '3' }, [readShopper, 'PUT /moveToCart'], [products], [readProduct]),
  mutation('removeFromWishlist', { productId: '3' }, [readShopper, 'DELETE /removeFromWishlist']),
  {
    ...query('user', 'user { order(idempotencyKey: "of-no-order") { id } }', []),
    field: 'User.order',
    calls: [readShopper],
  },
  mutation(
    'createShipment',
    order,
    [readShopper, 'GET /OrdersByUserEmail', 'POST /createShipment', writeShopper, readProduct],
    [products, coupons],
    [readProduct],
  ),
  mutation('cancelOrder', { orderId: encodeNodeId('Shipment', 'ORD-CANCELLABLE') }, [
    readShopper,
    'GET /OrdersByUserEmail',
    'POST /cancelOrder',
    readProduct,
  ]),
  mutation('createContact', { name: 'Reader', phoneNumber: '9812345678', remark: 'Hello' }, [
    'POST /createContact',
  ]),
];
