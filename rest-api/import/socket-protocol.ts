import { createHash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';

/** The longest path of a Unix domain socket that all systems support (macOS: 104 bytes including the final NUL). */
const maxSocketPathBytes = 103;

/**
 * Where a running service accepts imports: a Unix domain socket in its data directory, which only its owner can open,
 * or a named pipe on Windows. Returns undefined if the path would be too long.
 */
export function importSocketPath(dataDirectory: string): string | undefined {
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(dataDirectory.toLowerCase()).digest('hex').slice(0, 32);
    return `\\\\.\\pipe\\open-bookshop-import-${name}`;
  }
  const absolute = path.join(dataDirectory, 'import.sock');
  const relative = path.relative(process.cwd(), absolute);
  return [absolute, relative].find((socketPath) => Buffer.byteLength(socketPath) <= maxSocketPathBytes);
}

/** The first line of a request. Each following line is one product as JSON. */
export const importRequest = z.object({
  replace: z.boolean(),
  withdrawMost: z.boolean().default(false),
  total: z.int().positive(),
});
export type ImportRequest = z.infer<typeof importRequest>;

const importSummary = z.object({
  inserted: z.int(),
  updated: z.int(),
  demoRemoved: z.int(),
  withdrawn: z.int(),
});

/** A line of the response. The last line has the type `done` or `failed`. */
export const importResponse = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), done: z.int(), total: z.int() }),
  z.object({ type: z.literal('done'), summary: importSummary }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type ImportResponse = z.infer<typeof importResponse>;
