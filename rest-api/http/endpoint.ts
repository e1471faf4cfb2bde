import type { Request, Response } from 'express';

/** One endpoint of the service: a method, a path and a handler. */
export interface Endpoint {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** An Express path, such as `/getUserById/:id`. */
  readonly path: string;
  /** Sends the response or throws HttpError. */
  readonly handle: (request: Request, response: Response) => Promise<void> | void;
}
