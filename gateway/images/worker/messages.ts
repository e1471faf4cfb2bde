import { z } from 'zod';
import { imageFormats, imageWidths } from '../image-variants.ts';

/** Bytes from another thread or process, wherever they lie. */
export const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** One picture to make: of a picture, or of the first page of a PDF. */
export const workerRequestSchema = z.object({
  id: z.int(),
  kind: z.enum(['picture', 'pdf']),
  bytes: bytesSchema,
  width: z.literal(imageWidths),
  format: z.enum(imageFormats),
});

/** What became of it: the picture's bytes, or why there is none. */
export const workerResponseSchema = z.union([
  z.object({ id: z.int(), bytes: bytesSchema }),
  z.object({ id: z.int(), problem: z.string() }),
]);

export type WorkerRequest = z.output<typeof workerRequestSchema>;
export type WorkerResponse = z.output<typeof workerResponseSchema>;
