import type { Config } from '../config.ts';
import type { Database } from '../database/engine.ts';
import { type Block, composeEmail } from './compose.ts';
import { queueEmail } from './outbox.ts';

/** The settings for e-mails to shoppers and to the shop. */
export type MailSettings = Pick<Config, 'shop' | 'publicUrl' | 'smtpUrl'>;

/** Queues a notification to the shop, in English. */
export async function queueShopEmail(
  transaction: Database,
  { shop }: MailSettings,
  subject: string,
  blocks: readonly Block[],
): Promise<void> {
  await queueEmail(transaction, composeEmail(shop, { to: shop.email, language: 'en', subject, blocks }));
}
