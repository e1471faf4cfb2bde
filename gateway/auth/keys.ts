import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CompactEncrypt, compactDecrypt, errors } from 'jose';
import { ConfigError } from '../config.ts';
import { createFile, createPrivateDirectory, nullIfMissing } from '../storage/atomic-file.ts';

/** The secrets from which keys are derived. */
export interface Secrets {
  current: string;
  /** Retired secrets, and the next secret while it is rolled out. Used only for data signed or encrypted with them. */
  previous: readonly string[];
}

/** The keys for one purpose. The first one signs and encrypts; any of them verifies and decrypts. */
export type KeyRing = readonly [DerivedKey, ...DerivedKey[]];

export interface DerivedKey {
  /** Identifies the key in tokens without revealing it. */
  id: string;
  bytes: Uint8Array;
}

/** Derives the keys for a purpose, one from each secret. */
export function deriveKeys({ current, previous }: Secrets, purpose: string): KeyRing {
  return [deriveKey(current, purpose), ...previous.map((secret) => deriveKey(secret, purpose))];
}

/** Signs a text. The signature is short and URL-safe. */
export function sign([key]: KeyRing, text: string): string {
  return signWithKey(key, text);
}

/** Signs a text with every key. The signature of the current key comes first. */
export function signWithAllKeys(keys: KeyRing, text: string): string[] {
  return keys.map((key) => signWithKey(key, text));
}

/** Whether a signature of the text is valid. Compares in constant time. */
export function verifySignature(keys: KeyRing, text: string, candidate: string): boolean {
  return signWithAllKeys(keys, text)
    .map((signature) => isEqual(Buffer.from(candidate), Buffer.from(signature)))
    .includes(true);
}

/** The key with this id. @throws {JOSEError} if there is none. */
export function getKeyBytes(keys: KeyRing, id: string | undefined): Uint8Array {
  const key = keys.find((candidate) => candidate.id === id);
  if (key === undefined) throw new errors.JWKSNoMatchingKey();
  return key.bytes;
}

/** Encrypts a text with the current key (AES-256-GCM). */
export function encrypt([key]: KeyRing, text: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: key.id })
    .encrypt(key.bytes);
}

/** Decrypts a text that one of the keys encrypted; null if none of them did. */
export async function decrypt(keys: KeyRing, encrypted: string): Promise<string | null> {
  try {
    const { plaintext } = await compactDecrypt(encrypted, ({ kid }) => getKeyBytes(keys, kid));
    return new TextDecoder().decode(plaintext);
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function deriveKey(secret: string, purpose: string): DerivedKey {
  const bytes = new Uint8Array(hkdfSync('sha256', secret, 'open-bookshop', purpose, 32));
  return { id: hash('sha256', bytes, 'base64url').slice(0, 8), bytes };
}

function signWithKey({ bytes }: DerivedKey, text: string): string {
  return createHmac('sha256', bytes).update(text).digest('base64url').slice(0, 22);
}

function isEqual(candidate: Buffer, expected: Buffer): boolean {
  return candidate.length === expected.length && timingSafeEqual(candidate, expected);
}

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
  await createPrivateDirectory(directory);
  const secret = (await readFile(file, 'utf8').catch(nullIfMissing))?.trim() ?? (await createSecret(file));
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
