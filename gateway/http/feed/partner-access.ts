import type { Request, Response } from 'express';
import { getClientLabel, type PartnerClient } from '../../auth/client.ts';
import type { PartnerDirectory } from '../../auth/partner-directory.ts';
import { describeExceededQuota, type RejectionReason } from '../../quota/charge.ts';
import { createRateLimitHeaders, type Quotas } from '../../quota/quota.ts';
import { StoreUnavailableError } from '../../storage/key-value.ts';
import type { GatewayMetrics } from '../../telemetry/metrics.ts';
import { sendError } from '../errors.ts';

/** The services that identify and charge partners. */
export interface PartnerServices {
  partners: PartnerDirectory;
  quotas: Quotas;
  metrics: GatewayMetrics;
}

/** Identifies the partner; null after sending an error. */
export async function authenticatePartner(
  { partners, metrics }: PartnerServices,
  request: Request,
  response: Response,
): Promise<PartnerClient | null> {
  const key = request.get('x-api-key');
  const recordRejection = (reason: RejectionReason) =>
    metrics.rejectedRequests.inc({ reason, client: getClientLabel(null) });
  try {
    const partner = key === undefined ? null : await partners.find(key, request.get('origin') ?? null);
    if (partner !== null) return partner;
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    recordRejection('store-unavailable');
    sendError(response, 503, 'SERVICE_UNAVAILABLE', 'The API keys cannot be read at the moment.');
    return null;
  }
  response.set('www-authenticate', 'ApiKey realm="feed"');
  if (key === undefined) {
    sendError(response, 401, 'API_KEY_REQUIRED', 'Feeds need the header X-API-Key.');
  } else {
    recordRejection('invalid-api-key');
    sendError(response, 401, 'API_KEY_INVALID', 'The X-API-Key header does not contain a valid key.');
  }
  return null;
}

/**
 * Charges the partner, or sends an error. Returns whether the quota covers the points. A feed never costs more than
 * the whole quota.
 */
export async function chargePartner(
  { quotas, metrics }: PartnerServices,
  partner: PartnerClient,
  points: number,
  response: Response,
): Promise<boolean> {
  const chargedPoints = Math.min(points, partner.budget);
  const result = await quotas.consume(partner, chargedPoints);
  const { retryAfterSeconds } = result;
  const client = getClientLabel(partner);
  response.set(createRateLimitHeaders(result));
  if (retryAfterSeconds === null) {
    metrics.operationCost.inc({ client }, chargedPoints);
    return true;
  }
  metrics.rejectedRequests.inc({ reason: 'quota-exceeded', client });
  sendError(response, 429, 'RATE_LIMITED', describeExceededQuota(retryAfterSeconds), {
    retryAfterSeconds,
  });
  return false;
}
