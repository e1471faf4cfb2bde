import type { IncomingMessage, RequestListener } from 'node:http';
import type { Logger } from 'pino';

/**
 * The address a request came from, by the word of so many proxies in front, as Express' `request.ip`
 * with `trust proxy` set to their number.
 */
export function clientIp({ socket, headers }: IncomingMessage, trustedProxies: number): string | undefined {
  if (trustedProxies === 0) return socket.remoteAddress;
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
    .toReversed();
  return [socket.remoteAddress, ...forwarded].slice(0, trustedProxies + 1).at(-1);
}

/**
 * Warns once when a proxy seems to be in front although none is trusted. All visitors then share one
 * address, and with it the limits of one visitor.
 */
export function warnOfUntrustedProxy(app: RequestListener, logger: Logger): RequestListener {
  let hasWarned = false;
  return (request, response) => {
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true;
      logger.warn(
        'A request carries X-Forwarded-For, but TRUSTED_PROXIES is 0: behind a proxy all visitors count as one, for logins and budgets too. Set TRUSTED_PROXIES to the number of proxies in front.',
      );
    }
    app(request, response);
  };
}
