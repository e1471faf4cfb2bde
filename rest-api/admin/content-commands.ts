import { eq, max } from 'drizzle-orm';
import { z } from 'zod';
import { maxNotificationLength } from '../catalogue/list-records.ts';
import { recordCatalogueChange } from '../catalogue/revision.ts';
import { marketingPosts, notifications, slides } from '../database/content-tables.ts';
import type { Database } from '../database/engine.ts';
import { HttpError } from '../http/errors.ts';
import { idText, requiredText } from '../http/input.ts';
import { type Command, defineChange, defineQuery, translationInput } from './command.ts';
import { pictureUrl } from './pictures.ts';
import { type Cell, formatTable } from './table.ts';

type ContentTable = typeof notifications | typeof slides | typeof marketingPosts;

/** One kind of content that the shop edits, such as slides. */
interface ContentKind<
  Row extends { readonly id: number },
  AddInput,
  EditInput extends { readonly id: number },
> {
  readonly name: string;
  readonly singular: string;
  readonly table: ContentTable;
  readonly read: (database: Database) => Promise<Row[]>;
  readonly headings: readonly string[];
  readonly cells: (row: Row) => readonly Cell[];
  readonly addUsage: string;
  /** Its fields are the options of `add` and `edit`. */
  readonly addInput: z.ZodObject & z.ZodType<AddInput>;
  readonly insert: (transaction: Database, fields: AddInput, position: number) => Promise<Row[]>;
  readonly editUsage: string;
  readonly editInput: z.ZodType<EditInput>;
  readonly update: (transaction: Database, fields: EditInput) => Promise<Row[]>;
}

const postFields = z.strictObject({
  title: requiredText(300),
  'title-en': translationInput(300),
  'title-mr': translationInput(300),
  'title-hi': translationInput(300),
  picture: pictureUrl,
  link: z
    .string()
    .trim()
    .max(2000)
    .regex(
      /^(https?:\/\/[^\s"<>]+|\/(?!\/)[^"<>]*)$/,
      'Must be a path such as /category/Poetry, or an http(s) URL',
    ),
});

const translatedPicture = z.union([z.literal('').transform(() => null), pictureUrl]).optional();

/** A slide can have a picture for each language, since pictures of slides often contain the title. */
const slideFields = postFields.extend({
  'picture-en': translatedPicture,
  'picture-mr': translatedPicture,
  'picture-hi': translatedPicture,
});

const notificationFields = z.strictObject({
  text: requiredText(maxNotificationLength),
  'text-en': translationInput(maxNotificationLength),
  'text-mr': translationInput(maxNotificationLength),
  'text-hi': translationInput(maxNotificationLength),
  on: z
    .union([z.literal('always').transform(() => null), z.iso.date()], 'Must be a date (yyyy-mm-dd) or always')
    .optional(),
});

export const contentCommands: readonly Command[] = [
  ...defineCommands({
    name: 'notifications',
    singular: 'notification',
    table: notifications,
    read: (database) =>
      database.select().from(notifications).orderBy(notifications.position, notifications.id),
    headings: ['Day', 'Text'],
    cells: ({ shownOn, notification }) => [shownOn ?? 'always', notification],
    addUsage: '--text TEXT [--text-{en,mr,hi} TEXT] [--on DATE]',
    addInput: notificationFields,
    insert: (transaction, fields, position) =>
      transaction
        .insert(notifications)
        .values({ ...toNotificationColumns(fields), notification: fields.text, position })
        .returning(),
    editUsage: 'ID [--text TEXT] [--text-{en,mr,hi} TEXT] [--on DATE|always]',
    editInput: notificationFields.partial().extend({ id: idText }),
    update: (transaction, { id, ...fields }) =>
      transaction
        .update(notifications)
        .set({ ...toNotificationColumns(fields), origin: 'shop' })
        .where(eq(notifications.id, id))
        .returning(),
  }),
  ...defineCommands({
    name: 'slides',
    singular: 'slide',
    table: slides,
    read: (database) => database.select().from(slides).orderBy(slides.position, slides.id),
    headings: ['Title', 'Link', 'Picture'],
    cells: ({ title, link, thumbnailFile }) => [title, link, thumbnailFile],
    addUsage:
      '--title TEXT [--title-{en,mr,hi} TEXT] --picture FILE|URL [--picture-{en,mr,hi} FILE|URL] --link PATH|URL',
    addInput: slideFields,
    insert: (transaction, fields, position) => {
      const { title, link, picture } = fields;
      return transaction
        .insert(slides)
        .values({ ...toSlideColumns(fields), title, link, thumbnailFile: picture, position })
        .returning();
    },
    editUsage:
      'ID [--title TEXT] [--title-{en,mr,hi} TEXT] [--picture FILE|URL] [--picture-{en,mr,hi} FILE|URL] [--link PATH|URL]',
    editInput: slideFields.partial().extend({ id: idText }),
    update: (transaction, { id, ...fields }) =>
      transaction
        .update(slides)
        .set({ ...toSlideColumns(fields), origin: 'shop' })
        .where(eq(slides.id, id))
        .returning(),
  }),
  ...defineCommands({
    name: 'posts',
    singular: 'post',
    table: marketingPosts,
    read: (database) =>
      database.select().from(marketingPosts).orderBy(marketingPosts.position, marketingPosts.id),
    headings: ['Title', 'Link', 'Picture'],
    cells: ({ title, link, image }) => [title, link, image],
    addUsage: '--title TEXT [--title-{en,mr,hi} TEXT] --picture FILE|URL --link PATH|URL',
    addInput: postFields,
    insert: (transaction, fields, position) => {
      const { title, link, picture } = fields;
      return transaction
        .insert(marketingPosts)
        .values({ ...toPostColumns(fields), title, link, image: picture, position })
        .returning();
    },
    editUsage: 'ID [--title TEXT] [--title-{en,mr,hi} TEXT] [--picture FILE|URL] [--link PATH|URL]',
    editInput: postFields.partial().extend({ id: idText }),
    update: (transaction, { id, ...fields }) =>
      transaction
        .update(marketingPosts)
        .set({ ...toPostColumns(fields), image: fields.picture, origin: 'shop' })
        .where(eq(marketingPosts.id, id))
        .returning(),
  }),
];

function toNotificationColumns(fields: Partial<z.output<typeof notificationFields>>) {
  return {
    notification: fields.text,
    notificationEn: fields['text-en'],
    notificationMr: fields['text-mr'],
    notificationHi: fields['text-hi'],
    shownOn: fields.on,
  };
}

function toPostColumns(fields: Partial<z.output<typeof postFields>>) {
  return {
    title: fields.title,
    titleEn: fields['title-en'],
    titleMr: fields['title-mr'],
    titleHi: fields['title-hi'],
    link: fields.link,
  };
}

function toSlideColumns(fields: Partial<z.output<typeof slideFields>>) {
  return {
    ...toPostColumns(fields),
    thumbnailFile: fields.picture,
    thumbnailFileEn: fields['picture-en'],
    thumbnailFileMr: fields['picture-mr'],
    thumbnailFileHi: fields['picture-hi'],
  };
}

function defineCommands<
  Row extends { readonly id: number },
  AddInput,
  EditInput extends { readonly id: number },
>(kind: ContentKind<Row, AddInput, EditInput>): Command[] {
  const { name, singular, table } = kind;
  const capitalizedSingular = singular.charAt(0).toUpperCase() + singular.slice(1);
  const options = Object.fromEntries(
    Object.keys(kind.addInput.shape).map((key) => [key, { type: 'string' as const }]),
  );
  const finish = async (transaction: Database, [row]: readonly { id: number }[], verb: string) => {
    if (row === undefined) throw new HttpError(404, `This ${singular} does not exist`);
    await recordCatalogueChange(transaction);
    return { subject: String(row.id), data: row, text: `${capitalizedSingular} ${row.id} was ${verb}.` };
  };
  return [
    defineQuery({
      name: `${name} list`,
      description: `lists the ${name} in display order`,
      input: z.strictObject({}),
      run: async (database) => {
        const rows = await kind.read(database);
        const cells = rows.map((row) => [row.id, ...kind.cells(row)]);
        return { data: rows, text: formatTable(['Id', ...kind.headings], cells) };
      },
    }),
    defineChange({
      name: `${name} add`,
      usage: kind.addUsage,
      description: `adds a ${singular} at the end`,
      options,
      input: kind.addInput,
      change: async (transaction, input) =>
        finish(
          transaction,
          await kind.insert(transaction, input, await findNextPosition(transaction, table)),
          'added',
        ),
    }),
    defineChange({
      name: `${name} edit`,
      usage: kind.editUsage,
      description: `changes the given fields of a ${singular}`,
      parameters: ['id'],
      options,
      input: kind.editInput,
      change: async (transaction, input) => {
        // Even an edit without fields would turn a record of the demo into the shop's own.
        const isEmpty = Object.keys(input).every((key) => key === 'id');
        if (isEmpty) throw new HttpError(400, 'Nothing to change: specify at least one field');
        return finish(transaction, await kind.update(transaction, input), 'changed');
      },
    }),
    defineChange({
      name: `${name} order`,
      usage: 'ID …',
      description: `puts these ${name} first, in this order`,
      parameters: ['ids...'],
      input: z.strictObject({ ids: z.array(idText).min(1) }),
      change: async (transaction, { ids }) => {
        const currentIds = (await kind.read(transaction)).map(({ id }) => id);
        const unknownId = ids.find((id) => !currentIds.includes(id));
        if (unknownId !== undefined) throw new HttpError(404, `There is no ${singular} ${unknownId}`);
        const orderedIds = [...new Set([...ids, ...currentIds])];
        for (const [index, id] of orderedIds.entries()) {
          await transaction
            .update(table)
            .set({ position: index + 1 })
            .where(eq(table.id, id));
        }
        await recordCatalogueChange(transaction);
        const text = `The order is now ${orderedIds.join(', ')}.`;
        return { subject: orderedIds.join(' '), data: orderedIds, text };
      },
    }),
    defineChange({
      name: `${name} remove`,
      usage: 'ID',
      description: `removes a ${singular}`,
      parameters: ['id'],
      input: z.strictObject({ id: idText }),
      change: async (transaction, { id }) => {
        const removed = await transaction.delete(table).where(eq(table.id, id)).returning();
        return finish(transaction, removed, 'removed');
      },
    }),
  ];
}

async function findNextPosition(transaction: Database, table: ContentTable): Promise<number> {
  const [row] = await transaction.select({ last: max(table.position) }).from(table);
  return (row?.last ?? 0) + 1;
}
