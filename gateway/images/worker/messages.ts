import { z } from 'zod';
import { imageFormats, imageWidths } from '../image-variants.ts';

/** Bytes from another thread or process, in any kind of buffer. */
export const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** Requests a resized copy of an image, or of the first page of a PDF. */
export const workerRequestSchema = z.object({
  id: z.int(),
  kind: z.enum(['image', 'pdf']),
  bytes: bytesSchema,
  width: z.literal(imageWidths),
  format: z.enum(imageFormats),
});

/** The resized copy, or why there is none. */
export const workerResponseSchema = z.union([
  z.object({ id: z.int(), bytes: bytesSchema }),
  z.object({ id: z.int(), error: z.string() }),
]);

export type WorkerRequest = z.output<typeof workerRequestSchema>;
export type WorkerResponse = z.output<typeof workerResponseSchema>;
