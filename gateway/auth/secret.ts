import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../config.ts';
import { createFile } from '../storage/atomic-file.ts';

/** The least that a secret must hold. Keys made from less can be guessed. */
const minSecretBytes = 32;

/**
 * The secret of a gateway that was given none: made once, then kept in the data folder for its owner alone.
 *
 * @throws {ConfigError} when the file holds no usable secret.
 */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, 'gateway');
  const file = path.join(folder, 'session-secret');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const secret = (await readIfThere(file)) ?? (await makeSecret(file));
  if (Buffer.byteLength(secret) >= minSecretBytes) return secret;
  throw new ConfigError(
    `${file} holds no usable secret: it must hold at least ${minSecretBytes} bytes. Remove it, and a new one is made (everybody is signed out), or set SESSION_SECRET.`,
  );
}

/** Makes a secret. Of two gateways that start together, both use that of the one that came first. */
async function makeSecret(file: string): Promise<string> {
  await createFile(file, `${randomBytes(32).toString('hex')}\n`);
  return (await readFile(file, 'utf8')).trim();
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
