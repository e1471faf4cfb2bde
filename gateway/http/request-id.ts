import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

/** Carries a request's id. */
export const requestIdHeader = 'x-request-id';

/** Gives each request an id, which its answer, its errors and its log lines carry. */
export function requestId(_: Request, response: Response, next: NextFunction): void {
  response.set(requestIdHeader, randomUUID());
  next();
}

/** The id that `requestId` gave to the request of a response. */
export function requestIdOf(response: Response): string {
  return response.get(requestIdHeader) ?? '';
}
