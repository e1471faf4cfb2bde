import { hash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { HttpError } from './errors.ts';

/** Rejects requests without one of these Bearer tokens (RFC 6750), unless there are no tokens or the path is public. */
export function authenticate(tokens: readonly string[], publicPaths: ReadonlySet<string>): RequestHandler {
  const digests = tokens.map(computeDigest);
  const isAccepted = (authorization = '') => {
    const [, token = ''] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
    const digest = computeDigest(token);
    return digests.some((accepted) => timingSafeEqual(accepted, digest));
  };
  return ({ path, headers }, _response, next) => {
    if (digests.length > 0 && !publicPaths.has(path) && !isAccepted(headers.authorization)) {
      const message =
        'The request needs the header Authorization: Bearer, with a token that the service accepts';
      throw new HttpError(401, message, { headers: { 'WWW-Authenticate': 'Bearer' } });
    }
    next();
  };
}

/** `timingSafeEqual` needs buffers of the same length. */
function computeDigest(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
