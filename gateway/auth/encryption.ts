import { CompactEncrypt, compactDecrypt, errors } from 'jose';
import type { KeyRing } from './signing-keys.ts';

/** Encrypts a text with the current key (AES-256-GCM). */
export function encrypt([key]: KeyRing, text: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: key.id })
    .encrypt(key.bytes);
}

/** Decrypts a text that one of the keys encrypted; null if none of them did. */
export async function decrypt(keys: KeyRing, encrypted: string): Promise<string | null> {
  try {
    const { plaintext } = await compactDecrypt(encrypted, ({ kid }) => {
      const key = keys.find(({ id }) => id === kid);
      if (key === undefined) throw new errors.JWEDecryptionFailed();
      return key.bytes;
    });
    return new TextDecoder().decode(plaintext);
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
