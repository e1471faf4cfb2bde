import { z } from 'zod';

/**
 * The description of a backup, in `manifest.json`. A backup is a compressed tar archive. It contains the manifest, the
 * rows of each table in `tables/<name>.ndjson` (one JSON object per line), and files of the data directory in `data/`.
 */
export const manifestSchema = z.object({
  /** The format of the backups that this version writes and reads. */
  format: z.literal(1),
  /** When the newest migration of the database was generated, in milliseconds since the epoch. */
  migration: z.number(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      /** The last value of the sequence of `id`; null if it has never been used or there is no such sequence. */
      lastId: z.int().nullable(),
    }),
  ),
});

export type Manifest = z.output<typeof manifestSchema>;
export type TableDescription = Manifest['tables'][number];

/**
 * The files of the data directory that a backup contains if they exist: images and PDFs, and the state of the gateway
 * that cannot be rebuilt (session secret, partners, attempts to place orders, revoked sessions and the log of changed
 * products). The usage of partners is left out, because it is only shown to operators.
 */
export const includedFiles = [
  'files',
  'gateway/session-secret',
  'gateway/partners',
  'gateway/order-attempts',
  'gateway/ended-sessions',
  'gateway/product-changes',
] as const;
