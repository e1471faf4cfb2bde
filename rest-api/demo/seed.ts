import { recordCatalogueChange } from '../catalogue/revision.ts';
import { milestones } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { runInTransaction } from '../database/transaction.ts';
import { hashSecret } from '../shoppers/passwords.ts';
import { seedCatalogue } from './seed-catalogue.ts';
import { seedShopper } from './seed-shopper.ts';
import { demoShoppers } from './shoppers.ts';

/** Seeds an empty database with the demo, in one transaction. */
export async function seedDemo(database: Database): Promise<void> {
  const hashes = await Promise.all(demoShoppers.map(({ password }) => hashSecret(password)));
  await runInTransaction(database, async (transaction) => {
    await seedCatalogue(transaction);
    for (const [index, shopper] of demoShoppers.entries()) {
      await seedShopper(transaction, shopper, hashes[index] ?? '');
    }
    await transaction.insert(milestones).values({ name: 'demo-seeded' });
    await recordCatalogueChange(transaction);
  });
}
