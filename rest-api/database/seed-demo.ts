import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { countChangeOfCatalogue } from '../catalogue/revision.ts';
import type { DemoCatalogue, DemoOrder, DemoProduct, DemoShopper } from '../demo/types.ts';
import { toPaise } from '../money.ts';
import { newOrderId } from '../orders/order-id.ts';
import { hashSecret } from '../shoppers/passwords.ts';
import { authors, categories, languages, milestones, products, publishers } from './catalogue-tables.ts';
import { coupons, marketingPosts, notifications, slides } from './content-tables.ts';
import type { Database } from './engine.ts';
import { orderLines, orders } from './order-tables.ts';
import { addresses, cartLines, users, wishlistItems } from './shopper-tables.ts';
import { inTransaction } from './transaction.ts';

const origin = 'demo' as const;

/** Fills a database that nothing was ever put into: all of it or nothing. */
export async function seedDemo(
  database: Database,
  catalogue: DemoCatalogue,
  shoppers: readonly DemoShopper[],
): Promise<void> {
  const hashes = new Map<number, string>();
  for (const shopper of shoppers) hashes.set(shopper.id, await hashSecret(shopper.password));
  await inTransaction(database, async (transaction) => {
    await seedCatalogue(transaction, catalogue);
    await seedContent(transaction, catalogue);
    for (const shopper of shoppers) {
      await seedShopper(transaction, shopper, hashes.get(shopper.id) ?? '', catalogue);
    }
    await transaction.insert(milestones).values({ name: 'demo-seeded' });
    await countChangeOfCatalogue(transaction);
  });
}

async function seedCatalogue(transaction: Database, demo: DemoCatalogue): Promise<void> {
  await transaction.insert(categories).values(
    demo.categories.map(({ id, categoryName, thumbnail }) => ({
      id,
      name: categoryName,
      thumbnail,
      origin,
    })),
  );
  await transaction.insert(publishers).values(
    demo.publishers.map(({ id, publisherName, thumbnailFile }) => ({
      id,
      name: publisherName,
      thumbnail: thumbnailFile,
      origin,
    })),
  );
  await transaction.insert(authors).values(
    demo.authors.map(({ id, authorName, thumbnailFile }) => ({
      id,
      name: authorName,
      thumbnail: thumbnailFile,
      origin,
    })),
  );
  await transaction
    .insert(languages)
    .values(demo.languages.map(({ id, languageName }) => ({ id, name: languageName, origin })));
  await transaction.insert(products).values(demo.products.map((product) => productRow(product, demo)));
  for (const table of [categories, publishers, authors, languages, products]) {
    await continueIdentity(transaction, table);
  }
}

function productRow(product: DemoProduct, demo: DemoCatalogue): typeof products.$inferInsert {
  return {
    id: product.id,
    name: product.productName,
    pricePaise: paise(product.price),
    mrpPaise: paise(product.mrp),
    discount: product.discount,
    categoryId: idOf(demo.categories, ({ categoryName }) => categoryName === product.category),
    languageId: idOf(demo.languages, ({ languageName }) => languageName === product.language),
    publisherId: idOf(demo.publishers, ({ publisherName }) => publisherName === product.publisher),
    authorId: idOf(demo.authors, ({ authorName }) => authorName === product.author),
    status: product.status,
    thumbnailFile: product.thumbnailFile,
    pdfFile: product.pdfFile,
    images: product.productImages,
    remainingQuantity: product.remainingQuantity,
    isbn: product.isbnId,
    description: product.description,
    origin,
  };
}

async function seedContent(transaction: Database, demo: DemoCatalogue): Promise<void> {
  await transaction
    .insert(coupons)
    .values(demo.coupons.map(({ id, couponName, discount }) => ({ id, name: couponName, discount, origin })));
  await transaction.insert(notifications).values(demo.notifications.map((row) => ({ ...row, origin })));
  await transaction.insert(marketingPosts).values(demo.marketingPosts.map((row) => ({ ...row, origin })));
  await transaction.insert(slides).values(demo.slides.map((row) => ({ ...row, origin })));
  for (const table of [coupons, notifications, marketingPosts, slides]) {
    await continueIdentity(transaction, table);
  }
}

async function seedShopper(
  transaction: Database,
  shopper: DemoShopper,
  passwordHash: string,
  catalogue: DemoCatalogue,
): Promise<void> {
  const { username, email, contact } = shopper;
  const [user] = await transaction
    .insert(users)
    .values({ username, email, contact, passwordHash, origin })
    .returning({ id: users.id });
  if (user === undefined) throw new Error('The demo shopper was not stored.');
  const userId = user.id;
  await transaction
    .insert(addresses)
    .values(shopper.addresses.map((address, position) => ({ ...address, userId, position })));
  const cart = Map.groupBy(shopper.productIds, (id) => id);
  const cartRows = Array.from(cart, ([productId, repeats], position) => ({
    userId,
    productId,
    quantity: repeats.length,
    position,
  }));
  if (cartRows.length > 0) await transaction.insert(cartLines).values(cartRows);
  const wishes = shopper.wishlistProductIds.map((productId, position) => ({ userId, productId, position }));
  if (wishes.length > 0) await transaction.insert(wishlistItems).values(wishes);
  for (const order of shopper.orders) await seedOrder(transaction, shopper, userId, order, catalogue);
}

async function seedOrder(
  transaction: Database,
  shopper: DemoShopper,
  userId: number,
  order: DemoOrder,
  catalogue: DemoCatalogue,
): Promise<void> {
  const { orderId: _, totalPrice, shipmentCharges, deliveryFee, coupon, shipmentProducts, ...kept } = order;
  const used = catalogue.coupons.find(({ id }) => id === coupon);
  const [row] = await transaction
    .insert(orders)
    .values({
      ...kept,
      orderId: newOrderId(),
      userId,
      userEmail: shopper.email,
      userName: shopper.username,
      userMobile: shopper.contact,
      totalPaise: paise(totalPrice),
      shipmentChargesPaise: paise(shipmentCharges),
      deliveryFeePaise: paise(deliveryFee),
      couponId: used?.id,
      couponName: used?.couponName,
      couponDiscount: used?.discount,
      productName: shipmentProducts.map(({ productName }) => productName).join(', '),
      productQuantity: shipmentProducts.reduce((sum, { quantity }) => sum + quantity, 0),
      productPricePaise: shipmentProducts.reduce((sum, line) => sum + paise(line.price) * line.quantity, 0),
      origin,
    })
    .returning({ id: orders.id });
  if (row === undefined) throw new Error('The demo order was not stored.');
  await transaction.insert(orderLines).values(
    shipmentProducts.map(({ productId, productName, quantity, price }, position) => ({
      orderRow: row.id,
      position,
      productId,
      productName,
      quantity,
      pricePaise: paise(price),
    })),
  );
}

/** Rows came with their ids, so the next id the database gives must lie above them. */
async function continueIdentity(transaction: Database, table: PgTable): Promise<void> {
  await transaction.execute(
    sql`select setval(pg_get_serial_sequence(${getTableName(table)}, 'id'), (select max(id) from ${table}))`,
  );
}

function paise(rupees: number): number {
  const amount = toPaise(rupees);
  if (amount === undefined) throw new Error(`The demo holds ${rupees}, which is no amount in rupees.`);
  return amount;
}

function idOf<Row extends { id: number }>(rows: readonly Row[], isMeant: (row: Row) => boolean): number {
  const row = rows.find(isMeant);
  if (row === undefined) throw new Error('A demo product names something that the demo does not hold.');
  return row.id;
}
