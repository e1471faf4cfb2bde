import { readFileSync } from 'node:fs';
import { type LoadOrder, load } from './load.ts';
import { type Measurement, tell } from './measurement.ts';
import type { Server } from './servers.ts';

/** How long each round lasts, in milliseconds, and how many there are: of each server in turn. */
const round = 500;
const rounds = 8;
const warmUps = 3;

/** What is asked in each round: the same calls, or new ones. */
export interface RoundOrder {
  connections: number;
  calls: LoadOrder['calls'] | (() => LoadOrder['calls']);
  /** Whether each server has the first processor alone, and the load the second. */
  isPinned?: boolean;
}

/** Two servers under the same load in turn. */
export interface Comparison {
  /** Answers a second, the median of the rounds. */
  readonly ours: number;
  readonly other: number;
  /** The median of the rounds' ratios of answers a second. */
  readonly ratio: number;
  /** Processor time of each server for one answer, in microseconds; absent where /proc does not tell. */
  readonly processor: { readonly ours: number; readonly other: number } | undefined;
}

/**
 * Loads two servers in turn, so that what else runs on the machine meets both alike. All answers must
 * have the status 200.
 */
export async function compare(ours: Server, other: Server, order: RoundOrder): Promise<Comparison> {
  const measured = { ours: measurer(ours, order), other: measurer(other, order) };
  // The first rounds only warm up: code is compiled, answers are prepared.
  for (let count = 0; count < warmUps; count += 1) {
    await measured.ours.round();
    await measured.other.round();
  }
  measured.ours.reset();
  measured.other.reset();
  const rates: { ours: number; other: number }[] = [];
  for (let count = 0; count < rounds; count += 1) {
    rates.push({ ours: await measured.ours.round(), other: await measured.other.round() });
  }
  const [oursTime, otherTime] = [measured.ours.processor(), measured.other.processor()];
  return {
    ours: median(rates.map((rate) => rate.ours)),
    other: median(rates.map((rate) => rate.other)),
    ratio: median(rates.map((rate) => rate.ours / rate.other)),
    processor:
      oursTime === undefined || otherTime === undefined ? undefined : { ours: oursTime, other: otherTime },
  };
}

function measurer(server: Server, { connections, calls, isPinned = false }: RoundOrder) {
  let answers = 0;
  let used = processorTime(server.pid);
  return {
    round: async (): Promise<number> => {
      const { rate, statuses } = await load(
        {
          url: server.url,
          connections,
          calls: typeof calls === 'function' ? calls() : calls,
          duration: round,
        },
        isPinned,
      );
      const { 200: right = 0, ...wrong } = statuses;
      if (Object.keys(wrong).length > 0) throw new Error(`Answers with ${Object.keys(wrong).join(', ')}.`);
      answers += right;
      return rate;
    },
    reset: () => {
      answers = 0;
      used = processorTime(server.pid);
    },
    processor: () => {
      const now = processorTime(server.pid);
      return used === undefined || now === undefined ? undefined : (now - used) / answers;
    },
  };
}

/** Microseconds on a processor so far, as Linux counts them: in ticks of 10 ms (proc(5), fields 14 and 15). */
function processorTime(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return undefined;
  }
}

/** How a comparison reads in the table. */
export function rates(what: string, against: string, { ours, other, ratio }: Comparison): Measurement {
  return { what, measured: `${ours.toFixed(0)}/s`, against: `${against} ${other.toFixed(0)}/s`, ratio };
}

/** Tells what each server needs by itself: other programs on the machine hardly change it. */
export function tellProcessor(against: string, { processor }: Comparison): void {
  if (processor === undefined) return;
  tell({
    what: '  processor time for one',
    measured: `${processor.ours.toFixed(0)} µs`,
    against: `${against} ${processor.other.toFixed(0)} µs`,
    ratio: processor.other / processor.ours,
  });
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that this share of all values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
