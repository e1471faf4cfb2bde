import { z } from 'zod';

/** The first line of what is sent to the door; a line of JSON for each product follows. */
export const request = z.object({
  replace: z.boolean(),
  withdrawMost: z.boolean().default(false),
  total: z.int().positive(),
});
export type ImportRequest = z.infer<typeof request>;

const summary = z.object({
  inserted: z.int(),
  updated: z.int(),
  demoRemoved: z.int(),
  withdrawn: z.int(),
});

/** A line of what the door answers; the last one is `done` or `failed`. */
export const answer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), done: z.int(), total: z.int() }),
  z.object({ type: z.literal('done'), summary }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type ImportAnswer = z.infer<typeof answer>;
