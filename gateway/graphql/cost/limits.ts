import { maxOperationCost } from '../../config.ts';
import type { ErrorCode } from '../../domain/error-codes.ts';
import type { OperationComplexity } from './complexity.ts';

/** Limits of one operation. */
export const operationLimits = {
  /** Lexical tokens of the document. The parser reports an error at the first token beyond this number. */
  maxTokens: 4_000,
  maxDepth: 12,
  maxAliases: 30,
  maxRootFields: 20,
  /**
   * Errors of the document, and of the variables, that the response reports. Each is much longer than what caused it,
   * so a short request could otherwise get a long response.
   */
  maxErrors: 10,
  /** In points; see `OperationComplexity`. */
  maxCost: maxOperationCost,
} as const;

/** Error code and message of the first limit that the operation exceeds; null if it exceeds none. */
export function findLimitViolation({
  depth,
  aliases,
  rootFields,
  cost,
}: OperationComplexity): [code: ErrorCode, message: string] | null {
  const { maxDepth, maxAliases, maxRootFields, maxCost } = operationLimits;
  if (depth > maxDepth) {
    return ['QUERY_TOO_DEEP', `The operation is deeper than ${maxDepth} levels.`];
  }
  if (aliases > maxAliases) {
    return ['QUERY_TOO_WIDE', `The operation has ${aliases} aliases: at most ${maxAliases} are allowed.`];
  }
  if (rootFields > maxRootFields) {
    return [
      'QUERY_TOO_WIDE',
      `The operation has ${rootFields} root fields: at most ${maxRootFields} are allowed.`,
    ];
  }
  if (cost > maxCost) {
    return [
      'QUERY_TOO_COMPLEX',
      `The operation costs ${cost} points: at most ${maxCost} are allowed. Request smaller pages.`,
    ];
  }
  return null;
}
