import { inArray } from 'drizzle-orm';
import { authors, categories, languages, publishers } from '../database/catalogue-tables.ts';
import { marketingPosts, slides } from '../database/content-tables.ts';
import type { Database } from '../database/engine.ts';

/**
 * Removes the demo's slides and posts that lead to what the shop no longer has. A link to one of the
 * demo's products counts, even when another book now has its id.
 */
export async function removeDeadLinks(transaction: Database): Promise<void> {
  const targets = {
    category: await namesIn(transaction, categories),
    language: await namesIn(transaction, languages),
    publisher: await namesIn(transaction, publishers),
    author: await namesIn(transaction, authors),
    product: new Set<string>(),
  };
  for (const table of [slides, marketingPosts]) {
    const rows = await transaction
      .select({ id: table.id, link: table.link, origin: table.origin })
      .from(table);
    const dead = rows.filter(({ link, origin }) => origin === 'demo' && isDead(link, targets));
    const ids = dead.map(({ id }) => id);
    if (ids.length > 0) await transaction.delete(table).where(inArray(table.id, ids));
  }
}

async function namesIn(
  transaction: Database,
  table: typeof categories | typeof languages | typeof publishers | typeof authors,
): Promise<ReadonlySet<string>> {
  const rows = await transaction.select({ name: table.name }).from(table);
  return new Set(rows.map(({ name }) => name));
}

function isDead(link: string, targets: Readonly<Record<string, ReadonlySet<string>>>): boolean {
  const [, kind = '', name = ''] = /^\/(\w+)\/([^/?#]+)/.exec(link) ?? [];
  return targets[kind]?.has(name) === false;
}
