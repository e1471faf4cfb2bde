import type { Response } from 'express';
import { overBudgetText, type TurnedAway } from '../budgets/charge.ts';
import type { GatewayContext } from '../graphql/context.ts';
import { costOf } from '../graphql/cost-report.ts';
import { storeAwayText } from '../graphql/errors.ts';
import { requestIdOf } from './request-id.ts';

const unknownKeyText =
  'The X-API-Key header holds no key of this shop: it is mistyped or was revoked. Leave it out to ask as a visitor.';

/** Answers a request that does not come in, in GraphQL's form. */
export async function turnAway(
  turnedAway: TurnedAway,
  context: GatewayContext,
  response: Response,
): Promise<void> {
  const requestId = requestIdOf(response);
  const answer = (status: number, message: string, extensions: Record<string, unknown>, more = {}) =>
    response
      .status(status)
      .json({ errors: [{ message, extensions: { ...extensions, requestId } }], ...more });
  switch (turnedAway.reason) {
    case 'unknown key':
      response.set('www-authenticate', 'ApiKey realm="GraphQL"');
      answer(401, unknownKeyText, { code: 'API_KEY_INVALID' });
      return;
    case 'store away':
      answer(503, storeAwayText, { code: 'SERVICE_UNAVAILABLE' });
      return;
    case 'over budget': {
      const { wait } = turnedAway;
      const client = await context.client();
      const more = client?.kind === 'partner' ? { extensions: { cost: costOf(context.usage) } } : {};
      response.set('retry-after', String(wait));
      answer(429, overBudgetText(wait), { code: 'RATE_LIMITED', retryAfterSeconds: wait }, more);
    }
  }
}
