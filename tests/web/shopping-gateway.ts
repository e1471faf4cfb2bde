import { HttpResponse } from 'msw';
import { z } from 'zod';
import { type Asked, failing, gateway } from './gateway-stub.ts';

interface Book {
  id: string;
  name: string;
  /** Rupees. */
  price: number;
  left: number;
}

interface SentOperation {
  name: string;
  variables: Record<string, unknown>;
}

interface Refusal {
  code: string;
  message: string;
}

/** A gateway that keeps one shopper's cart, wish list and orders, as schema.graphql says. */
export class ShoppingGateway {
  readonly books = new Map<string, Book>();
  readonly cart = new Map<string, number>();
  readonly wishlist: string[] = [];
  readonly addresses: Array<Record<string, string>> = [];
  readonly coupons: Array<{ id: string; couponName: string; discount: number }> = [];
  readonly orders = new Map<string, Record<string, unknown>>();
  /** Orders of earlier days: title, copies, and the book's id where the shop still lists it. */
  readonly past: Array<Array<{ productName: string; quantity: number; id: string | null }>> = [];
  /** Every operation that arrived, in its order. */
  readonly sent: SentOperation[] = [];
  /** What the next call of an operation gets instead of being done; 'offline' every call until it is deleted. */
  readonly refusals = new Map<string, Refusal | 'network' | 'offline' | 'unavailable'>();
  /** Operations that wait until their gate opens. */
  readonly gates = new Map<string, Promise<void>>();

  /** Holds back the answers of an operation until the returned function is called. */
  hold(name: string): () => void {
    let open: () => void = () => undefined;
    this.gates.set(name, new Promise((resolve) => (open = resolve)));
    return () => {
      this.gates.delete(name);
      open();
    };
  }

  sentNamed(name: string): Array<Record<string, unknown>> {
    return this.sent.filter((operation) => operation.name === name).map(({ variables }) => variables);
  }

  handlers() {
    return [
      gateway.query(
        'CartAndWishlist',
        this.#answer(() => ({ user: this.#user() })),
      ),
      gateway.query(
        'Wishlist',
        this.#answer(() => ({ user: this.#user() })),
      ),
      gateway.query(
        'CheckoutAddresses',
        this.#answer(() => ({ user: this.#user() })),
      ),
      gateway.query(
        'Coupons',
        this.#answer(() => ({ coupons: this.coupons.map(typed('Coupon')) })),
      ),
      gateway.query(
        'CheckoutQuote',
        this.#answer(({ input }) => ({ checkoutQuote: this.quote(input) })),
      ),
      gateway.query(
        'Orders',
        this.#answer(() => ({ user: { __typename: 'User', id: '7', orders: this.#pastOrders() } })),
      ),
      gateway.query(
        'OrderAgain',
        this.#answer(({ input }) => ({ checkoutQuote: this.quote(input) })),
      ),
      gateway.query(
        'BestProducts',
        this.#answer(() => ({ products: emptyPage })),
      ),
      gateway.query(
        'VisitorProduct',
        this.#answer(({ id }) => ({ product: this.#product(String(id)) })),
      ),
      gateway.mutation(
        'AddToCart',
        this.#change('addToCart', 'AddToCart', ({ productId, quantity }) => {
          if (this.cart.has(String(productId))) return { code: 'ALREADY_IN_CART', message: 'Already there.' };
          this.cart.set(String(productId), Number(quantity));
          return undefined;
        }),
      ),
      gateway.mutation(
        'SetCartQuantity',
        this.#change('setCartQuantity', 'SetCartQuantity', ({ productId, quantity }) => {
          this.cart.set(String(productId), Number(quantity));
          return undefined;
        }),
      ),
      gateway.mutation(
        'RemoveFromCart',
        this.#change('removeFromCart', 'RemoveFromCart', ({ productId }) => {
          this.cart.delete(String(productId));
          return undefined;
        }),
      ),
      gateway.mutation(
        'AddToWishlist',
        this.#change('addToWishlist', 'AddToWishlist', ({ productId }) => {
          this.wishlist.push(String(productId));
          return undefined;
        }),
      ),
      gateway.mutation(
        'RemoveFromWishlist',
        this.#change('removeFromWishlist', 'RemoveFromWishlist', ({ productId }) => {
          this.#unwish(String(productId));
          return undefined;
        }),
      ),
      gateway.mutation(
        'MoveToCart',
        this.#change('moveToCart', 'MoveToCart', ({ productId }) => {
          this.#unwish(String(productId));
          this.cart.set(String(productId), 1);
          return undefined;
        }),
      ),
      gateway.mutation(
        'Login',
        this.#answer(() => ({
          login: {
            __typename: 'LoginPayload',
            token: 'good',
            user: { ...this.#user(), email: 'asha@example.com', contact: '9876543210' },
            userErrors: [],
          },
        })),
      ),
      gateway.query(
        'OrderByKey',
        this.#answer(({ idempotencyKey }) => ({
          user: { __typename: 'User', id: '7', order: this.orders.get(String(idempotencyKey)) ?? null },
        })),
      ),
      gateway.mutation(
        'PlaceOrder',
        this.#answer(({ input }) => ({ createShipment: this.#place(input) })),
      ),
    ];
  }

  /** What an order costs: ten rupees for a copy, no coupon sums beyond whole percents. */
  quote(input: unknown) {
    const { lines, couponId } = orderOf(input);
    const priced = lines.map(({ productId, quantity }) => {
      const book = this.#book(productId);
      return {
        __typename: 'CheckoutQuoteLine',
        product: this.#product(productId),
        quantity,
        unitPrice: book.price,
        lineTotal: book.price * quantity,
        available: book.left >= quantity,
      };
    });
    const itemTotal = priced.reduce((total, { lineTotal }) => total + lineTotal, 0);
    const coupon = this.coupons.find(({ id }) => id === couponId);
    const discount = (itemTotal * (coupon?.discount ?? 0)) / 100;
    const shipping = 10 * lines.reduce((count, { quantity }) => count + quantity, 0);
    return {
      __typename: 'CheckoutQuote',
      lines: priced,
      itemTotal,
      discount,
      shipping,
      deliveryFee: 0,
      grandTotal: itemTotal - discount + shipping,
      averageDeliveryTime: '5-6 days',
      coupon: coupon === undefined ? null : typed('Coupon')(coupon),
    };
  }

  #pastOrders() {
    const edges = this.past.map((lines, place) => {
      const node = {
        __typename: 'Shipment',
        id: `PAST-${place + 1}`,
        orderDate: '2026-11-12',
        totalPrice: 100,
        status: 'Paid',
        trackingNo: null,
        address: 'Somewhere in Pune',
        shipmentCharges: null,
        deliveryFee: null,
        lines: lines.map(({ productName, quantity, id }) => ({
          __typename: 'ShipmentLine',
          productName,
          quantity,
          unitPrice: null,
          product: id === null ? null : this.#product(id),
        })),
      };
      return { __typename: 'ShipmentEdge', cursor: String(place), node };
    });
    const pageInfo = { __typename: 'PageInfo', endCursor: null, hasNextPage: false };
    return { __typename: 'ShipmentConnection', edges, pageInfo, totalCount: edges.length };
  }

  #place(input: unknown) {
    const { idempotencyKey, expectedTotal, lines } = orderOf(input);
    const done = (shipment: unknown, quote: unknown, userErrors: unknown[]) => ({
      __typename: 'CreateShipmentPayload',
      shipment,
      quote,
      cart: this.#user().cart,
      userErrors,
    });
    const refusal = this.#takeRefusal('createShipment');
    if (refusal !== undefined) return done(null, null, [typed('UserError')(refusal)]);
    const quote = this.quote(input);
    if (quote.lines.some(({ available }) => !available)) {
      const message = 'Currently, no stock is available for this product.';
      return done(null, quote, [{ __typename: 'UserError', code: 'OUT_OF_STOCK', message }]);
    }
    if (quote.grandTotal !== expectedTotal) {
      const message = 'The total has changed. Please check it and confirm again.';
      return done(null, quote, [{ __typename: 'UserError', code: 'TOTAL_CHANGED', message }]);
    }
    const order = this.orders.get(idempotencyKey) ?? {
      __typename: 'Shipment',
      id: `ORDER-${this.orders.size + 1}`,
      totalPrice: quote.grandTotal,
      address: 'Somewhere in Pune',
    };
    this.orders.set(idempotencyKey, order);
    for (const { productId } of lines) this.cart.delete(productId);
    return done(order, null, []);
  }

  #answer(data: (variables: Record<string, unknown>) => Record<string, unknown>) {
    return async ({ operation: name, variables }: Asked) => {
      this.sent.push({ name, variables });
      await this.gates.get(name);
      const failure = this.refusals.get(name);
      if (failure !== 'offline') this.refusals.delete(name);
      if (failure === 'network' || failure === 'offline') return HttpResponse.error();
      return failure === 'unavailable' ? failing('Not now.') : data(variables);
    };
  }

  /** A mutation that `make` does, or refuses. */
  #change(field: string, name: string, make: (variables: Record<string, unknown>) => Refusal | undefined) {
    return this.#answer((variables) => {
      const refusal = this.#takeRefusal(field) ?? make(variables);
      const { cart, wishlist } = this.#user();
      const userErrors = refusal === undefined ? [] : [typed('UserError')(refusal)];
      return { [field]: { __typename: `${name}Payload`, cart, wishlist, userErrors } };
    });
  }

  #takeRefusal(field: string): Refusal | undefined {
    const refusal = this.refusals.get(field);
    this.refusals.delete(field);
    return typeof refusal === 'string' ? undefined : refusal;
  }

  #unwish(id: string): void {
    const place = this.wishlist.indexOf(id);
    if (place !== -1) this.wishlist.splice(place, 1);
  }

  #book(id: string): Book {
    const book = this.books.get(id);
    if (book === undefined) throw new Error(`The test's shop has no book ${id}.`);
    return book;
  }

  #product(id: string) {
    const { name, price, left } = this.#book(id);
    return {
      __typename: 'Product',
      id,
      name,
      price,
      mrp: null,
      discountPercent: 0,
      available: left > 0,
      remainingQuantity: left,
      thumbnail: null,
      images: [],
      pdf: null,
      description: `About ${name}`,
      publisher: null,
      language: null,
      author: null,
    };
  }

  #user() {
    const lines = [...this.cart].map(([id, quantity]) => {
      const product = this.#product(id);
      const lineTotal = product.price * quantity;
      return {
        __typename: 'CartLine',
        id: `7:${id}`,
        product,
        quantity,
        available: product.available,
        lineTotal,
      };
    });
    return {
      __typename: 'User',
      id: '7',
      username: 'Asha',
      addresses: this.addresses.map(typed('Address')),
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
      wishlist: { __typename: 'Wishlist', id: '7', products: this.wishlist.map((id) => this.#product(id)) },
    };
  }
}

const emptyPage = {
  __typename: 'ProductConnection',
  edges: [],
  pageInfo: { __typename: 'PageInfo', endCursor: null, hasNextPage: false },
};

function typed<T extends object>(__typename: string): (value: T) => T & { __typename: string } {
  return (value) => ({ __typename, ...value });
}

const orderSchema = z.object({
  lines: z.array(z.object({ productId: z.string(), quantity: z.number() })),
  couponId: z.string().nullish(),
  idempotencyKey: z.string().default(''),
  expectedTotal: z.number().default(0),
});

function orderOf(input: unknown) {
  return orderSchema.parse(input);
}
