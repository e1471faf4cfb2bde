import type { Request, Response } from 'express';
import type { RequestOrigin } from '../graphql/context.ts';
import { badInput } from '../graphql/errors.ts';
import { rateLimitSubnet } from './network.ts';
import { originOf } from './origin.ts';
import { requestIdOf } from './request-id.ts';

/**
 * Where a request came from, for its resolvers.
 *
 * @throws {GraphQLError} `BAD_REQUEST` when it names no host that could be the shop's.
 */
export function requestOrigin(
  request: Request,
  response: Response,
  publicUrl: string | undefined,
): RequestOrigin {
  const origin = originOf(request, publicUrl);
  if (origin === null) throw badInput("The request's Host header is no host.", 'BAD_REQUEST');
  return {
    requestId: requestIdOf(response),
    origin,
    signal: hangUpOf(response),
    clientAddress: rateLimitSubnet(request.ip),
    apiKey: request.get('x-api-key') ?? null,
    token: /^Bearer +(\S+)$/i.exec(request.get('authorization') ?? '')?.[1] ?? null,
  };
}

/** Aborted when the caller is gone before the answer is. */
export function hangUpOf(response: Response): AbortSignal {
  const hangUp = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) hangUp.abort();
  });
  return hangUp.signal;
}
