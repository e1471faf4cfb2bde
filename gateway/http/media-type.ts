import type { Request } from 'express';

/** Whether a request says that its body is JSON. */
export function isJson(request: Request): boolean {
  return request.is(['application/json', 'application/*+json']) !== false;
}

/** Why a body cannot be read, by what its headers say; null where it can, or where it may be a forged form. */
export function unreadableBy(request: Request): string | null {
  const encoding = request.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    return `The body's encoding is '${encoding}': it must be sent as it is.`;
  const type = request.get('content-type') ?? '';
  const charset = /;\s*charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8';
  const isForm = type === '' || request.is(['urlencoded', 'multipart', 'text/plain']) !== false;
  if (isForm || (isJson(request) && /^(utf-?8|us-ascii)$/i.test(charset))) return null;
  return `The body's type is '${type}': it must be application/json in UTF-8.`;
}
