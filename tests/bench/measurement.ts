import { z } from 'zod';

/** One line of the bench's table. */
export const measurement = z.object({
  /** What was measured: `GET /getproductbyid/{id}, PGlite, 50 connections`. */
  what: z.string(),
  /** The measured value, with its unit. */
  measured: z.string(),
  /** What it was compared with in the same run, with its unit. */
  against: z.string().optional(),
  /** Measured by compared; both were taken in the same run. */
  ratio: z.number().optional(),
  /** What was asked for, such as `at least 0.5`. */
  bound: z.string().optional(),
  /** Whether the bound is kept; absent where there is none. */
  holds: z.boolean().optional(),
});
export type Measurement = z.output<typeof measurement>;

/** Tells `main.ts`, which started this process, or the terminal when a bench runs alone. */
export function tell(line: Measurement): void {
  if (process.send === undefined) console.log(JSON.stringify(line));
  else process.send(line);
}
