import type { IncomingMessage } from 'node:http';

/**
 * The address a request came from, by the word of so many proxies in front, as Express' `request.ip`
 * with `trust proxy` set to their number.
 */
export function callerAddress(
  { socket, headers }: IncomingMessage,
  trustedProxies: number,
): string | undefined {
  if (trustedProxies === 0) return socket.remoteAddress;
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
    .toReversed();
  return [socket.remoteAddress, ...forwarded].slice(0, trustedProxies + 1).at(-1);
}
