import { HttpResponse } from 'msw';
import { z } from 'zod';
import { createFailingFields, gateway, type ReceivedOperation } from './gateway-stub.ts';
import { emptyOrderFields } from './orders.ts';
import { asha, bina } from './shoppers.ts';

interface Book {
  name: string;
  /** Rupees. */
  price: number;
  stock: number;
}

interface SentOperation {
  name: string;
  variables: Record<string, unknown>;
}

interface UserError {
  code: string;
  message: string;
  reason?: string;
  maxLines?: number;
  maxQuantity?: number;
  /** Whether the order is placed despite the error, which is possible only for OUTCOME_UNKNOWN. */
  isPlaced?: boolean;
}

type Resolve = (variables: Record<string, unknown>) => Record<string, unknown>;

/** A stubbed gateway that follows schema.graphql. It has one cart and wish list, which all shoppers share. */
export class ShoppingGateway {
  readonly books = new Map<string, Book>();
  readonly cart = new Map<string, number>();
  readonly wishlist: string[] = [];
  /** The books in the row 'Our Best Products'. */
  readonly bestProductIds: string[] = [];
  readonly addresses: Array<Record<string, string>> = [];
  defaultAddressId: string | undefined;
  lastUsedAddressId: string | undefined;
  readonly coupons: Array<{ id: string; name: string; percentOff: number }> = [];
  /** Whether the shop has the demo payment provider. If not, orders can only be paid on delivery. */
  hasPaymentProvider = false;
  /** The orders that the storefront has placed or the test has added, by idempotency key. */
  readonly orders = new Map<string, Record<string, unknown>>();
  /** The lines of each past order. The id of a book is null if the shop no longer lists it. */
  readonly pastOrders: Array<Array<{ productName: string; quantity: number; id: string | null }>> = [];
  /** The operations that the storefront has sent, in order. */
  readonly sentOperations: SentOperation[] = [];
  /**
   * How the next call fails, by operation name or, for a user error, by mutation field. 'offline' makes every call of
   * the operation fail until the test deletes the entry. 'noUser' fails only the shopper's data, like a gateway whose
   * REST host is unavailable. 'noLastUsedAddress' fails only the last used address, like a gateway that cannot read the
   * orders.
   */
  readonly failures = new Map<
    string,
    UserError | 'network' | 'noLastUsedAddress' | 'noUser' | 'offline' | 'quota' | 'unavailable'
  >();
  /** The id of the shopper who sent the current request. */
  #userId = asha.userId;
  /** The operations that are delayed, each until its promise resolves. */
  readonly #heldResponses = new Map<string, Promise<void>>();

  /** Delays an operation's execution, and thus its response, until the returned function is called. */
  holdResponses(name: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#heldResponses.set(name, promise);
    return () => {
      this.#heldResponses.delete(name);
      resolve();
    };
  }

  listVariablesSentTo(name: string): Array<Record<string, unknown>> {
    return this.sentOperations
      .filter((operation) => operation.name === name)
      .map(({ variables }) => variables);
  }

  /** The inputs of the orders that the storefront has sent. */
  listOrderInputs(): unknown[] {
    return this.listVariablesSentTo('PlaceOrder').map(({ input }) => input);
  }

  changeBook(id: string, changes: Partial<Book>): void {
    this.books.set(id, { ...this.#findBook(id), ...changes });
  }

  createHandlers() {
    return [
      this.#stubQuery('CartAndWishlist', () => ({ user: this.#createUser() })),
      this.#stubQuery('Wishlist', () => ({ user: this.#createUser() })),
      this.#stubQuery('CheckoutOptions', () => ({
        user: this.#createUser(),
        paymentOptions: this.#listPaymentOptions(),
      })),
      this.#stubQuery('Coupons', () => ({ coupons: this.coupons.map(addTypename('Coupon')) })),
      this.#stubQuery('CheckoutQuote', ({ input }) => ({
        checkoutQuote: this.#hasUnknownCoupon(input) ? rejectedQuote : this.#createQuote(input),
      })),
      this.#stubQuery('Orders', () => ({
        user: { __typename: 'User', id: '7', orders: this.#createPastOrders() },
      })),
      this.#stubQuery('OrderAgain', ({ input }) => ({ checkoutQuote: this.#createQuote(input) })),
      this.#stubQuery('BestProducts', () => ({
        products: {
          ...emptyPage,
          edges: this.bestProductIds.map((id) => ({
            __typename: 'ProductEdge',
            cursor: id,
            node: this.#createProduct(id),
          })),
        },
      })),
      this.#stubQuery('VisitorProduct', ({ id }) => ({ product: this.#createProduct(String(id)) })),
      this.#stubQuery('VisitorCart', ({ ids }) => ({
        nodes: z
          .array(z.string())
          .parse(ids)
          .map((id) => (this.books.has(id) ? this.#createProduct(id) : null)),
      })),
      this.#stubQuery('OrderByKey', ({ idempotencyKey }) => ({
        user: { __typename: 'User', id: '7', order: this.orders.get(String(idempotencyKey)) ?? null },
      })),
      this.#stubMutation('Login', () => ({
        login: {
          __typename: 'LoginPayload',
          token: asha.token,
          user: { ...this.#createUser(), email: asha.userEmail, contact: asha.contact },
          userErrors: [],
        },
      })),
      this.#stubMutation('CreateAddress', ({ input }) => {
        const { address } = addressInputSchema.parse(input);
        const id = `new-${this.addresses.length + 1}`;
        this.addresses.push({ id, ...address });
        return {
          createAddress: {
            __typename: 'CreateAddressPayload',
            address: this.#findAddress(id),
            user: this.#createUser(),
            userErrors: [],
          },
        };
      }),
      this.#stubMutation('PlaceOrder', ({ input }) => ({ createShipment: this.#placeOrder(input) })),
      this.#stubChange('AddToCart', (id, quantity) => {
        if (this.cart.has(id)) return { code: 'ALREADY_IN_CART', message: 'Already there.' };
        if (!this.books.has(id)) return { code: 'PRODUCT_NOT_FOUND', message: 'No product data available.' };
        this.cart.set(id, quantity);
        return undefined;
      }),
      this.#stubChange('SetCartQuantity', (id, quantity) => void this.cart.set(id, quantity)),
      this.#stubChange('RemoveFromCart', (id) => void this.cart.delete(id)),
      this.#stubChange('AddToWishlist', (id) => void this.wishlist.push(id)),
      this.#stubChange('RemoveFromWishlist', (id) => void this.#removeFromWishlist(id)),
      this.#stubChange('MoveToCart', (id) => {
        this.#removeFromWishlist(id);
        this.cart.set(id, 1);
        return undefined;
      }),
    ];
  }

  /** The quote for an order. Shipping is ten rupees a copy, but free for PIN codes that begin with 4110. */
  #createQuote(input: unknown) {
    const { lines, couponId, pincode } = parseOrder(input);
    const quoteLines = lines.map(({ productId, quantity }) => {
      const book = this.#findBook(productId);
      return {
        __typename: 'CheckoutQuoteLine',
        product: this.#createProduct(productId),
        quantity,
        unitPrice: book.price,
        lineTotal: book.price * quantity,
        available: book.stock >= quantity,
      };
    });
    const itemTotal = quoteLines.reduce((total, { lineTotal }) => total + lineTotal, 0);
    const coupon = this.coupons.find(({ id }) => id === couponId);
    const discount = (itemTotal * (coupon?.percentOff ?? 0)) / 100;
    const copies = lines.reduce((count, { quantity }) => count + quantity, 0);
    const shipping = pincode?.startsWith('4110') === true ? 0 : 10 * copies;
    return {
      __typename: 'CheckoutQuote',
      lines: quoteLines,
      itemTotal,
      discount,
      shipping,
      deliveryFee: 0,
      grandTotal: itemTotal - discount + shipping,
      deliveryDays: { __typename: 'DeliveryDays', min: 5, max: 6 },
      coupon: coupon === undefined ? null : addTypename('Coupon')(coupon),
      userErrors: [],
    };
  }

  #hasUnknownCoupon(input: unknown): boolean {
    const { couponId } = parseOrder(input);
    return couponId != null && !this.coupons.some(({ id }) => id === couponId);
  }

  #listPaymentOptions() {
    const onDelivery = { method: 'CASH_ON_DELIVERY', isDemo: false };
    const options = this.hasPaymentProvider ? [{ method: 'ONLINE', isDemo: true }, onDelivery] : [onDelivery];
    return options.map(addTypename('PaymentOption'));
  }

  #createPastOrders() {
    const edges = this.pastOrders.map((lines, index) => {
      const node = {
        ...emptyOrderFields,
        __typename: 'Shipment',
        id: `PAST-${index + 1}`,
        number: `PAST-${index + 1}`,
        orderDate: '2026-11-12',
        totalPrice: 100,
        status: 'PAID',
        statusText: 'Paid',
        address: 'Somewhere in Pune',
        lines: lines.map(({ productName, quantity, id }) => ({
          __typename: 'ShipmentLine',
          productName,
          quantity,
          unitPrice: null,
          product: id === null ? null : this.#createProduct(id),
        })),
      };
      return { __typename: 'ShipmentEdge', cursor: String(index), node };
    });
    const pageInfo = { __typename: 'PageInfo', endCursor: null, hasNextPage: false };
    return { __typename: 'ShipmentConnection', edges, pageInfo, totalCount: edges.length };
  }

  #placeOrder(input: unknown) {
    const { idempotencyKey, expectedTotal, lines, couponId, paymentMethod, addressId } = parseOrder(input);
    const createPayload = (shipment: unknown, quote: unknown, userErrors: UserError[]) => ({
      __typename: 'CreateShipmentPayload',
      shipment,
      quote,
      cart: this.#createUser().cart,
      userErrors: userErrors.map(addTypename('CreateShipmentUserError')),
    });
    const reject = (userError: UserError, quote: unknown = null) => createPayload(null, quote, [userError]);
    const userError = this.#takeUserError('createShipment');
    // For NOT_IN_CART, returns the quote for the lines that are still in the cart, as the gateway does.
    const remaining = {
      ...parseOrder(input),
      lines: lines.filter(({ productId }) => this.cart.has(productId)),
    };
    const newQuote = userError?.code === 'NOT_IN_CART' ? this.#createQuote(remaining) : null;
    const failedPayload = userError && reject(userError, newQuote);
    if (failedPayload !== undefined && userError?.isPlaced !== true) return failedPayload;
    if (this.#hasUnknownCoupon(input)) return reject(couponNotFound);
    if (!this.#listPaymentOptions().some(({ method }) => method === paymentMethod)) {
      const message = 'This payment method is not available. Please choose another one.';
      return reject({ code: 'PAYMENT_METHOD_UNAVAILABLE', message });
    }
    const pincode = this.addresses.find(({ id }) => id === addressId)?.pincode;
    const quote = this.#createQuote({ ...parseOrder(input), pincode });
    if (quote.lines.some(({ available }) => !available)) {
      const message = 'Currently, no stock is available for this product.';
      return reject({ code: 'OUT_OF_STOCK', message }, quote);
    }
    if (quote.grandTotal !== expectedTotal) {
      const message = 'The total has changed. Please check it and confirm again.';
      return reject({ code: 'TOTAL_CHANGED', message }, quote);
    }
    const order = this.orders.get(idempotencyKey) ?? {
      __typename: 'Shipment',
      id: `ORDER-${this.orders.size + 1}`,
      number: `ORDER-${this.orders.size + 1}`,
      totalPrice: quote.grandTotal,
      status: 'PLACED',
      address: 'Somewhere in Pune',
      paymentMethod: quote.grandTotal === 0 ? null : paymentMethod,
      expectedBy: '2026-11-18',
      cancellable: true,
      couponName: this.coupons.find(({ id }) => id === couponId)?.name ?? null,
      shipping: quote.shipping,
      deliveryFee: quote.deliveryFee,
      lines: quote.lines.map(({ product, quantity, unitPrice }) => ({
        __typename: 'ShipmentLine',
        productName: product.name,
        quantity,
        unitPrice,
        product,
      })),
    };
    const isRepetition = this.orders.has(idempotencyKey);
    this.orders.set(idempotencyKey, order);
    if (isRepetition) return createPayload(order, null, []);
    for (const { productId, quantity } of lines) {
      this.cart.delete(productId);
      this.#findBook(productId).stock -= quantity;
    }
    return failedPayload ?? createPayload(order, null, []);
  }

  #stubQuery(name: string, resolve: Resolve) {
    return gateway.query(name, this.#createResolver(resolve));
  }

  #stubMutation(name: string, resolve: Resolve) {
    return gateway.mutation(name, this.#createResolver(resolve));
  }

  /** Stubs a mutation of the cart or wish list. `change` changes them for a product, or returns a user error. */
  #stubChange(name: string, change: (productId: string, quantity: number) => UserError | undefined) {
    const field = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
    return this.#stubMutation(name, ({ productId, quantity }) => {
      const userError = this.#takeUserError(field) ?? change(String(productId), Number(quantity));
      const { cart, wishlist } = this.#createUser();
      const userErrors = userError ? [addTypename(`${name}UserError`)(userError)] : [];
      return { [field]: { __typename: `${name}Payload`, cart, wishlist, userErrors } };
    });
  }

  #createResolver(resolve: Resolve) {
    return async ({ operationName: name, variables, request }: ReceivedOperation) => {
      this.sentOperations.push({ name, variables });
      await this.#heldResponses.get(name);
      const failure = this.failures.get(name);
      if (failure !== 'offline') this.failures.delete(name);
      if (failure === 'network' || failure === 'offline') return HttpResponse.error();
      if (failure === 'quota') {
        const extensions = { code: 'RATE_LIMITED', retryAfterSeconds: 17 };
        return HttpResponse.json(
          { errors: [{ message: 'Too many requests this minute.', extensions }] },
          { status: 429, headers: { 'content-type': 'application/graphql-response+json; charset=utf-8' } },
        );
      }
      if (failure === 'unavailable') return createFailingFields('Not now.');
      const isBina = request.headers.get('authorization')?.endsWith(bina.token) === true;
      this.#userId = (isBina ? bina : asha).userId;
      const fields = resolve(variables);
      const failingUser = createFailingFields('Not now.').user;
      if (failure === 'noUser') return { ...fields, user: failingUser };
      if (failure === 'noLastUsedAddress')
        return { ...fields, user: { ...this.#createUser(), lastUsedAddress: failingUser } };
      return fields;
    };
  }

  #takeUserError(field: string): UserError | undefined {
    const failure = this.failures.get(field);
    this.failures.delete(field);
    return typeof failure === 'string' ? undefined : failure;
  }

  #removeFromWishlist(id: string): void {
    const index = this.wishlist.indexOf(id);
    if (index !== -1) this.wishlist.splice(index, 1);
  }

  #findBook(id: string): Book {
    const book = this.books.get(id);
    if (book === undefined) throw new Error(`The test has no book ${id}.`);
    return book;
  }

  #createProduct(id: string) {
    const { name, price, stock } = this.#findBook(id);
    return {
      __typename: 'Product',
      id,
      sku: id,
      name,
      price,
      mrp: null,
      discountPercent: 0,
      available: stock > 0,
      remainingQuantity: stock,
      thumbnail: null,
      images: [],
      pdf: null,
      description: `About ${name}`,
      publisher: null,
      language: null,
      author: null,
      transliteratedName: null,
      transliteratedAuthor: null,
    };
  }

  #findAddress(id: string | undefined) {
    return this.addresses.filter((address) => address.id === id).map(addTypename('Address'))[0] ?? null;
  }

  #createUser() {
    const lines = [...this.cart].map(([id, quantity]) => {
      const product = this.#createProduct(id);
      const lineTotal = product.price * quantity;
      return {
        __typename: 'CartLine',
        id: `${this.#userId}:${id}`,
        product,
        quantity,
        available: product.available,
        lineTotal,
      };
    });
    return {
      __typename: 'User',
      id: this.#userId,
      username: 'Asha',
      addresses: this.addresses.map(addTypename('Address')),
      defaultAddress: this.#findAddress(this.defaultAddressId),
      lastUsedAddress: this.#findAddress(this.lastUsedAddressId),
      cart: {
        __typename: 'Cart',
        id: '7',
        lines: [
          ...lines.filter(({ available }) => available),
          ...lines.filter(({ available }) => !available),
        ],
        unitCount: lines.reduce((count, { quantity }) => count + quantity, 0),
        itemTotal: lines.reduce((total, { available, lineTotal }) => total + (available ? lineTotal : 0), 0),
      },
      wishlist: {
        __typename: 'Wishlist',
        id: '7',
        products: this.wishlist.map((id) => this.#createProduct(id)),
      },
    };
  }
}

const couponNotFound = {
  code: 'COUPON_NOT_FOUND',
  message: 'This coupon is not available.',
  field: ['couponId'],
};

const rejectedQuote = {
  __typename: 'CheckoutQuote',
  lines: null,
  itemTotal: null,
  discount: null,
  shipping: null,
  deliveryFee: null,
  grandTotal: null,
  deliveryDays: null,
  coupon: null,
  userErrors: [
    { __typename: 'CheckoutQuoteUserError', ...couponNotFound, maxQuantity: null, maxLines: null },
  ],
};

const emptyPage = {
  __typename: 'ProductConnection',
  edges: [],
  pageInfo: { __typename: 'PageInfo', endCursor: null, hasNextPage: false },
};

function addTypename<T extends object>(__typename: string): (value: T) => T & { __typename: string } {
  return (value) => ({ __typename, ...value });
}

const addressInputSchema = z.object({ address: z.record(z.string(), z.string()) });

const orderSchema = z.object({
  lines: z.array(z.object({ productId: z.string(), quantity: z.number() })),
  couponId: z.string().nullish(),
  pincode: z.string().nullish(),
  addressId: z.string().optional(),
  paymentMethod: z.string().nullable().default(null),
  idempotencyKey: z.string().default(''),
  expectedTotal: z.number().default(0),
});

function parseOrder(input: unknown) {
  return orderSchema.parse(input);
}
