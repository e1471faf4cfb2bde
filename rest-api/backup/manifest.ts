import { z } from 'zod';

/** The format of the backups that this version writes and reads. */
const format = 1;

/**
 * The description of a backup, in `manifest.json`. A backup is a compressed tar archive: the manifest, a file
 * `tables/<name>.ndjson` for each table with a row as JSON on each line, and files of the data directory, in `data/`.
 */
export const manifestSchema = z.object({
  format: z.literal(format),
  /** When the newest migration of the database was generated: milliseconds since the epoch. */
  migration: z.number(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      /** The highest id that the table has given to a row; null if it has given none. Deleted rows count too. */
      lastId: z.int().nullable(),
    }),
  ),
});

export type Manifest = z.output<typeof manifestSchema>;
export type TableDescription = Manifest['tables'][number];

export function createManifest(migration: number, tables: TableDescription[]): Manifest {
  return { format, migration, tables };
}

/**
 * Files of the data directory that a backup contains, as far as they exist: images and PDFs, and of the gateway what
 * it could not load again: the session secret, partners, order keys, ended sessions and the log of changed products.
 */
export const includedFiles = [
  'files',
  'gateway/session-secret',
  'gateway/partners',
  'gateway/order-attempts',
  'gateway/ended-sessions',
  'gateway/product-changes',
] as const;
