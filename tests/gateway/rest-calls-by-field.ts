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
/** By dimension, the call that lists the products of a collection. */
const productLists = {
  category: 'GET /productsByCategory',
  publisher: 'GET /ProductsByPublisher',
  author: 'GET /ProductsByAuthor',
  language: 'GET /ProductsByLanguage',
};
const catalogue = [products, ...Object.values(collectionLists)];
const coupons = 'GET /AllCoupons';
const shopperRead = 'GET /getUserById/{id}';
const shopperWrite = 'PUT /updateUser/{id}';
const shopperUpdate = [shopperRead, shopperWrite];
const passwordCheck = ['POST /loginByContact', 'GET /getUserBycontact'];
const currentPassword = 'right-password';
const productRead = 'GET /getproductbyid/{id}';

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
  query('product', 'product(id: "1") { name }', [products], [productRead]),
  query('node', `node(id: "${encodeNodeId('Product', 1)}") { id }`, [products], [productRead]),
  query('nodes', `nodes(ids: ["${encodeNodeId('Product', 1)}"]) { id }`, [products], [productRead]),
  query('productsByIsbn', 'productsByIsbn(isbns: ["9788174341100"]) { name }', [products]),
  {
    ...query('product', 'product(isbn: "9788174341100") { name }', [products]),
    field: 'Query.product(isbn:)',
  },
  query('productsById', 'productsById(ids: ["1"]) { name }', [products], [productRead]),
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
    ...query(dimension, `product(id: "1") { ${dimension} { productCount } }`, catalogue, [productRead, call]),
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
    [productRead],
  ),
  { ...query('user', 'user { username addresses { id } }', []), calls: [shopperRead] },
  {
    ...query('user', 'user { cart { unitCount } wishlist { id } }', [products], [productRead]),
    field: 'User.cart, User.wishlist',
    calls: [shopperRead],
  },
  {
    ...query('user', 'user { orders { totalCount } }', []),
    field: 'User.orders',
    calls: [shopperRead, 'GET /OrdersByUserEmail'],
  },
  {
    ...query('user', 'user { lastUsedAddress { id } }', []),
    field: 'User.lastUsedAddress',
    calls: [shopperRead, 'GET /OrdersByUserEmail'],
  },
  query('paymentOptions', 'paymentOptions { method }', []),
  mutation('register', validRegistration, ['GET /OrdersByUserEmail', 'POST /addUser']),
  mutation('login', { contact: '9000000001', password: currentPassword }, passwordCheck),
  { field: 'Mutation.logout', operation: 'mutation { logout { loggedOut } }' },
  mutation('requestPasswordReset', { email: 'reader@shop.example' }, ['POST /sendotp']),
  mutation('verifyPasswordReset', { email: 'reader@shop.example', otp: '123456' }, ['POST /verifyOTP']),
  mutation('resetPassword', { resetToken: '', newPassword: 'long enough' }, ['PUT /resetUserPassword']),
  mutation('updateProfile', { username: 'New' }, shopperUpdate),
  {
    ...mutation('updateProfile', { contact: '9812345678', currentPassword }, [
      ...passwordCheck,
      'GET /getUserBycontact',
      ...shopperUpdate,
    ]),
    field: 'Mutation.updateProfile(contact)',
  },
  {
    ...mutation('updateProfile', { email: 'new@shop.example', currentPassword }, [
      ...passwordCheck,
      'GET /OrdersByUserEmail',
      ...shopperUpdate,
    ]),
    field: 'Mutation.updateProfile(email)',
  },
  mutation('createAddress', { address }, shopperUpdate),
  mutation('updateAddress', { addressId: '11', address: { ...address, city: 'Mumbai' } }, shopperUpdate),
  mutation('removeAddress', { addressId: '11' }, shopperUpdate),
  mutation('setDefaultAddress', { addressId: '11' }, shopperUpdate),
  mutation('addToCart', { productId: '2' }, shopperUpdate, [products], [productRead]),
  mutation('setCartQuantity', { productId: '1', quantity: 3 }, shopperUpdate),
  mutation('removeFromCart', { productId: '1' }, [shopperRead, 'DELETE /removeProductFromUser']),
  mutation(
    'addToWishlist',
    { productId: '2' },
    [shopperRead, 'POST /addToWishlist'],
    [products],
    [productRead],
  ),
  mutation('moveToCart', { productId: '3' }, [shopperRead, 'PUT /moveToCart'], [products], [productRead]),
  mutation('removeFromWishlist', { productId: '3' }, [shopperRead, 'DELETE /removeFromWishlist']),
  {
    ...query('user', 'user { order(idempotencyKey: "of-no-order") { id } }', []),
    field: 'User.order',
    calls: [shopperRead],
  },
  mutation(
    'createShipment',
    order,
    [shopperRead, 'GET /OrdersByUserEmail', 'POST /createShipment', shopperWrite, productRead],
    [products, coupons],
    [productRead],
  ),
  mutation('cancelOrder', { orderId: encodeNodeId('Shipment', 'ORD-CANCELLABLE') }, [
    shopperRead,
    'GET /OrdersByUserEmail',
    'POST /cancelOrder',
    productRead,
  ]),
  mutation('createContact', { name: 'Reader', phoneNumber: '9812345678', remark: 'Hello' }, [
    'POST /createContact',
  ]),
];
