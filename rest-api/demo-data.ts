import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { and, eq, inArray } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { milestones, products } from './database/catalogue-tables.ts';
import type { Database } from './database/engine.ts';
import { users } from './database/shopper-tables.ts';
import { inTransaction } from './database/transaction.ts';
import { removeDemoShoppers } from './demo/remove-demo.ts';
import { seedDemo } from './demo/seed.ts';
import type { DemoCatalogue, DemoShopper } from './demo/types.ts';

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
 * when they are missing. In production nobody can sign in with a published password: the demo comes without
 * shoppers, and those of an earlier start are removed. Gives what of the demo is still in use; undefined when
 * there never was one.
 */
export async function prepareDemo(
  database: Database,
  filesDirectory: string,
  { production }: Pick<Config, 'production'>,
  log: Logger,
): Promise<Demo | undefined> {
  if (production) await inTransaction(database, removeDemoShoppers);
  const isEmpty = await isUntouched(database);
  if (!isEmpty && !(await wasSeeded(database))) return undefined;
  // Loaded only here: a shop with a catalogue of its own never needs the demo's.
  const { demoCatalogue } = await import('./demo/catalogue.ts');
  const { demoShoppers } = await import('./demo/shoppers.ts');
  if (isEmpty) {
    await seedDemo(database, demoCatalogue, production ? [] : demoShoppers);
    log.info({ products: demoCatalogue.products.length }, 'seeded the demo');
  }
  const isShown = (await database.$count(products, eq(products.origin, 'demo'))) > 0;
  return {
    logins: await demoLogins(database, demoShoppers),
    media: isShown ? makeMissingMedia(filesDirectory, demoCatalogue, log) : Promise.resolve(),
  };
}

async function isUntouched(database: Database): Promise<boolean> {
  return (await database.$count(milestones)) === 0 && (await database.$count(users)) === 0;
}

async function wasSeeded(database: Database): Promise<boolean> {
  return (await database.$count(milestones, eq(milestones.name, 'demo-seeded'))) > 0;
}

/** The demo shoppers whose printed password still is theirs. */
async function demoLogins(database: Database, demoShoppers: readonly DemoShopper[]): Promise<DemoLogin[]> {
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

/** The marker is written last, so that files cut short by a stop are made again, as lost ones are. */
async function makeMissingMedia(directory: string, demo: DemoCatalogue, log: Logger): Promise<void> {
  const needed = [path.join(directory, '.demo-complete'), ...filesOf(demo, directory)];
  if (needed.every((file) => existsSync(file))) return;
  const started = performance.now();
  try {
    await mkdir(directory, { recursive: true });
    // Loaded only now: drawing needs fonts and a PDF library, once in the life of a database.
    const { makeDemoMedia } = await import('./demo/media.ts');
    await makeDemoMedia(directory);
    await writeFile(path.join(directory, '.demo-complete'), '');
    log.info({ milliseconds: Math.round(performance.now() - started) }, 'made the demo media');
  } catch (error) {
    log.error({ err: error }, 'could not make the demo media');
  }
}

/** Where the files are that the demo's records name as `/files/...`. */
function filesOf(demo: DemoCatalogue, directory: string): string[] {
  const named = JSON.stringify(demo).matchAll(/"\/files\/([^"\\]+)"/g);
  return Array.from(named, ([, file = '']) => path.join(directory, ...file.split('/')));
}
