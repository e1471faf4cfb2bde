import { z } from 'zod';

/** One line of the results. */
export const measurementSchema = z.object({
  /** For example `GET /getproductbyid/{id}, PGlite, 50 connections`. */
  name: z.string(),
  /** The measured value, with its unit. */
  measured: z.string(),
  /** The value of the reference in the same run, with its unit. */
  reference: z.string().optional(),
  /**
   * The measured value divided by that of the reference. For CPU times, it is the inverse, so that a higher ratio is
   * always better.
   */
  ratio: z.number().optional(),
  /** For example `at least 0.50`. */
  limit: z.string().optional(),
  /** Whether the limit is met. Undefined if there is none. */
  isMet: z.boolean().optional(),
});
export type Measurement = z.output<typeof measurementSchema>;

/** Sends a result to `main.ts`, or prints it if the benchmark was started without `main.ts`. */
export function report(line: Measurement): void {
  if (process.send === undefined) console.log(JSON.stringify(line));
  else process.send(line);
}

/** Adds the lower bound of a ratio to a line of the results. */
export function withMinRatio(line: Measurement, minRatio: number): Measurement {
  const isMet = line.ratio !== undefined && line.ratio >= minRatio;
  return { ...line, limit: `at least ${minRatio.toFixed(2)}`, isMet };
}

/** Adds the upper bound of a value to a line of the results. `limit` is the bound with its unit, as text. */
export function withMax(
  line: Measurement,
  value: number | undefined,
  max: number,
  limit: string,
): Measurement {
  return { ...line, limit: `at most ${limit}`, isMet: value !== undefined && value <= max };
}
