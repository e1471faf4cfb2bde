import { recordCatalogueChange } from '../catalogue/revision.ts';
import { milestones } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { runInTransaction } from '../database/transaction.ts';
import { hashSecret } from '../shoppers/passwords.ts';
import type { DemoCatalogue, DemoShopper } from './records.ts';
import { seedCatalogue } from './seed-catalogue.ts';
import { seedShopper } from './seed-shopper.ts';

/** Seeds an empty database with the demo, in one transaction. */
export async function seedDemo(
  database: Database,
  catalogue: DemoCatalogue,
  shoppers: readonly DemoShopper[],
): Promise<void> {
  const hashes = await Promise.all(shoppers.map(({ password }) => hashSecret(password)));
  await runInTransaction(database, async (transaction) => {
    await seedCatalogue(transaction, catalogue);
    for (const [index, shopper] of shoppers.entries()) {
      await seedShopper(transaction, shopper, hashes[index] ?? '', catalogue.coupons);
    }
    await transaction.insert(milestones).values({ name: 'demo-seeded' });
    await recordCatalogueChange(transaction);
  });
}
