import { hash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { importSummary } from '../import/summary.ts';

/** The length that every system allows for the path of a Unix domain socket (macOS: 104 bytes with the final NUL). */
const maxSocketPathBytes = 103;

/**
 * Returns the path on which a running service accepts imports and commands: a Unix domain socket in its data directory,
 * which only its owner can open, or a named pipe on Windows. Returns undefined if the path would be too long.
 */
export function getAdminSocketPath(dataDirectory: string): string | undefined {
  if (process.platform === 'win32') {
    const name = hash('sha256', dataDirectory.toLowerCase(), 'hex').slice(0, 32);
    return `\\\\.\\pipe\\open-bookshop-admin-${name}`;
  }
  const absolute = path.join(dataDirectory, 'admin.sock');
  // The path relative to the working directory may be short enough.
  const relative = path.relative(process.cwd(), absolute);
  return [absolute, relative].find((socketPath) => Buffer.byteLength(socketPath) <= maxSocketPathBytes);
}

/** The first line of the body of a `POST /import`. Each following line is one product as JSON. */
export const importRequest = z.object({
  replace: z.boolean(),
  confirmed: z.boolean(),
  dryRun: z.boolean(),
  actor: z.string(),
  total: z.int().positive(),
});
export type ImportRequest = z.infer<typeof importRequest>;

/** A line of the response to an import. The last line has the type `done` or `failed`. */
export const importResponse = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), done: z.int(), total: z.int() }),
  z.object({ type: z.literal('done'), summary: importSummary }),
  z.object({ type: z.literal('failed'), message: z.string(), needsConfirmation: z.boolean() }),
]);
export type ImportResponse = z.infer<typeof importResponse>;

/** The body of a `POST /command`. */
export const commandRequest = z.object({ name: z.string(), args: z.unknown(), actor: z.string() });
export type CommandRequest = z.infer<typeof commandRequest>;

/** The response to a command. */
export const commandResponse = z.discriminatedUnion('type', [
  z.object({ type: z.literal('done'), output: z.object({ data: z.unknown(), text: z.string() }) }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type CommandResponse = z.infer<typeof commandResponse>;
