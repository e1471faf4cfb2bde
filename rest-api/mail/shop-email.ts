import type { Database } from '../database/engine.ts';
import type { ShopDetails } from '../shop-details.ts';
import { type Block, composeEmail } from './compose.ts';
import { queueEmail } from './outbox.ts';

/** The settings for e-mails to shoppers and to the shop. */
export interface MailSettings {
  readonly shop: ShopDetails;
  /** URL of the shop without a slash at the end. */
  readonly publicUrl: string | undefined;
  /** URL of the mail server. While it is undefined, e-mails wait in the database. */
  readonly smtpUrl: string | undefined;
}

/** Queues a notification to the shop, in English. */
export async function queueShopEmail(
  transaction: Database,
  { shop }: MailSettings,
  subject: string,
  blocks: readonly Block[],
): Promise<void> {
  await queueEmail(transaction, composeEmail(shop, { to: shop.email, language: 'en', subject, blocks }));
}
