import type { Request, Response } from 'express';
import { z } from 'zod';

/** One endpoint of the service: a method, a path and a handler. */
export interface Endpoint {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** An Express path, such as `/getUserById/:id`. */
  readonly path: string;
  /** Whether requests need no token even if the service has `REST_API_TOKEN`. */
  readonly isPublic?: true;
  /** What `GET /openapi.json` says about the endpoint. */
  readonly operation: Operation;
  /** Sends the response. An HttpError that it throws is sent to the client. */
  readonly handle: (request: Request, response: Response) => Promise<void> | void;
}

export interface Operation {
  readonly summary: string;
  readonly query?: z.ZodObject;
  /** The request headers that the endpoint reads, by name. */
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /**
   * The responses by status; a string is the description of an error response. The OpenAPI document also lists the
   * errors that follow from the input, such as 400 for an invalid value, and a default for any other error.
   */
  readonly responses: Readonly<Record<number, ResponseDescription | string>>;
}

export interface ResponseDescription {
  readonly description: string;
  /** The schema of a JSON body, or the media type of another body. Undefined if the response has no body. */
  readonly body?: z.ZodType | 'text/plain';
  /** The response headers that matter to a client, by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Describes a response of `{ message }`. */
export function describeMessage(message: string): ResponseDescription {
  return {
    description: 'A message',
    body: z.strictObject({ message: z.string().meta({ examples: [message] }) }),
  };
}

/**
 * Describes a GET that may be conditional: its `If-None-Match` header, the response with a body and its entity tag, the
 * 304 for a client that has the current version, and the errors.
 */
export function describeConditionalGet(
  description: string,
  body: z.ZodType,
  errors: Readonly<Record<number, string>> = {},
): Pick<Operation, 'headers' | 'responses'> {
  return {
    headers: conditionalHeaders,
    responses: {
      200: { description, body, headers: { ETag: 'The version of the body' } },
      304: { description: 'The client has the current version' },
      ...errors,
    },
  };
}

const conditionalHeaders = z.object({
  'If-None-Match': z
    .string()
    .optional()
    .meta({ description: 'The `ETag` of the version that the client has' }),
});
