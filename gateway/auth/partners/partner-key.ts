import { hash, randomBytes } from 'node:crypto';

/** Begins every key, so that those who look for secrets in public code know one when they see it. */
const prefix = 'obk_';
const shape = /^obk_[\w-]{43}$/;

/** A new key: 256 random bits after the prefix. */
export function newPartnerKey(): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`;
}

/**
 * What is kept of a key; null for a text that is no key. A plain SHA-256 is right here, unlike for
 * passwords: nobody chose the 256 bits, so there is nothing to guess that a slow hash or a salt would
 * make dearer, and the digest is found without trying each partner's.
 */
export function digestOfKey(key: string): string | null {
  return shape.test(key) ? hash('sha256', key, 'base64url') : null;
}
