import { readFileSync } from 'node:fs';
import { type LoadOptions, runLoad } from './load.ts';
import { report, withMinRatio } from './measurement.ts';
import type { Server } from './servers.ts';

const roundMs = 500;
const roundCount = 8;
/** Requests that warm up each target: its code is compiled and its caches are filled before it is measured. */
const minWarmUpRequests = 8_000;
/** A slow target is measured after this number of rounds, even if it has served fewer requests. */
const maxWarmUpRounds = 20;

/** A server and the calls that are sent to it. */
interface Target {
  server: Server;
  /** The calls of each round, or a function that creates new ones for each round. */
  calls: LoadOptions['calls'] | (() => LoadOptions['calls']);
}

interface RoundOptions {
  connections: number;
  /** Whether to confine the load generator to the second processor, because the targets run only on the first one. */
  isPinned?: boolean;
}

/** The results of two targets. */
interface Comparison {
  /** Requests per second: the median of all rounds, here and in `reference`. */
  readonly measured: number;
  readonly reference: number;
  /** The median of the rounds' ratios. */
  readonly ratio: number;
  /** CPU time of each server per request, in microseconds; NaN on systems without /proc. */
  readonly cpuTime: { readonly measured: number; readonly reference: number };
}

/**
 * Puts load on two targets in alternating rounds, so that other programs on the machine affect both equally.
 * @throws Error if a request fails or its response has a status other than 200.
 */
export async function compare(
  measured: Target,
  reference: Target,
  options: RoundOptions,
): Promise<Comparison> {
  const meters = { measured: createMeter(measured, options), reference: createMeter(reference, options) };
  await meters.measured.warmUp();
  await meters.reference.warmUp();
  const rates: { measured: number; reference: number }[] = [];
  for (let count = 0; count < roundCount; count += 1) {
    rates.push({ measured: await meters.measured.runRound(), reference: await meters.reference.runRound() });
  }
  return {
    measured: median(rates.map((rate) => rate.measured)),
    reference: median(rates.map((rate) => rate.reference)),
    ratio: median(rates.map((rate) => rate.measured / rate.reference)),
    cpuTime: {
      measured: meters.measured.getCpuTimePerRequest(),
      reference: meters.reference.getCpuTimePerRequest(),
    },
  };
}

function createMeter({ server, calls }: Target, { connections, isPinned = false }: RoundOptions) {
  let responses = 0;
  // NaN on systems without /proc.
  let cpuTime = 0;
  const runRound = async (): Promise<number> => {
    const startTime = readCpuTime(server.pid);
    const { rate, statuses } = await runLoad(
      {
        url: server.url,
        connections,
        calls: typeof calls === 'function' ? calls() : calls,
        durationMs: roundMs,
      },
      isPinned,
    );
    const endTime = readCpuTime(server.pid);
    const { 200: succeeded = 0, ...otherStatuses } = statuses;
    if (Object.keys(otherStatuses).length > 0) {
      throw new Error(`Unexpected status of a response: ${Object.keys(otherStatuses).join(', ')}.`);
    }
    responses += succeeded;
    if (startTime === undefined || endTime === undefined) cpuTime = Number.NaN;
    else cpuTime += endTime - startTime;
    return rate;
  };
  return {
    runRound,
    warmUp: async () => {
      for (let count = 0; responses < minWarmUpRequests && count < maxWarmUpRounds; count += 1)
        await runRound();
      responses = 0;
      cpuTime = 0;
    },
    /** Mean CPU time per response since the warm-up, in microseconds; NaN on systems without /proc. */
    getCpuTimePerRequest: () => cpuTime / responses,
  };
}

/**
 * The CPU time of a process in microseconds; undefined on systems without /proc. Linux counts it in ticks of 10 ms
 * (proc(5), fields 14 and 15).
 */
export function readCpuTime(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return undefined;
  }
}

/**
 * Reports the rates, and the CPU time per request, which hardly depends on other programs on the machine. `minRatio` is
 * the lower bound of the ratio of the rates.
 */
export function reportComparison(
  name: string,
  referenceName: string,
  { measured, reference, ratio, cpuTime }: Comparison,
  minRatio?: number,
): void {
  const line = {
    name,
    measured: `${measured.toFixed(0)}/s`,
    reference: `${referenceName} ${reference.toFixed(0)}/s`,
    ratio,
  };
  report(minRatio === undefined ? line : withMinRatio(line, minRatio));
  if (Number.isNaN(cpuTime.measured / cpuTime.reference)) return;
  report({
    name: '  CPU time per request',
    measured: `${cpuTime.measured.toFixed(0)} µs`,
    reference: `${referenceName} ${cpuTime.reference.toFixed(0)} µs`,
    ratio: cpuTime.reference / cpuTime.measured,
  });
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The quantile for `share` (0 to 1): 0.5 is the median, 0.99 the 99th percentile. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
