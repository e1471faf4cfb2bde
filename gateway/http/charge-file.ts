import type { Request, Response } from 'express';
import { describeExceededQuota } from '../quota/charge.ts';
import { createRateLimitHeaders } from '../quota/quota.ts';
import type { VisitorQuota } from '../quota/visitor-quota.ts';
import { getRateLimitNetwork } from './request-info.ts';

/** Charges a file to the quota of the client's network. If it is exceeded, responds with 429 and returns false. */
export async function chargeFile(
  quota: VisitorQuota,
  requestType: 'file' | 'resizedImage',
  request: Request,
  response: Response,
): Promise<boolean> {
  const charge = await quota.charge(getRateLimitNetwork(request.ip), requestType);
  response.set(createRateLimitHeaders(charge));
  if (charge.retryAfterSeconds === null) return true;
  response
    .set('cache-control', 'no-store')
    .status(429)
    .type('text/plain')
    .send(`${describeExceededQuota(charge.retryAfterSeconds)}\n`);
  return false;
}
