import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { and, eq, inArray } from 'drizzle-orm';
import type { Logger } from 'pino';
import { products } from './database/catalogue-tables.ts';
import type { Database } from './database/engine.ts';
import { seedDemo } from './database/seed-demo.ts';
import { users } from './database/shopper-tables.ts';
import { demoCatalogue } from './demo/catalogue.ts';
import { demoShoppers } from './demo/shoppers.ts';

/** A demo shopper one can sign in as. */
export interface DemoLogin {
  readonly contact: string;
  readonly password: string;
  /** A few words on who it is. */
  readonly about: string;
}

export interface Demo {
  readonly logins: readonly DemoLogin[];
  /** Done when the demo's pictures and PDFs are there; never fails. */
  readonly media: Promise<void>;
}

/**
 * Seeds the demo into an embedded database that nothing was ever put into, and has its pictures made
 * when they are missing. Gives what of the demo is still in use.
 */
export async function prepareDemo(database: Database, filesDirectory: string, log: Logger): Promise<Demo> {
  const seeded = await seedDemo(database, demoCatalogue, demoShoppers);
  if (seeded) log.info({ products: demoCatalogue.products.length }, 'seeded the demo');
  const isShown = (await database.$count(products, eq(products.origin, 'demo'))) > 0;
  return {
    logins: await demoLogins(database),
    media: isShown ? makeMissingMedia(filesDirectory, log) : Promise.resolve(),
  };
}

/** The demo shoppers whose printed password still is theirs. */
async function demoLogins(database: Database): Promise<DemoLogin[]> {
  const contacts = demoShoppers.map(({ contact }) => contact);
  const rows = await database
    .select({ contact: users.contact })
    .from(users)
    .where(and(eq(users.origin, 'demo'), inArray(users.contact, contacts)));
  const present = new Set(rows.map(({ contact }) => contact));
  return demoShoppers
    .filter(({ contact }) => present.has(contact))
    .map(({ contact, password, username, orders }) => ({
      contact,
      password,
      about: orders.length > 0 ? `${username}, with a cart and past orders` : `${username}, without orders`,
    }));
}

/** The marker is written last, so that files cut short by a stop are made again. */
async function makeMissingMedia(directory: string, log: Logger): Promise<void> {
  const marker = path.join(directory, '.demo-complete');
  if (existsSync(marker)) return;
  const started = performance.now();
  try {
    await mkdir(directory, { recursive: true });
    // Loaded only now: drawing needs fonts and PDF libraries, once in the life of a database.
    const { makeDemoMedia } = await import('./demo/media.ts');
    await makeDemoMedia(directory);
    await writeFile(marker, '');
    log.info({ milliseconds: Math.round(performance.now() - started) }, 'made the demo media');
  } catch (error) {
    log.error({ err: error }, 'could not make the demo media');
  }
}
