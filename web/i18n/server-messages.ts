import type { I18n } from './i18n.ts';

/** The parts of a gateway error that determine its text. */
export interface GatewayError {
  /**
   * `userErrors` for errors that are part of the data. `errors` for GraphQL errors, which have no `scope`, and whose
   * `field` is the root field in which they occurred, if any.
   */
  kind: 'userErrors' | 'errors';
  /** The name of the mutation or quote, for example `AddToCart`. */
  scope?: string | undefined;
  code: string;
  /** The name of the input field or root field. */
  field: string | undefined;
  /** The error's other fields or extensions, for example `maxQuantity`. */
  parameters: Readonly<Record<string, unknown>>;
  /** The gateway's message in English. */
  message: string;
}

/**
 * Returns the text for an error: the REST host's explanation if the error has one, otherwise a text in the page's
 * language, or the gateway's message if the code is unknown.
 */
export type ErrorTranslator = (error: GatewayError) => string;

/** The codes for failures of the REST host. Most mutations have one text for all of them (requirements.md 8). */
export const failureCodes: ReadonlySet<string> = new Set([
  'UPSTREAM_REJECTED',
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
]);

export function createErrorTranslator(i18n: I18n): ErrorTranslator {
  return (error) => {
    const { reason, retryAfterSeconds, maxLines } = error.parameters;
    // The REST host's explanation says more than a general text.
    if (typeof reason === 'string') return reason;
    const seconds = typeof retryAfterSeconds === 'number' ? retryAfterSeconds : 0;
    const kind = getTextKind(error);
    // Minutes for the limits on attempts. Seconds for the request quota, which resets each minute.
    const waitingTime = kind === 'errors' ? seconds : Math.ceil(seconds / 60);
    const count = typeof maxLines === 'number' ? maxLines : waitingTime;
    const values = { ...error.parameters, count };
    for (const key of listCandidateKeys({ ...error, kind })) {
      const text = i18n.findMessage('serverMessages', key, values);
      if (text !== undefined) return text;
    }
    return error.message;
  };
}

/**
 * Errors of the limits on orders and cancellations are in `errors`, like those of the request quota, but have the texts of
 * the other limits on attempts. An error of the quota concerns the whole request and has no field.
 */
function getTextKind({ kind, code, field }: GatewayError): GatewayError['kind'] {
  return code === 'RATE_LIMITED' && field !== undefined ? 'userErrors' : kind;
}

/** The keys of the texts that fit an error, the most specific first. */
function listCandidateKeys({ kind, scope, code, field }: GatewayError): string[] {
  const names = failureCodes.has(code) ? [code, 'failed'] : [code];
  const prefixes = scope === undefined ? [kind] : [`${kind}.${scope}`, kind];
  return prefixes.flatMap((prefix) =>
    names.flatMap((name) => [
      ...(field === undefined ? [] : [`${prefix}.${name}_${field}`]),
      `${prefix}.${name}`,
    ]),
  );
}
