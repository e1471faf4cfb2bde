import type { Request } from 'express';

const hostShape = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The shop's address as the caller sees it: the setting, else what the request was sent to. Null
 * when the request names no host that could be one, or its proxy another protocol than the web's.
 */
export function originOf(request: Request, publicUrl: string | undefined): string | null {
  if (publicUrl !== undefined) return publicUrl;
  const { protocol } = request;
  const host = request.get('host') ?? '';
  const isWeb = protocol === 'http' || protocol === 'https';
  return isWeb && hostShape.test(host) ? `${protocol}://${host.toLowerCase()}` : null;
}
