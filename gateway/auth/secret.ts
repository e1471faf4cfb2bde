import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../config.ts';
import { createFile } from '../storage/atomic-file.ts';

/** Keys derived from a shorter secret could be guessed. */
const minSecretBytes = 32;

/**
 * The secret of a gateway without SESSION_SECRET. It is generated once and stored in the data directory,
 * readable by its owner alone.
 *
 * @throws {ConfigError} when the file contains no usable secret.
 */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
  const directory = path.join(dataDir, 'gateway');
  const file = path.join(directory, 'session-secret');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const secret = (await readIfExists(file)) ?? (await createSecret(file));
  if (Buffer.byteLength(secret) >= minSecretBytes) return secret;
  throw new ConfigError(
    `${file} contains no usable secret: it must have at least ${minSecretBytes} bytes. Remove the file to generate a new secret, which signs everybody out, or set SESSION_SECRET.`,
  );
}

/** Generates and stores a secret. If two gateways do so at the same time, both use the one stored first. */
async function createSecret(file: string): Promise<string> {
  await createFile(file, `${randomBytes(32).toString('hex')}\n`);
  return (await readFile(file, 'utf8')).trim();
}

async function readIfExists(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
