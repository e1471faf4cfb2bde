import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { recordCatalogueChange } from '../catalogue/revision.ts';
import { coupons } from '../database/content-tables.ts';
import { formatDateTimeInIndia } from '../domain/calendar.ts';
import { hasAtMostTwoDecimals } from '../domain/numbers.ts';
import { HttpError } from '../http/errors.ts';
import { type Command, decimalInput, defineChange, defineQuery } from './command.ts';
import { formatTable } from './table.ts';

const couponName = z
  .string()
  .trim()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{1,39}$/,
    'Must be 2 to 40 letters, digits, - or _, and start with a letter or digit',
  )
  .transform((name) => name.toUpperCase());

const percent = decimalInput('Must be a percentage').pipe(
  z
    .number()
    .gt(0, 'Must be more than 0')
    .max(100, 'Must be at most 100')
    .refine(hasAtMostTwoDecimals, 'Must have at most 2 decimals'),
);

export const couponCommands: readonly Command[] = [
  defineQuery({
    name: 'coupons list',
    usage: '[--all]',
    description: 'lists the coupons; --all includes ended ones',
    options: { all: { type: 'boolean' } },
    input: z.strictObject({ all: z.boolean().default(false) }),
    run: async (database, { all }) => {
      const rows = await database
        .select()
        .from(coupons)
        .where(all ? undefined : isNull(coupons.endedAt))
        .orderBy(asc(coupons.id));
      const cells = rows.map(({ id, name, discount, endedAt }) => {
        return [id, name, discount, endedAt && formatDateTimeInIndia(endedAt)];
      });
      return { data: rows, text: formatTable(['Id', 'Coupon', 'Percent', 'Ended'], cells) };
    },
  }),
  defineChange({
    name: 'coupons add',
    usage: 'NAME --discount PERCENT',
    description: 'adds a coupon, or reactivates an ended one',
    parameters: ['name'],
    options: { discount: { type: 'string' } },
    input: z.strictObject({ name: couponName, discount: percent }),
    change: async (transaction, { name, discount }) => {
      const [row] = await transaction
        .insert(coupons)
        .values({ name, discount })
        .onConflictDoUpdate({
          target: coupons.name,
          set: { discount, endedAt: null, origin: 'shop' },
          setWhere: sql`${coupons.endedAt} is not null`,
        })
        .returning();
      if (row === undefined) throw new HttpError(409, `The coupon ${name} already exists; end it first`);
      await recordCatalogueChange(transaction);
      return {
        subject: name,
        details: { discount },
        data: row,
        text: `Coupon ${name} gives ${discount}% off.`,
      };
    },
  }),
  defineChange({
    name: 'coupons end',
    usage: 'NAME',
    description: 'ends a coupon; orders that used it stay as they are',
    parameters: ['name'],
    input: z.strictObject({ name: couponName }),
    change: async (transaction, { name }) => {
      const [row] = await transaction
        .update(coupons)
        .set({ endedAt: sql`now()` })
        .where(and(eq(sql`upper(${coupons.name})`, name), isNull(coupons.endedAt)))
        .returning();
      if (row === undefined) throw new HttpError(404, `There is no active coupon ${name}`);
      await recordCatalogueChange(transaction);
      return { subject: name, data: row, text: `Coupon ${name} has ended.` };
    },
  }),
];
