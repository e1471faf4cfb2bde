import type { IncomingMessage } from 'node:http';

/** Limit for the body of a GraphQL request. */
export const maxBodyBytes = 100_000;

/** Reads a request's body up to the limit. The result is `aborted` if the client disconnects meanwhile. */
export function readBody(request: IncomingMessage): Promise<{ text: string } | 'too large' | 'aborted'> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
      resolve('too large');
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBodyBytes) {
        chunks.push(chunk);
        return;
      }
      request.pause();
      resolve('too large');
    });
    request.on('end', () => resolve({ text: Buffer.concat(chunks).toString('utf8') }));
    request.on('error', () => resolve('aborted'));
    request.on('close', () => resolve('aborted'));
  });
}

/** Whether the Content-Type header declares JSON. */
export function isJson(request: IncomingMessage): boolean {
  return /^application\/(?:json|[\w.-]+\+json)$/.test(mediaTypeOf(request));
}

const formTypes: ReadonlySet<string> = new Set(['', 'application/x-www-form-urlencoded', 'text/plain']);

/**
 * Message for a body whose encoding or type is not supported; null for a supported one. Types that an
 * HTML form can send pass too, because Apollo Server's CSRF prevention rejects them.
 */
export function describeUnsupportedBody(request: IncomingMessage): string | null {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    return `The body's encoding is '${encoding}': it must be sent without a content encoding.`;
  const type = request.headers['content-type'] ?? '';
  const charset = /;\s*charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8';
  const mediaType = mediaTypeOf(request);
  if (formTypes.has(mediaType) || mediaType.startsWith('multipart/')) return null;
  if (isJson(request) && /^(utf-?8|us-ascii)$/i.test(charset)) return null;
  return `The body's type is '${type}': it must be application/json in UTF-8.`;
}

/** The Content-Type of a request without parameters, in lower case; empty if there is none. */
function mediaTypeOf({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
