import type { IncomingMessage } from 'node:http';

/** The longest body of a GraphQL request, in bytes. */
export const bodyLimit = 100_000;

/** A request's body, read up to the limit; `cut off` when the caller hung up in between. */
export async function readBody(
  request: IncomingMessage,
): Promise<{ text: string } | 'too large' | 'cut off'> {
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) return 'too large';
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request) {
      const bytes = Buffer.from(chunk);
      length += bytes.length;
      if (length > bodyLimit) return 'too large';
      chunks.push(bytes);
    }
  } catch {
    return 'cut off';
  }
  return { text: Buffer.concat(chunks).toString('utf8') };
}
