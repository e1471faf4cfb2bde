import type { Response } from 'express';
import { z } from 'zod';
import type { GatewayContext } from '../graphql/context.ts';
import { storeUnavailableText } from '../graphql/errors.ts';
import { costExtension } from '../graphql/plugins/response-extensions.ts';
import { quotaExceededText, type Rejection } from '../quota/charge.ts';
import { getRequestId } from './request-info.ts';

/** Additional `extensions` of an error response. */
interface ErrorExtensions {
  /** Merged into the `extensions` of the error. */
  error?: Record<string, unknown>;
  /** The `extensions` of the response. */
  response?: Record<string, unknown>;
}

const mediaTypes = ['application/json', 'application/graphql-response+json'];

/** Sends an error in the form of a GraphQL response, for a request that contains no operation. */
export function sendError(
  response: Response,
  status: number,
  code: string,
  message: string,
  extensions: ErrorExtensions = {},
): void {
  const type = response.req.accepts(mediaTypes) || 'application/json';
  const error = { message, extensions: { code, ...extensions.error, requestId: getRequestId(response) } };
  const ofResponse = extensions.response && { extensions: extensions.response };
  response
    .status(status)
    .type(type)
    .send(JSON.stringify({ errors: [error], ...ofResponse }));
}

const invalidKeyText =
  'The X-API-Key header does not hold a valid key of this shop: it is mistyped or was revoked. Leave it out to send requests as a visitor.';

/** Responds to a request that was rejected before it was parsed. */
export async function sendRejection(
  rejection: Rejection,
  context: GatewayContext,
  response: Response,
): Promise<void> {
  switch (rejection.reason) {
    case 'unknown key':
      response.set('www-authenticate', 'ApiKey realm="GraphQL"');
      sendError(response, 401, 'API_KEY_INVALID', invalidKeyText);
      return;
    case 'store away':
      sendError(response, 503, 'SERVICE_UNAVAILABLE', storeUnavailableText);
      return;
    case 'over budget': {
      const { retryAfterSeconds } = rejection;
      const client = await context.client();
      const isPartner = client?.kind === 'partner';
      response.set('retry-after', String(retryAfterSeconds));
      sendError(response, 429, 'RATE_LIMITED', quotaExceededText(retryAfterSeconds), {
        error: { retryAfterSeconds },
        ...(isPartner && { response: { cost: costExtension(context.usage) } }),
      });
    }
  }
}

const errorResponseSchema = z.looseObject({
  errors: z.array(z.looseObject({ extensions: z.record(z.string(), z.unknown()).default({}) })),
});

/**
 * Adds the request id to each error of a JSON response. Needed for requests that Apollo Server rejects
 * before or after its plugins run.
 */
export function withRequestId(json: string, requestId: string): string {
  const result = errorResponseSchema.parse(JSON.parse(json));
  const errors = result.errors.map((error) => ({ ...error, extensions: { ...error.extensions, requestId } }));
  return JSON.stringify({ ...result, errors });
}
