import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { recordCatalogueChange } from '../catalogue/revision.ts';
import { authors, categories, publishers } from '../database/catalogue-tables.ts';
import { normalizeName } from '../domain/normalize-name.ts';
import { HttpError } from '../http/errors.ts';
import { requiredText } from '../http/input.ts';
import { type Command, defineChange, defineQuery, translationInput } from './command.ts';
import { pictureUrl } from './pictures.ts';
import { formatTable } from './table.ts';

const tables = { category: categories, publisher: publishers, author: authors };
const collectionKind = z.enum(['category', 'publisher', 'author'], 'Must be category, publisher or author');

export const collectionCommands: readonly Command[] = [
  defineQuery({
    name: 'collections list',
    usage: 'category|publisher|author',
    description: 'lists the collections of a kind with their pictures',
    parameters: ['kind'],
    input: z.strictObject({ kind: collectionKind }),
    run: async (database, input) => {
      const table = tables[input.kind];
      const rows = await database
        .select({ id: table.id, name: table.name, picture: table.thumbnail })
        .from(table)
        .orderBy(table.name);
      const cells = rows.map(({ id, name, picture }) => [id, name, picture]);
      return { data: rows, text: formatTable(['Id', 'Name', 'Picture'], cells) };
    },
  }),
  defineChange({
    name: 'collections picture',
    usage: 'category|publisher|author NAME (--picture FILE | --remove)',
    description: 'sets or removes the picture of a collection',
    parameters: ['kind', 'name'],
    options: { picture: { type: 'string' }, remove: { type: 'boolean' } },
    input: z
      .strictObject({
        kind: collectionKind,
        name: requiredText(800),
        picture: pictureUrl.optional(),
        remove: z.boolean().default(false),
      })
      .refine(
        ({ picture, remove }) => (picture === undefined) === remove,
        'Specify either --picture or --remove',
      ),
    change: async (transaction, { kind, name, picture }) => {
      const table = tables[kind];
      const [row] = await transaction
        .update(table)
        .set({ thumbnail: picture ?? null })
        .where(eq(table.name, normalizeName(name)))
        .returning();
      if (row === undefined) throw new HttpError(404, `There is no ${kind} "${name}"`);
      await recordCatalogueChange(transaction);
      const state = picture === undefined ? 'no longer has a picture' : `has the picture ${picture}`;
      return {
        subject: `${kind} ${row.name}`,
        details: { picture: picture ?? null },
        data: row,
        text: `The ${kind} "${row.name}" ${state}.`,
      };
    },
  }),
  defineChange({
    name: 'categories translate',
    usage: 'NAME [--en TEXT] [--mr TEXT] [--hi TEXT]',
    description: 'sets the translations of a category name; an empty text removes a translation',
    parameters: ['name'],
    options: { en: { type: 'string' }, mr: { type: 'string' }, hi: { type: 'string' } },
    input: z
      .strictObject({
        name: requiredText(800),
        en: translationInput(800),
        mr: translationInput(800),
        hi: translationInput(800),
      })
      .refine(
        ({ en, mr, hi }) => en !== undefined || mr !== undefined || hi !== undefined,
        'Specify --en, --mr or --hi',
      ),
    change: async (transaction, { name, en, mr, hi }) => {
      const [row] = await transaction
        .update(categories)
        .set({ nameEn: en, nameMr: mr, nameHi: hi })
        .where(eq(categories.name, normalizeName(name)))
        .returning();
      if (row === undefined) throw new HttpError(404, `There is no category "${name}"`);
      await recordCatalogueChange(transaction);
      const names = [row.nameEn, row.nameMr, row.nameHi].filter((translation) => translation !== null);
      const state = names.length === 0 ? 'has no translations' : `is translated as: ${names.join(', ')}`;
      return {
        subject: `category ${row.name}`,
        details: { en: row.nameEn, mr: row.nameMr, hi: row.nameHi },
        data: row,
        text: `The category "${row.name}" ${state}.`,
      };
    },
  }),
];
