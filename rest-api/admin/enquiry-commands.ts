import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { contactEnquiries } from '../database/content-tables.ts';
import type { Database } from '../database/engine.ts';
import { formatDateTimeInIndia } from '../domain/calendar.ts';
import { HttpError } from '../http/errors.ts';
import { idText } from '../http/input.ts';
import { type Command, defineChange, defineQuery } from './command.ts';
import { formatRecord, formatTable } from './table.ts';

export const enquiryCommands: readonly Command[] = [
  defineQuery({
    name: 'enquiries list',
    usage: '[--all]',
    description: 'lists open enquiries, oldest first; --all includes those that are done',
    options: { all: { type: 'boolean' } },
    input: z.strictObject({ all: z.boolean().default(false) }),
    run: async (database, { all }) => {
      const rows = await database
        .select()
        .from(contactEnquiries)
        .where(all ? undefined : isNull(contactEnquiries.doneAt))
        .orderBy(asc(contactEnquiries.id));
      const cells = rows.map((row) => [
        row.id,
        formatDateTimeInIndia(row.receivedAt),
        row.doneAt === null ? 'Open' : 'Done',
        row.name,
        row.phoneNumber,
        shorten(row.productName || row.remark),
      ]);
      return {
        data: rows,
        text: formatTable(['Id', 'Received', 'Status', 'Name', 'Telephone', 'About'], cells),
      };
    },
  }),
  defineQuery({
    name: 'enquiries show',
    usage: 'ID',
    description: 'shows an enquiry',
    parameters: ['id'],
    input: z.strictObject({ id: idText }),
    run: async (database, { id }) => {
      const row = await readEnquiry(database, id);
      const fields = {
        ...row,
        receivedAt: formatDateTimeInIndia(row.receivedAt),
        doneAt: row.doneAt && formatDateTimeInIndia(row.doneAt),
      };
      return { data: row, text: formatRecord(Object.entries(fields)) };
    },
  }),
  defineChange({
    name: 'enquiries done',
    usage: 'ID',
    description: 'marks an enquiry as done; it is deleted 30 days later',
    parameters: ['id'],
    input: z.strictObject({ id: idText }),
    change: async (transaction, { id }) => {
      await readEnquiry(transaction, id);
      const [row] = await transaction
        .update(contactEnquiries)
        .set({ doneAt: sql`now()` })
        .where(and(eq(contactEnquiries.id, id), isNull(contactEnquiries.doneAt)))
        .returning();
      if (row === undefined) throw new HttpError(409, `Enquiry ${id} is already done`);
      return { subject: String(id), data: row, text: `Enquiry ${id} is done.` };
    },
  }),
];

async function readEnquiry(database: Database, id: number) {
  const [row] = await database.select().from(contactEnquiries).where(eq(contactEnquiries.id, id));
  if (row === undefined) throw new HttpError(404, `There is no enquiry ${id}`);
  return row;
}

function shorten(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
