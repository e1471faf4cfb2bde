import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What keys are made from. */
export interface Secrets {
  current: string;
  /** Accepted, but signing nothing new: those before, and the one to come while it is made known. */
  previous: readonly string[];
}

/** The keys of one purpose. The first signs; what any of them signed is accepted. */
export type KeyRing = readonly [SigningKey, ...SigningKey[]];

export interface SigningKey {
  /** Names the key in what it signs, and says nothing about it. */
  id: string;
  bytes: Uint8Array;
}

/** Keys of their own for each purpose, one from each secret. */
export function keysFor({ current, previous }: Secrets, purpose: string): KeyRing {
  return [keyFor(current, purpose), ...previous.map((secret) => keyFor(secret, purpose))];
}

/** A short signature of a text, fit for an address. */
export function sign([key]: KeyRing, text: string): string {
  return signature(key, text);
}

/** The signatures of a text by all keys, the one that signs now first. */
export function signatures(keys: KeyRing, text: string): string[] {
  return keys.map((key) => signature(key, text));
}

/** Whether a signature is one of the text; takes equally long for every wrong one. */
export function isSigned(keys: KeyRing, text: string, given: string): boolean {
  return signatures(keys, text)
    .map((right) => isSame(Buffer.from(given), Buffer.from(right)))
    .includes(true);
}

function keyFor(secret: string, purpose: string): SigningKey {
  const bytes = new Uint8Array(hkdfSync('sha256', secret, 'open-bookshop', purpose, 32));
  return { id: hash('sha256', bytes, 'base64url').slice(0, 8), bytes };
}

function signature({ bytes }: SigningKey, text: string): string {
  return createHmac('sha256', bytes).update(text).digest('base64url').slice(0, 22);
}

function isSame(given: Buffer, right: Buffer): boolean {
  return given.length === right.length && timingSafeEqual(given, right);
}
