import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { and, eq, inArray } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { milestones, products } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { users } from '../database/shopper-tables.ts';
import { findNonEmptyTable } from '../database/tables.ts';
import { runInTransaction } from '../database/transaction.ts';
import type { DemoCatalogue } from './catalogue.ts';
import { removeDemoAccess } from './remove-demo.ts';
import type { DemoShopper } from './shoppers.ts';

/** A demo shopper to sign in as. */
export interface DemoLogin {
  readonly contact: string;
  readonly password: string;
  /** A short description of the shopper. */
  readonly about: string;
}

export interface Demo {
  readonly logins: readonly DemoLogin[];
  /** Resolves when any missing images and PDFs have been created or could not be created; never rejects. */
  readonly media: Promise<void>;
}

/**
 * Seeds an empty embedded database with the demo, and starts to create missing images and PDFs. Without
 * `hasDemoAccess`, the demo has no shoppers or coupons, and those of an earlier start are deleted. Returns undefined if
 * the database is not empty and was never seeded.
 */
export async function prepareDemo(
  database: Database,
  filesDirectory: string,
  { hasDemoAccess }: Pick<Config, 'hasDemoAccess'>,
  log: Logger,
): Promise<Demo | undefined> {
  const isNew = await isNewDatabase(database);
  if (!isNew && !(await wasSeeded(database))) return undefined;
  // Loaded on demand: a database without the demo does not need these modules.
  const { demoCatalogue } = await import('./catalogue.ts');
  const { demoShoppers } = await import('./shoppers.ts');
  if (isNew) {
    const { seedDemo } = await import('./seed.ts');
    await seedDemo(database);
    log.info({ products: demoCatalogue.products.length }, 'seeded the demo');
  }
  if (!hasDemoAccess) await runInTransaction(database, removeDemoAccess);
  const hasDemoProducts = (await database.$count(products, eq(products.origin, 'demo'))) > 0;
  return {
    logins: await listDemoLogins(database, demoShoppers),
    media: hasDemoProducts ? createMissingMedia(filesDirectory, demoCatalogue, log) : Promise.resolve(),
  };
}

async function isNewDatabase(database: Database): Promise<boolean> {
  return (await database.$count(milestones)) === 0 && (await findNonEmptyTable(database)) === undefined;
}

async function wasSeeded(database: Database): Promise<boolean> {
  return (await database.$count(milestones, eq(milestones.name, 'demo-seeded'))) > 0;
}

/** Lists the demo logins that still work. Changing the password of a demo shopper sets `origin` to `shop`. */
async function listDemoLogins(
  database: Database,
  demoShoppers: readonly DemoShopper[],
): Promise<DemoLogin[]> {
  const contacts = demoShoppers.map(({ contact }) => contact);
  const rows = await database
    .select({ contact: users.contact })
    .from(users)
    .where(and(eq(users.origin, 'demo'), inArray(users.contact, contacts)));
  const currentContacts = new Set(rows.map(({ contact }) => contact));
  return demoShoppers
    .filter(({ contact }) => currentContacts.has(contact))
    .map(({ contact, password, username, orders }) => ({
      contact,
      password,
      about: orders.length > 0 ? `${username}, with a cart and past orders` : `${username}, without orders`,
    }));
}

/** Creates all files if any of them or the marker file is missing. The marker file is written last. */
async function createMissingMedia(directory: string, demo: DemoCatalogue, log: Logger): Promise<void> {
  const requiredFiles = [path.join(directory, '.demo-complete'), ...listFiles(demo, directory)];
  if (requiredFiles.every((file) => existsSync(file))) return;
  const started = performance.now();
  try {
    await mkdir(directory, { recursive: true });
    await once(new Worker(new URL('./media.worker.ts', import.meta.url), { workerData: directory }), 'exit');
    await writeFile(path.join(directory, '.demo-complete'), '');
    log.info({ milliseconds: Math.round(performance.now() - started) }, 'created the demo media');
  } catch (error) {
    log.error({ err: error }, 'could not create the demo media');
  }
}

/** Lists the paths of the files to which the demo's records refer as `/files/…`. */
function listFiles(demo: DemoCatalogue, directory: string): string[] {
  const urls = JSON.stringify(demo).matchAll(/"\/files\/([^"\\]+)"/g);
  return Array.from(urls, ([, file = '']) => path.join(directory, ...file.split('/')));
}
