import { asc, eq } from 'drizzle-orm';
import type { Database } from '../database/engine.ts';
import { orderLines } from '../database/order-tables.ts';
import { users } from '../database/shopper-tables.ts';
import { toRupees } from '../domain/money.ts';
import { type Block, composeEmail } from '../mail/compose.ts';
import type { MailLanguage } from '../mail/language.ts';
import { queueEmail } from '../mail/outbox.ts';
import { type MailSettings, queueShopEmail } from '../mail/shop-email.ts';
import { computeAmounts, needsRefund, type StoredLine } from './order-amounts.ts';
import { isPaid, type StoredOrder } from './order-status.ts';
import { orderTexts } from './order-texts.ts';

/** Queues the confirmation to the shopper and the notification to the shop. */
export async function queueOrderPlacedEmails(
  transaction: Database,
  settings: MailSettings,
  order: StoredOrder,
): Promise<void> {
  const lines = await readLines(transaction, order);
  const texts = orderTexts[order.language];
  const subject = texts.placedSubject(settings.shop.name, order.orderId);
  await queueShopperEmail(transaction, settings, order, subject, [
    texts.placed,
    { rows: createOrderRows(order, lines) },
    {
      rows: [
        [texts.delivery, formatDeliveryTime(order)],
        [texts.deliveryAddress, formatAddress(order)],
      ],
    },
    texts.nextStep,
  ]);
  await queueShopEmail(
    transaction,
    settings,
    `New order ${order.orderId}: ${formatRupees(order.totalPaise)}`,
    [{ rows: createOrderRows({ ...order, language: 'en' }, lines) }, { rows: createShopperRows(order) }],
  );
}

/** Queues the notification that an order is on its way, also after a correction of its tracking number or URL. */
export async function queueOrderDispatchedEmail(
  transaction: Database,
  settings: MailSettings,
  order: StoredOrder,
): Promise<void> {
  const texts = orderTexts[order.language];
  const tracking: Block[] =
    order.trackingUrl === null ? [] : [{ linkText: texts.trackParcel, url: order.trackingUrl }];
  await queueShopperEmail(
    transaction,
    settings,
    order,
    texts.dispatchedSubject(settings.shop.name, order.orderId),
    [
      texts.dispatched,
      {
        rows: [
          [texts.orderNumber, order.orderId],
          ...(order.trackingNo ? [[texts.trackingNumber, order.trackingNo] as const] : []),
          [texts.deliveryAddress, formatAddress(order)],
        ],
      },
      ...tracking,
    ],
  );
}

/**
 * Queues the notification to the shopper, and to the shop if the shopper cancelled the order. The reason is sent only to
 * the side that did not cancel the order: a shopper who registered with another person's e-mail address could otherwise
 * use the reason to send that person a message.
 */
export async function queueOrderCancelledEmails(
  transaction: Database,
  settings: MailSettings,
  order: StoredOrder,
  cancelledBy: 'shop' | 'shopper',
  reason: string | undefined,
): Promise<void> {
  const lines = await readLines(transaction, order);
  const texts = orderTexts[order.language];
  const subject = texts.cancelledSubject(settings.shop.name, order.orderId);
  await queueShopperEmail(transaction, settings, order, subject, [
    texts.cancelled,
    ...(needsRefund(order) ? [texts.refund] : []),
    ...(cancelledBy === 'shopper' || reason === undefined
      ? []
      : [{ rows: [[texts.reason, reason]] } satisfies Block]),
    { rows: createOrderRows(order, lines) },
  ]);
  if (cancelledBy === 'shop') return;
  await queueShopEmail(transaction, settings, `Order ${order.orderId} was cancelled by the shopper`, [
    ...(needsRefund(order) ? [`The order was paid: refund ${formatRupees(order.totalPaise)}.`] : []),
    ...(reason === undefined ? [] : [{ rows: [['Reason', reason]] } satisfies Block]),
    { rows: createOrderRows({ ...order, language: 'en' }, lines) },
    { rows: createShopperRows(order) },
  ]);
}

async function queueShopperEmail(
  transaction: Database,
  { shop, publicUrl }: MailSettings,
  order: StoredOrder,
  subject: string,
  blocks: readonly Block[],
): Promise<void> {
  const { language } = order;
  const linkText = orderTexts[language].yourOrders;
  const link: Block[] = publicUrl === undefined ? [] : [{ linkText, url: `${publicUrl}/profile` }];
  const to = await readShopperEmail(transaction, order);
  await queueEmail(transaction, composeEmail(shop, { to, language, subject, blocks: [...blocks, ...link] }));
}

/** Reads the shopper's current e-mail address. If the account was deleted, returns the order's. */
async function readShopperEmail(transaction: Database, { userId, userEmail }: StoredOrder): Promise<string> {
  if (userId === null) return userEmail;
  const [user] = await transaction.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user?.email ?? userEmail;
}

function readLines(transaction: Database, order: StoredOrder): Promise<StoredLine[]> {
  return transaction
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderRowId, order.id))
    .orderBy(asc(orderLines.position));
}

function createOrderRows(order: StoredOrder, lines: readonly StoredLine[]): [string, string][] {
  const texts = orderTexts[order.language];
  const { shippingPaise, discountPaise } = computeAmounts(order, lines);
  const discountLabel =
    order.couponName === null ? texts.discount : `${texts.discount} (${order.couponName})`;
  return [
    [texts.orderNumber, order.orderId],
    [texts.orderDate, formatDate(new Date(order.orderDate), order.language)],
    ...lines.map(({ productName, quantity, pricePaise }): [string, string] => [
      `${productName} × ${quantity}`,
      formatRupees(pricePaise * quantity),
    ]),
    ...(discountPaise > 0
      ? [[discountLabel, `−${formatRupees(discountPaise)}`] satisfies [string, string]]
      : []),
    [texts.shipping, shippingPaise === 0 ? texts.free : formatRupees(shippingPaise)],
    [texts.total, formatRupees(order.totalPaise)],
    ...(order.totalPaise === 0
      ? []
      : [[texts.payment, isPaid(order) ? texts.paid : texts.cashOnDelivery] satisfies [string, string]]),
  ];
}

function createShopperRows(order: StoredOrder): [string, string][] {
  return [
    ['Name', order.userName],
    ['Mobile', order.userMobile],
    ['E-mail', order.userEmail],
    ['Address', formatAddress(order)],
  ];
}

function formatAddress(order: StoredOrder): string {
  const { userName, address, area, landmark, city, district, state, pincode } = order;
  const place = city === district ? city : `${city}, ${district}`;
  return [userName, address, area, landmark, `${place} ${pincode}`, state]
    .filter((part) => part !== '')
    .join('\n');
}

/** Adds the latest date of delivery to a time such as `5-6 days`. Other texts are returned unchanged. */
function formatDeliveryTime(order: StoredOrder): string {
  const { averageDeliveryTime: time, language, orderDate } = order;
  const [, range, days] = /^((?:\d+-)?(\d{1,3})) days$/.exec(time) ?? [];
  if (range === undefined) return time;
  const date = new Date(Date.parse(orderDate) + Number(days) * 24 * 60 * 60 * 1000);
  return orderTexts[language].deliveryBy(formatDate(date, language), range);
}

function formatDate(date: Date, language: MailLanguage): string {
  const format = new Intl.DateTimeFormat(`${language}-IN-u-nu-latn`, { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(date);
}

const currency = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

function formatRupees(paise: number): string {
  return currency.format(toRupees(paise));
}
