import { describe, expect, test } from 'vitest';
import { createFreeDeliveryCheck } from '#gateway/orders/quote.ts';
import { toShipmentAddress } from '#gateway/orders/shipment.ts';
import { demoCatalogue } from '#rest-api/demo/catalogue.ts';
import { demoShoppers } from '#rest-api/demo/shoppers.ts';
import shop from '#web/shop/shop.json' with { type: 'json' };

const {
  products,
  categories,
  publishers,
  authors,
  languages,
  coupons,
  slides,
  marketingPosts,
  notifications,
} = demoCatalogue;
const isDeliveryFree = createFreeDeliveryCheck(shop.policies.freeDeliveryPincodes);
const orders = demoShoppers.flatMap((shopper) => shopper.orders);

function toPaise(rupees: number): number {
  return Math.round(rupees * 100);
}

describe('the demo catalogue', () => {
  test('contains two hundred titles, more in Marathi than in any other language', () => {
    const countBooksIn = (language: string) =>
      products.filter((product) => product.language === language).length;
    expect(products).toHaveLength(200);
    expect(languages.map(({ languageName }) => [languageName, countBooksIn(languageName)])).toEqual([
      ['मराठी', 70],
      ['हिन्दी', 50],
      ['संस्कृत', 30],
      ['English', 50],
    ]);
  });

  test.each<[string, readonly { readonly id: number }[]]>(Object.entries(demoCatalogue))(
    'numbers its %s from 1 without gaps',
    (_, records) => {
      expect(records.map(({ id }) => id)).toEqual(records.map((_record, index) => index + 1));
    },
  );

  test('contains each title and name only once', () => {
    const lists = [
      products.map(({ productName }) => productName),
      categories.map(({ categoryName }) => categoryName),
      publishers.map(({ publisherName }) => publisherName),
      authors.map(({ authorName }) => authorName),
      coupons.map(({ couponName }) => couponName),
    ];
    for (const names of lists) expect(new Set(names).size).toBe(names.length);
  });

  test('refers to categories, publishers, authors and languages that exist', () => {
    const names = {
      category: categories.map(({ categoryName }) => categoryName),
      publisher: publishers.map(({ publisherName }) => publisherName),
      author: authors.map(({ authorName }) => authorName),
      language: languages.map(({ languageName }) => languageName),
    };
    for (const product of products) {
      expect(names.category, product.productName).toContain(product.category);
      expect(names.publisher, product.productName).toContain(product.publisher);
      expect(names.author, product.productName).toContain(product.author);
      expect(names.language, product.productName).toContain(product.language);
    }
  });

  test('writes titles and authors in the script of the language, in NFC', () => {
    for (const { productName, author, language } of products) {
      const script =
        language === 'English' ? /^[\p{Script=Latin}\s\p{P}]+$/u : /^[\p{Script=Devanagari}\s\p{P}]+$/u;
      expect(productName).toMatch(script);
      expect(author).toMatch(script);
      expect(productName.normalize('NFC')).toBe(productName);
      expect(author.normalize('NFC')).toBe(author);
    }
  });

  test('prices every book at its MRP of at least ₹30 minus a discount of at most 30%, to the paisa', () => {
    for (const { productName, price, mrp, discount } of products) {
      expect(price * 100, productName).toBeCloseTo(mrp * (100 - discount), 6);
      expect(toPaise(price) / 100, productName).toBe(price);
      expect(mrp).toBeGreaterThanOrEqual(30);
      expect(discount).toBeGreaterThanOrEqual(0);
      expect(discount).toBeLessThanOrEqual(30);
    }
  });

  test('has a Latin form of every Devanagari title and author', () => {
    const isDevanagari = (text: string) => /\p{Script=Devanagari}/u.test(text);
    const withoutLatinForm = products.filter(
      ({ productName, author, transliteratedName, transliteratedAuthor }) =>
        (isDevanagari(productName) && isDevanagari(transliteratedName ?? productName)) ||
        (isDevanagari(author) && isDevanagari(transliteratedAuthor ?? author)),
    );
    expect(withoutLatinForm.map(({ productName }) => productName)).toEqual([]);
  });

  test('contains only valid ISBNs, and the description of each book with an ISBN has a note about it', () => {
    const withIsbn = products.filter(({ isbnId }) => isbnId !== null);
    expect(withIsbn.length).toBeGreaterThan(0);
    for (const { isbnId, description } of withIsbn) {
      const digits = [...(isbnId ?? '')].map(Number);
      const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
      expect(digits).toHaveLength(13);
      expect(sum % 10).toBe(0);
      expect(description).toContain('ISBN');
    }
  });

  test.each([
    ['status Unavailable', () => products.some(({ status }) => status === 'Unavailable')],
    ['status Not-Available', () => products.some(({ status }) => status === 'Not-Available')],
    [
      'Unavailable with copies left',
      () => products.some((p) => p.status === 'Unavailable' && (p.remainingQuantity ?? 0) > 0),
    ],
    [
      'Available with no copy',
      () => products.some((p) => p.status === 'Available' && p.remainingQuantity === 0),
    ],
    [
      'Available with unknown stock',
      () => products.some((p) => p.status === 'Available' && p.remainingQuantity === null),
    ],
    ['one copy left', () => products.some(({ remainingQuantity }) => remainingQuantity === 1)],
    ['two copies left', () => products.some(({ remainingQuantity }) => remainingQuantity === 2)],
    ['three copies left', () => products.some(({ remainingQuantity }) => remainingQuantity === 3)],
    [
      'at least five books without an image',
      () =>
        products.filter((p) => p.thumbnailFile === null && Object.keys(p.productImages).length === 0)
          .length >= 5,
    ],
    ['two images', () => products.some(({ productImages }) => 'image2' in productImages)],
    ['no discount', () => products.some(({ discount }) => discount === 0)],
    [
      'no ISBN for most books',
      () => products.filter(({ isbnId }) => isbnId === null).length > products.length / 2,
    ],
    ['no description', () => products.some(({ description }) => description === null)],
    [
      'a sample to read for at least eight books',
      () => products.filter(({ pdfFile }) => pdfFile !== null).length >= 8,
    ],
    [
      'no sample to read for most books',
      () => products.filter(({ pdfFile }) => pdfFile === null).length > products.length / 2,
    ],
    ['a long title', () => products.some(({ productName }) => productName.length > 100)],
    [
      'a category without a book',
      () => categories.some(({ categoryName }) => !products.some((p) => p.category === categoryName)),
    ],
    ['an author without a portrait', () => authors.some(({ thumbnailFile }) => thumbnailFile === null)],
    ['an author of one book', () => authors.some(({ authorName }) => countBooksBy(authorName) === 1)],
    ['an author of several books', () => authors.some(({ authorName }) => countBooksBy(authorName) >= 5)],
  ])('covers the case "%s"', (_, isPresent) => {
    expect(isPresent()).toBe(true);
  });

  test('links every slide and post to at least one book, and four of them to books that match the number, language or category in their titles', () => {
    expect(slides).toHaveLength(4);
    expect(marketingPosts).toHaveLength(8);
    const bookCounts = [...slides, ...marketingPosts].map(({ title, link }) => [
      title,
      findBooks(link).length,
    ]);
    expect(bookCounts.filter(([, count]) => count === 0)).toEqual([]);
    const getCount = (pattern: RegExp) => bookCounts.find(([title]) => pattern.test(String(title)))?.[1];
    expect(getCount(/^Two hundred classics/)).toBe(200);
    expect(getCount(/^Kalidasa: one play and three great poems/)).toBe(4);
    const findBooksOfPost = (pattern: RegExp) =>
      findBooks(marketingPosts.find(({ title }) => pattern.test(title))?.link ?? '');
    // These posts link to Marathi books only, although their categories have books in other languages too.
    for (const title of [/Marathi novels/, /saints of Maharashtra/])
      expect(new Set(findBooksOfPost(title).map(({ language }) => language))).toEqual(new Set(['मराठी']));
    expect(new Set(findBooksOfPost(/saints of Maharashtra/).map(({ category }) => category))).toEqual(
      new Set(["Saints' Literature"]),
    );
  });

  test.each([
    { language: 'Marathi', suffix: 'Mr', end: /[.!]$/ },
    { language: 'Hindi', suffix: 'Hi', end: /[।!]$/ },
  ] as const)('is translated into $language, in Devanagari', ({ suffix, end }) => {
    const titles = [...slides, ...marketingPosts].map((record) => record[`title${suffix}`]);
    const names = categories.map((category) => category[`categoryName${suffix}`]);
    const notificationTexts = notifications.map((record) => record[`notification${suffix}`]);
    const withDescription = products.filter(({ description }) => description !== null);
    const descriptions = withDescription.map((product) => product[`description${suffix}`]);
    const texts = [...titles, ...names, ...notificationTexts, ...descriptions];
    expect(texts.filter((text) => !/\p{Script=Devanagari}/u.test(text ?? ''))).toEqual([]);
    const textsWithoutCodes = texts.map((text) => text?.replaceAll(/ISBN|[A-Z]+10/g, '') ?? '');
    expect(textsWithoutCodes.filter((text) => /\p{Script=Latin}/u.test(text))).toEqual([]);
    expect([...notificationTexts, ...descriptions].filter((text) => !end.test(text ?? ''))).toEqual([]);
    expect(texts.filter((text) => text !== text?.normalize('NFC'))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(descriptions).size).toBe(descriptions.length);
    for (const notification of notificationTexts) expect(notification?.length).toBeLessThan(80);
  });

  test('has a picture of each slide in each language', () => {
    const pictures = slides.flatMap((slide) => [
      slide.thumbnailFile,
      slide.thumbnailFileMr,
      slide.thumbnailFileHi,
    ]);
    expect(pictures).not.toContain(null);
    expect(new Set(pictures).size).toBe(3 * slides.length);
  });

  test('has notifications short enough for one line', () => {
    expect(notifications.length).toBeGreaterThanOrEqual(2);
    for (const { notification } of notifications) expect(notification.length).toBeLessThan(80);
  });
});

/** The books on the page that a slide or post links to. */
function findBooks(link: string) {
  const url = new URL(link, 'http://shop.test');
  const [, page = '', name] = decodeURIComponent(url.pathname).split('/');
  expect(['product', 'author', 'category', 'language']).toContain(page);
  const conditions = new Map(url.searchParams);
  if (name !== undefined) conditions.set(page, name);
  return products.filter((product) =>
    [...conditions].every(([field, value]) => new Map(Object.entries(product)).get(field) === value),
  );
}

describe('the demo shoppers', () => {
  test('are obviously fictional, with passwords of at least eight characters and addresses in Pune', () => {
    expect(demoShoppers).toHaveLength(2);
    expect(new Set(demoShoppers.map(({ contact }) => contact)).size).toBe(2);
    for (const { username, email, contact, password, addresses } of demoShoppers) {
      expect(username).toMatch(/^Demo /);
      expect(email).toMatch(/@example\.com$/);
      expect(contact).toMatch(/^90000000\d\d$/);
      expect(password.length).toBeGreaterThanOrEqual(8);
      expect(addresses.length).toBeGreaterThanOrEqual(1);
      for (const { pincode, district, state } of addresses) {
        expect({ pincode, district, state }).toEqual({
          pincode: expect.stringMatching(/^4110\d\d$/),
          district: 'Pune',
          state: 'Maharashtra',
        });
      }
    }
  });

  test('include one with a cart, a wish list and orders, and one without any of them', () => {
    const [filled, empty] = demoShoppers;
    expect(filled?.orders.length).toBeGreaterThanOrEqual(2);
    expect(filled?.wishlistProductIds.length).toBeGreaterThan(0);
    expect(new Set(filled?.productIds).size).toBeLessThan(filled?.productIds.length ?? 0);
    expect(empty).toMatchObject({ productIds: [], wishlistProductIds: [], orders: [] });
  });

  test('have only books of the catalogue in cart and wish list, at least one of them out of stock', () => {
    const ids = demoShoppers.flatMap(({ productIds, wishlistProductIds }) => [
      ...productIds,
      ...wishlistProductIds,
    ]);
    const found = ids.map((id) => products.find((product) => product.id === id));
    expect(found).not.toContain(undefined);
    expect(found.some((product) => product?.remainingQuantity === 0)).toBe(true);
  });

  test.each(orders)(
    'placed an order on $orderDate whose total is that of its lines minus the discount plus shipping',
    (order) => {
      const itemsPaise = order.shipmentProducts.reduce(
        (sum, line) => sum + toPaise(line.price) * line.quantity,
        0,
      );
      const units = order.shipmentProducts.reduce((sum, { quantity }) => sum + quantity, 0);
      const percent = coupons.find(({ id }) => id === order.coupon)?.discount ?? 0;
      expect(order.shipmentCharges).toBe(isDeliveryFree(order.pincode) ? 0 : Math.min(10 * units, 100));
      expect(toPaise(order.totalPrice)).toBe(
        itemsPaise - Math.round((itemsPaise * percent) / 100) + order.shipmentCharges * 100,
      );
      expect(order.orderDate).toMatch(/^\d{4}-\d\d-\d\d$/);
      for (const { productId, productName } of order.shipmentProducts) {
        expect(products.find(({ id }) => id === productId)?.productName).toBe(productName);
      }
    },
  );

  test('have orders whose delivery addresses are saved addresses, written as the gateway sends them', () => {
    for (const { addresses, orders } of demoShoppers) {
      for (const order of orders) {
        const sentOrders = addresses.map((address) => ({
          ...order,
          ...toShipmentAddress(address),
          area: '',
        }));
        expect(sentOrders).toContainEqual(order);
      }
    }
  });

  test('have an order with a coupon and one without a tracking number', () => {
    expect(orders.some(({ coupon }) => coupon !== null)).toBe(true);
    expect(orders.some(({ trackingNo }) => trackingNo === null)).toBe(true);
  });
});

function countBooksBy(authorName: string): number {
  return products.filter(({ author }) => author === authorName).length;
}
