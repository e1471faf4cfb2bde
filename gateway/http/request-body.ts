import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';

/** Limit for the body of a GraphQL request. */
export const maxBodyBytes = 100_000;

/** Reads a request's body up to the limit. The result is `aborted` if the client disconnects meanwhile. */
export async function readBody(
  request: IncomingMessage,
): Promise<{ text: string } | 'too large' | 'aborted'> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) return 'too large';
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request) {
      const bytes = Buffer.from(chunk);
      length += bytes.length;
      if (length > maxBodyBytes) return 'too large';
      chunks.push(bytes);
    }
  } catch {
    return 'aborted';
  }
  return { text: Buffer.concat(chunks).toString('utf8') };
}

/** Whether the Content-Type header declares JSON. */
export function isJson(request: Request): boolean {
  return request.is(['application/json', 'application/*+json']) !== false;
}

/**
 * Message for a body whose encoding or type is not supported; null for a supported one. Types that an
 * HTML form can send pass too, because Apollo Server's CSRF prevention rejects them.
 */
export function describeUnsupportedBody(request: Request): string | null {
  const encoding = request.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    return `The body's encoding is '${encoding}': it must be sent without a content encoding.`;
  const type = request.get('content-type') ?? '';
  const charset = /;\s*charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8';
  const isForm = type === '' || request.is(['urlencoded', 'multipart', 'text/plain']) !== false;
  if (isForm || (isJson(request) && /^(utf-?8|us-ascii)$/i.test(charset))) return null;
  return `The body's type is '${type}': it must be application/json in UTF-8.`;
}
