import { z } from 'zod';

const answerShape = z.looseObject({
  errors: z.array(z.looseObject({ extensions: z.record(z.string(), z.unknown()).default({}) })),
});

/**
 * The JSON of an answer with the request's id in each error: Apollo Server refuses what is no
 * operation before anything of ours could name it, and answers what it could not write after that.
 */
export function withRequestId(json: string, requestId: string): string {
  const answer = answerShape.parse(JSON.parse(json));
  const errors = answer.errors.map((error) => ({ ...error, extensions: { ...error.extensions, requestId } }));
  return JSON.stringify({ ...answer, errors });
}
