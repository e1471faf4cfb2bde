import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The secrets from which keys are derived. */
export interface Secrets {
  current: string;
  /** Only used for verification: retired secrets, and the next one during its rollout. */
  previous: readonly string[];
}

/** The keys of one purpose. The first one signs; signatures of all of them are accepted. */
export type KeyRing = readonly [SigningKey, ...SigningKey[]];

export interface SigningKey {
  /** Identifies the key in signed tokens without revealing it. */
  id: string;
  bytes: Uint8Array;
}

/** Derives a separate key for a purpose from each secret. */
export function keysFor({ current, previous }: Secrets, purpose: string): KeyRing {
  return [deriveKey(current, purpose), ...previous.map((secret) => deriveKey(secret, purpose))];
}

/** A short signature of a text that can be used in a URL. */
export function sign([key]: KeyRing, text: string): string {
  return signature(key, text);
}

/** The signatures of a text by all keys, with that of the signing key first. */
export function signatures(keys: KeyRing, text: string): string[] {
  return keys.map((key) => signature(key, text));
}

/** Whether a signature of the text is valid. Compares in constant time. */
export function isSigned(keys: KeyRing, text: string, candidate: string): boolean {
  return signatures(keys, text)
    .map((signature) => isEqual(Buffer.from(candidate), Buffer.from(signature)))
    .includes(true);
}

function deriveKey(secret: string, purpose: string): SigningKey {
  const bytes = new Uint8Array(hkdfSync('sha256', secret, 'open-bookshop', purpose, 32));
  return { id: hash('sha256', bytes, 'base64url').slice(0, 8), bytes };
}

function signature({ bytes }: SigningKey, text: string): string {
  return createHmac('sha256', bytes).update(text).digest('base64url').slice(0, 22);
}

function isEqual(candidate: Buffer, expected: Buffer): boolean {
  return candidate.length === expected.length && timingSafeEqual(candidate, expected);
}
