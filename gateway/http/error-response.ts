import type { Response } from 'express';
import type { GatewayContext } from '../graphql/context.ts';
import { storeAwayText } from '../graphql/errors.ts';
import { costOf } from '../graphql/plugins/cost-report.ts';
import { quotaExceededText, type Rejection } from '../quota/charge.ts';
import { refuse } from './refusal.ts';

const unknownKeyText =
  'The X-API-Key header holds no key of this shop: it is mistyped or was revoked. Leave it out to ask as a visitor.';

/** Answers a request that does not come in. */
export async function sendRejection(
  turnedAway: Rejection,
  context: GatewayContext,
  response: Response,
): Promise<void> {
  switch (turnedAway.reason) {
    case 'unknown key':
      response.set('www-authenticate', 'ApiKey realm="GraphQL"');
      refuse(response, 401, 'API_KEY_INVALID', unknownKeyText);
      return;
    case 'store away':
      refuse(response, 503, 'SERVICE_UNAVAILABLE', storeAwayText);
      return;
    case 'over budget': {
      const { wait } = turnedAway;
      const client = await context.client();
      const more = client?.kind === 'partner' ? { extensions: { cost: costOf(context.usage) } } : {};
      response.set('retry-after', String(wait));
      const ofError = { retryAfterSeconds: wait };
      refuse(response, 429, 'RATE_LIMITED', quotaExceededText(wait), { ofError, ...more });
    }
  }
}
