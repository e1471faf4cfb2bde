import type { Response } from 'express';
import { requestIdOf } from './request-id.ts';

/** What a refusal says beyond its code and message. */
interface More {
  /** Joins the error's own `extensions`. */
  ofError?: Record<string, unknown>;
  /** The `extensions` of the whole answer. */
  extensions?: Record<string, unknown>;
}

const types = ['application/json', 'application/graphql-response+json'];

/** An answer in GraphQL's form, and in the type the caller prefers, to a request that never became an operation. */
export function refuse(
  response: Response,
  status: number,
  code: string,
  message: string,
  { ofError = {}, extensions }: More = {},
): void {
  const type = response.req.accepts(types) || 'application/json';
  const error = { message, extensions: { code, ...ofError, requestId: requestIdOf(response) } };
  response
    .status(status)
    .type(type)
    .send(JSON.stringify({ errors: [error], ...(extensions && { extensions }) }));
}
