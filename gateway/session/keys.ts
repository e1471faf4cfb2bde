import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** A key of its own for each purpose, all from the one secret. */
export function keyFor(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'open-bookshop', purpose, 32));
}

/** A short signature of a text, fit for an address. */
export function sign(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
}

/** Whether a signature is the one of the text; takes equally long for every wrong one. */
export function isSigned(key: Uint8Array, text: string, signature: string): boolean {
  const given = Buffer.from(signature);
  const right = Buffer.from(sign(key, text));
  return given.length === right.length && timingSafeEqual(given, right);
}
