import type { Area, Check, RunState } from './check.ts';
import { isClientError, isSuccess } from './expectations.ts';
import { type Host, type HostResponse, NoResponseError, type Request } from './host.ts';

/** The result of one check. */
export type Result =
  | { readonly outcome: 'passed' | 'supported'; readonly check: Check }
  | { readonly outcome: 'not supported' | 'not checked'; readonly check: Check; readonly reason: string }
  | {
      readonly outcome: 'failed';
      readonly check: Check;
      readonly request: Request;
      readonly expected: string;
      readonly got: string;
      readonly impact: string;
    };

/** Runs the checks one after another until `stop` is aborted, and reports each result as it arrives. */
export async function runChecks(
  areas: readonly Area[],
  host: Host,
  state: RunState,
  stop: AbortSignal,
  onResult: (area: Area, result: Result) => void,
): Promise<void> {
  for (const area of areas) {
    for (const check of area.checks) {
      if (stop.aborted) return;
      const result = await runCheck(check, host, state);
      // The result of an aborted request says nothing about the host.
      if (stop.aborted) return;
      onResult(area, result);
    }
  }
}

async function runCheck(check: Check, host: Host, state: RunState): Promise<Result> {
  const request = check.request(state);
  if (typeof request === 'string') {
    return { outcome: check.optional ? 'not supported' : 'not checked', check, reason: request };
  }
  try {
    const response = await host.send(request);
    const result = evaluate(check, request, response, state);
    recordLeftover(check, state, response, result);
    check.save?.(response, state);
    return result;
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    recordLeftover(check, state);
    return createFailure(check, request, check.expects[0]?.description ?? 'a response', error.message);
  }
}

function recordLeftover({ creates }: Check, state: RunState, response?: HostResponse, result?: Result): void {
  if (creates === undefined || (response !== undefined && isClientError(response))) return;
  const isCreated = response !== undefined && isSuccess(response);
  // A server error leaves open whether a record was created, unless it is the expected rejection.
  if (!isCreated && result?.outcome === 'passed') return;
  const name = creates(state, response);
  state.leftoverRecords.set(name, isCreated || state.leftoverRecords.get(name) === true);
}

function evaluate(check: Check, request: Request, response: HostResponse, state: RunState): Result {
  for (const { description, impact, findMismatch } of check.expects) {
    const got = findMismatch(response, state);
    if (got !== undefined) return createFailure(check, request, description, got, impact);
  }
  return { outcome: check.optional ? 'supported' : 'passed', check };
}

function createFailure(
  check: Check,
  request: Request,
  expected: string,
  got: string,
  impact = check.impact,
): Result {
  if (check.optional) return { outcome: 'not supported', check, reason: got };
  return { outcome: 'failed', check, request, expected, got, impact };
}
