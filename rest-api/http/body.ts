import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { HttpError } from './errors.ts';

/** The longest body, in bytes: a user with 50 addresses and full lists has some 30 kB. */
export const bodyLimit = 256 * 1024;

/**
 * Refuses bytes that are no UTF-8, which would be stored as replacement characters in silence.
 * @throws HttpError 400
 */
export function refuseBrokenText(
  _request: IncomingMessage,
  _response: unknown,
  bytes: Buffer,
  charset: string,
): void {
  if (charset === 'utf-8' && !isUtf8(bytes)) {
    throw new HttpError(400, 'The body holds bytes that are not UTF-8');
  }
}
