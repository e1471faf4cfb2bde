import { hash } from 'node:crypto';
import { HttpResponse, http, type RequestHandler } from 'msw';
import { createProductRecord, createShopperRecords, type Fields, type HostShopper } from './rest-records.ts';

/** The URL of the fake REST host. */
export const hostUrl = 'http://rest.test:27443';

/** A fake REST host (docs/rest-api.md) for msw. Stores a few records in memory and logs the calls it receives. */
export class RestHost {
  products: unknown = [createProductRecord(1), createProductRecord(2), createProductRecord(3)];
  categories: unknown = [{ id: 1, categoryName: 'Novels', thumbnail: '/files/categories/1.svg' }];
  publishers: unknown = [{ id: 1, publisherName: 'River House', thumbnailFile: null }];
  authors: unknown = [{ id: 1, authorName: 'A. Writer', thumbnailFile: null }];
  languages: unknown = [{ id: 1, languageName: 'English' }];
  coupons: unknown = [{ id: 1, couponName: 'TEN', discount: 10 }];
  readonly passwords = new Map([['9000000001', 'right-password']]);
  readonly shoppers: HostShopper[] = createShopperRecords();
  readonly orders: Fields[] = [];
  /** The `Accept-Language` of orders, OTP requests and changes of e-mail address, about which hosts send e-mails. */
  readonly emailLanguages: (string | null)[] = [];
  /** Orders by idempotency key. */
  readonly #ordersByKey = new Map<string, Fields>();
  /** The calls to the handlers so far, as `METHOD endpoint`. */
  readonly calls: string[] = [];
  /** Whether the host cannot be reached. */
  down = false;
  /** Whether the host supports `ETag`, `If-Match` and `Idempotency-Key`. A plain host does not. */
  supportsEtagsAndKeys = true;
  /** Whether a shopper's record has a weak `ETag`, as in Express. A weak one never matches `If-Match` (RFC 9110). */
  hasWeakEtags = false;
  /** Whether the host supports ranges of orders. */
  supportsRanges = false;
  /** The number of orders in all lists of orders sent so far, including repetitions. */
  returnedOrderCount = 0;
  /** The number of writes that were rejected because `If-Match` did not match the record. */
  conflictCount = 0;
  /** Called before `PUT /updateUser` reads the stored record, for example to simulate a concurrent write. */
  beforeUpdate: () => void | Promise<void> = () => {};

  getShopper(id: number): HostShopper {
    const found = this.shoppers.find((shopper) => shopper.id === id);
    if (found === undefined) throw new Error(`no shopper ${id}`);
    return found;
  }

  countCalls(call: string): number {
    return this.calls.filter((received) => received === call).length;
  }

  createHandlers(): RequestHandler[] {
    return [...this.#createListHandlers(), ...this.#createShopperHandlers(), ...this.#createOrderHandlers()];
  }

  #handle(
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    respond: (request: {
      request: Request;
      query: URLSearchParams;
      id: string;
    }) => Response | Promise<Response>,
  ): RequestHandler {
    return http[method](`${hostUrl}${path}`, ({ request, params }) => {
      this.calls.push(`${method.toUpperCase()} ${path.split('/')[1]}`);
      if (this.down) return HttpResponse.error();
      return respond({ request, query: new URL(request.url).searchParams, id: String(params.id ?? '') });
    });
  }

  #createListHandlers(): RequestHandler[] {
    const handleList = (path: string, items: () => unknown) =>
      this.#handle('get', path, ({ request }) => this.#sendWithEtag(request, items()));
    const handleFilteredList = (path: string, field: string) =>
      this.#handle('get', path, ({ query }) =>
        HttpResponse.json(this.#findProducts(field, query.get(field) ?? '')),
      );
    return [
      handleList('/getallproducts', () => this.products),
      handleList('/getallCategory', () => this.categories),
      handleList('/AllPublishers', () => this.publishers),
      handleList('/AllAuthors', () => this.authors),
      handleList('/AllLanguages', () => this.languages),
      handleList('/AllCoupons', () => this.coupons),
      handleList('/TodaysNotifications', () => [{ notification: 'Free delivery in Pune.' }]),
      handleList('/AllMarketting', () => [
        { id: 1, title: 'Post', image: 'https://pictures.example/1.jpg', link: '/product' },
      ]),
      handleList('/AllSlideImages', () => [
        { id: 1, title: 'Slide', thumbnailFile: '/files/slides/1.svg', link: 'javascript:x' },
      ]),
      handleFilteredList('/productsByCategory', 'category'),
      handleFilteredList('/ProductsByPublisher', 'publisher'),
      handleFilteredList('/ProductsByAuthor', 'author'),
      handleFilteredList('/ProductsByLanguage', 'language'),
      this.#handle('get', '/CategoryByCategoryName', ({ query }) =>
        HttpResponse.json({ id: 1, categoryName: query.get('categoryName'), thumbnail: null }),
      ),
      this.#handle('get', '/getproductbyid/:id', ({ id }) => {
        const [product] = this.#findProducts('id', Number(id));
        return product === undefined
          ? createErrorResponse(404, 'Product not found')
          : HttpResponse.json(product);
      }),
    ];
  }

  #findProducts(field: string, value: unknown): Fields[] {
    const products: unknown[] = Array.isArray(this.products) ? this.products : [];
    return products.filter(isFields).filter((product) => product[field] === value);
  }

  #createShopperHandlers(): RequestHandler[] {
    const sendIfFound = (shopper: HostShopper | undefined) =>
      shopper === undefined ? createErrorResponse(404, 'User not found') : this.#sendShopper(shopper);
    const handleChange = (
      method: 'post' | 'put' | 'delete',
      path: string,
      change: (shopper: HostShopper, id: number) => void,
    ) =>
      this.#handle(method, path, ({ query }) => {
        change(this.getShopper(Number(query.get('userId'))), Number(query.get('productId')));
        return HttpResponse.json({ message: 'done' });
      });
    return [
      this.#handle('post', '/loginByContact', async ({ request }) => {
        const { contact, password } = await readFields(request);
        const isCorrect = this.passwords.get(String(contact)) === password;
        return isCorrect
          ? HttpResponse.json({ message: 'Login successful!' })
          : createErrorResponse(401, 'Wrong');
      }),
      this.#handle('get', '/getUserBycontact', ({ query }) =>
        sendIfFound(this.shoppers.find(({ contact }) => contact === query.get('contact'))),
      ),
      this.#handle('get', '/getUserById/:id', ({ id }) =>
        sendIfFound(this.shoppers.find((shopper) => shopper.id === Number(id))),
      ),
      this.#handle('put', '/updateUser/:id', async ({ request, id }) => {
        const changed = await readFields(request);
        await this.beforeUpdate();
        const shopper = this.getShopper(Number(id));
        const expected = request.headers.get('if-match');
        if (this.supportsEtagsAndKeys && expected !== null && expected !== computeEtag(shopper)) {
          this.conflictCount += 1;
          return createErrorResponse(412, 'The user has changed in the meantime');
        }
        if (changed.email !== shopper.email) {
          this.emailLanguages.push(request.headers.get('accept-language'));
        }
        Object.assign(shopper, changed);
        return this.#sendShopper(shopper);
      }),
      this.#handle('post', '/addUser', async ({ request }) => {
        const shopper = await readFields(request);
        if (this.shoppers.some(({ contact }) => contact === shopper.contact))
          return createErrorResponse(409, 'Contact number already exists!');
        this.#addShopper(shopper);
        return HttpResponse.json({ message: 'created' }, { status: 201 });
      }),
      handleChange('post', '/addToWishlist', (shopper, id) => shopper.wishlistProductIds.push(id)),
      handleChange('delete', '/removeFromWishlist', (shopper, id) => {
        shopper.wishlistProductIds = shopper.wishlistProductIds.filter((other) => other !== id);
      }),
      handleChange('put', '/moveToCart', (shopper, id) => {
        shopper.wishlistProductIds = shopper.wishlistProductIds.filter((other) => other !== id);
        shopper.productIds.push(id);
      }),
      // Like some hosts, removes a single copy from the cart.
      handleChange('delete', '/removeProductFromUser', (shopper, id) => {
        const index = shopper.productIds.indexOf(id);
        if (index !== -1) shopper.productIds.splice(index, 1);
      }),
      this.#handle('post', '/sendotp', ({ request }) => {
        this.emailLanguages.push(request.headers.get('accept-language'));
        return HttpResponse.text('OTP sent to your email.');
      }),
      this.#handle('post', '/verifyOTP', ({ query }) =>
        query.get('otp') === '123456' ? HttpResponse.text('OTP verified.') : createErrorResponse(400, 'no'),
      ),
      this.#handle('put', '/resetUserPassword', async ({ request }) => {
        const { email, password } = await readFields(request);
        const shopper = this.shoppers.find(
          (candidate) => candidate.email.toLowerCase() === String(email).toLowerCase(),
        );
        if (shopper === undefined) return createErrorResponse(403, 'Password reset failed');
        this.passwords.set(shopper.contact, String(password));
        return HttpResponse.text('Password reset.');
      }),
      this.#handle('post', '/createContact', () => HttpResponse.json({ message: 'ok' }, { status: 201 })),
    ];
  }

  #addShopper({ username, email, contact, password, addresses }: Fields): void {
    const id = Math.max(...this.shoppers.map((shopper) => shopper.id)) + 1;
    const saved = Array.isArray(addresses) ? addresses.filter(isFields) : [];
    this.passwords.set(String(contact), String(password));
    this.shoppers.push({
      id,
      username: String(username),
      email: String(email),
      contact: String(contact),
      addresses: saved.map((address, index) => ({ id: id * 100 + index, ...address })),
      productIds: [],
      wishlistProductIds: [],
    });
  }

  #createOrderHandlers(): RequestHandler[] {
    return [
      this.#handle('get', '/OrdersByUserEmail', ({ request, query }) => {
        const headers: Record<string, string> = this.supportsEtagsAndKeys
          ? { 'idempotency-key-supported': 'true' }
          : {};
        const found = this.orders.filter(({ userEmail }) => userEmail === query.get('email'));
        const range = /^orders=(\d+)-(\d+)$/.exec(request.headers.get('range') ?? '');
        if (!this.supportsRanges) return this.#sendOrders(found, { headers });
        const newestFirst = found.toReversed();
        // An empty list has no ranges.
        if (
          range === null ||
          found.length === 0 ||
          (range[1] === '0' && Number(range[2]) >= found.length - 1)
        )
          return this.#sendOrders(newestFirst, { headers: { ...headers, 'accept-ranges': 'orders' } });
        const [first, last] = [Number(range[1]), Math.min(Number(range[2]), found.length - 1)];
        if (first >= found.length)
          return new HttpResponse(null, {
            status: 416,
            headers: { ...headers, 'content-range': `orders */${found.length}` },
          });
        return this.#sendOrders(newestFirst.slice(first, last + 1), {
          status: 206,
          headers: { ...headers, 'content-range': `orders ${first}-${last}/${found.length}` },
        });
      }),
      this.#handle('post', '/createShipment', async ({ request }) => {
        const key = request.headers.get('idempotency-key') ?? '';
        this.emailLanguages.push(request.headers.get('accept-language'));
        const existing = this.supportsEtagsAndKeys ? this.#ordersByKey.get(key) : undefined;
        const order = existing ?? this.#placeOrder(await readFields(request));
        this.#ordersByKey.set(key, order);
        return HttpResponse.json(order, { status: 201 });
      }),
      this.#handle('post', '/cancelOrder', async ({ request }) => {
        const { orderId, userEmail, reason } = await readFields(request);
        const order = this.orders.find(
          (placed) => placed.orderId === orderId && placed.userEmail === userEmail,
        );
        if (order === undefined) return createErrorResponse(404, 'Order not found');
        if (order.cancellable !== true) return createErrorResponse(409, 'The order has been packed');
        const step = { status: 'Cancelled', changedAt: '2026-11-21T05:00:00Z', reason: reason ?? null };
        const history = Array.isArray(order.statusHistory) ? order.statusHistory : [];
        Object.assign(order, { status: step.status, cancellable: false, statusHistory: [...history, step] });
        return HttpResponse.json(order);
      }),
    ];
  }

  #reduceStock(lines: unknown): void {
    if (!Array.isArray(lines) || !Array.isArray(this.products)) return;
    const countOrdered = (id: unknown) =>
      Number(lines.find(({ productId }) => productId === id)?.quantity ?? 0);
    this.products = this.products.map((product: Fields) =>
      typeof product.remainingQuantity === 'number'
        ? { ...product, remainingQuantity: product.remainingQuantity - countOrdered(product.id) }
        : product,
    );
  }

  #sendOrders(orders: Fields[], init: ResponseInit): Response {
    this.returnedOrderCount += orders.length;
    return HttpResponse.json(orders, init);
  }

  #placeOrder(body: Fields): Fields {
    this.#reduceStock(body.shipmentProducts);
    const order = {
      ...body,
      orderId: `ORD-${this.orders.length + 1}`,
      orderDate: body.dispatchedDate,
      status: body.transactionStatus ?? 'Placed',
    };
    this.orders.push(order);
    return order;
  }

  #sendWithEtag(request: Request, value: unknown): Response {
    if (!this.supportsEtagsAndKeys) return Response.json(value);
    const etag = computeEtag(value);
    if (request.headers.get('if-none-match') === etag) return new HttpResponse(null, { status: 304 });
    return Response.json(value, { headers: { etag } });
  }

  #sendShopper(shopper: HostShopper): Response {
    if (!this.supportsEtagsAndKeys) return Response.json(shopper);
    const etag = `${this.hasWeakEtags ? 'W/' : ''}${computeEtag(shopper)}`;
    return Response.json(shopper, { headers: { etag } });
  }
}

/** Creates an error response in the host's format. */
export function createErrorResponse(status: number, message: string): Response {
  return HttpResponse.json({ message }, { status });
}

async function readFields(request: Request): Promise<Fields> {
  const body: unknown = await request.json();
  return isFields(body) ? body : {};
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function computeEtag(value: unknown): string {
  return `"${hash('sha256', JSON.stringify(value))}"`;
}
