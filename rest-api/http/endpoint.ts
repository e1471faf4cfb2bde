import type { Request, Response } from 'express';

/** One call of the service: what answers a method on a path. */
export interface Endpoint {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** As Express writes paths: `/getUserById/:id`. */
  readonly path: string;
  /** Answers, or throws HttpError. */
  readonly answer: (request: Request, response: Response) => Promise<void> | void;
}
