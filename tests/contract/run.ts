import type { Area, Check, Known } from './check.ts';
import { type Answer, type Host, NoAnswer, type Request } from './host.ts';

/** What came of one check. */
export type Result =
  | { readonly outcome: 'holds' | 'honoured'; readonly check: Check }
  | { readonly outcome: 'not offered' | 'not checked'; readonly check: Check; readonly reason: string }
  | {
      readonly outcome: 'does not hold';
      readonly check: Check;
      readonly request: Request;
      readonly expected: string;
      readonly got: string;
    };

/** Does the checks one after another, until `stop`, and tells each result as it comes. */
export async function runChecks(
  areas: readonly Area[],
  host: Host,
  known: Known,
  stop: AbortSignal,
  tell: (area: Area, result: Result) => void,
): Promise<void> {
  for (const area of areas) {
    for (const check of area.checks) {
      if (stop.aborted) return;
      const result = await runCheck(check, host, known);
      // A call that the stop cut off says nothing about the host.
      if (stop.aborted) return;
      tell(area, result);
    }
  }
}

async function runCheck(check: Check, host: Host, known: Known): Promise<Result> {
  const request = check.request(known);
  if (typeof request === 'string') {
    return { outcome: check.optional ? 'not offered' : 'not checked', check, reason: request };
  }
  try {
    const answer = await host.send(request);
    const result = judge(check, request, answer, known);
    check.learn?.(answer, known);
    return result;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return failed(check, request, check.expects[0]?.claim ?? 'an answer', error.message);
  }
}

function judge(check: Check, request: Request, answer: Answer, known: Known): Result {
  for (const { claim, fault } of check.expects) {
    const got = fault(answer, known);
    if (got !== undefined) return failed(check, request, claim, got);
  }
  return { outcome: check.optional ? 'honoured' : 'holds', check };
}

function failed(check: Check, request: Request, expected: string, got: string): Result {
  if (check.optional) return { outcome: 'not offered', check, reason: got };
  return { outcome: 'does not hold', check, request, expected, got };
}
