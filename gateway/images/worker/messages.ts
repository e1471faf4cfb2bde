import { z } from 'zod';
import { pictureFormats } from '../formats.ts';
import { pictureWidths } from '../sizes.ts';

/** Bytes from another thread or process, wherever they lie. */
export const bytesShape = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** One picture to make: of a picture, or of the first page of a PDF. */
export const makerOrderShape = z.object({
  id: z.int(),
  kind: z.enum(['picture', 'pdf']),
  bytes: bytesShape,
  width: z.literal(pictureWidths),
  format: z.enum(pictureFormats),
});

/** What became of it: the picture's bytes, or why there is none. */
export const makerResultShape = z.union([
  z.object({ id: z.int(), bytes: bytesShape }),
  z.object({ id: z.int(), problem: z.string() }),
]);

export type MakerOrder = z.output<typeof makerOrderShape>;
export type MakerResult = z.output<typeof makerResultShape>;
