import { stringify } from 'csv-stringify/sync';
import { eq, isNull, max } from 'drizzle-orm';
import { z } from 'zod';
import { readProducts } from '../catalogue/product-record.ts';
import { recordCatalogueChange } from '../catalogue/revision.ts';
import { products } from '../database/catalogue-tables.ts';
import { formatDateTimeInIndia } from '../domain/calendar.ts';
import { formatCount } from '../format-count.ts';
import { HttpError } from '../http/errors.ts';
import { columns } from '../import/product-row.ts';
import { type Command, defineChange, defineQuery } from './command.ts';

export const catalogueCommands: readonly Command[] = [
  defineQuery({
    name: 'catalogue export',
    usage: '[--output FILE]',
    description: 'exports all books that are not withdrawn, as CSV or JSON that can be imported again',
    input: z.strictObject({}),
    run: async (database) => {
      const data = await readProducts(database);
      const rows = data.map((product) => ({
        ...product,
        productImages: JSON.stringify(product.productImages),
      }));
      return { data, text: stringify(rows, { header: true, columns: [...columns] }).trimEnd() };
    },
  }),
  defineChange({
    name: 'catalogue restore',
    description:
      'restores the books that the latest import with --replace withdrew; run it again for those withdrawn before that',
    input: z.strictObject({}),
    change: async (transaction) => {
      const selectLastWithdrawal = () =>
        transaction.select({ withdrawnAt: max(products.withdrawnAt) }).from(products);
      const [last] = await selectLastWithdrawal();
      const withdrawnAt = last?.withdrawnAt ?? undefined;
      if (withdrawnAt === undefined) throw new HttpError(409, 'No book is withdrawn');
      const restored = await transaction
        .update(products)
        .set({ withdrawnAt: null })
        // Compared in the database, because a JavaScript date lacks the microseconds of the column.
        .where(eq(products.withdrawnAt, selectLastWithdrawal()))
        .returning({ id: products.id });
      const bookCount = await transaction.$count(products, isNull(products.withdrawnAt));
      await recordCatalogueChange(transaction);
      const count = restored.length;
      return {
        subject: 'catalogue',
        details: { count, withdrawnAt: withdrawnAt.toISOString() },
        data: restored.map(({ id }) => id),
        text: `Restored ${formatCount(count, 'book')} withdrawn at ${formatDateTimeInIndia(withdrawnAt)}; the catalogue now has ${formatCount(bookCount, 'book')}.`,
      };
    },
  }),
];
