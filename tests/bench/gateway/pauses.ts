import { z } from 'zod';
import { median } from '../compare.ts';
import { report } from '../measurement.ts';
import type { Server } from '../servers.ts';
import { measurePause, receivePause, reportPause } from './event-loop-pauses.ts';
import { type OperationKind, operationKinds } from './expensive-operations.ts';
import { createGraphQLCall } from './graphql-calls.ts';
import { getProgramPath, type Processes, productCount } from './setup.ts';

/** How many operations of each kind are measured, not counting those that determine the maximum size. */
const measurementCount = 5;

/** Error codes of operations that exceed a limit. The parser also fails at its limit of tokens. */
const limitCodes: ReadonlySet<unknown> = new Set([
  'QUERY_TOO_COMPLEX',
  'QUERY_TOO_WIDE',
  'QUERY_TOO_DEEP',
  'GRAPHQL_PARSE_FAILED',
]);

const responseSchema = z.object({
  errors: z.array(z.object({ message: z.string(), extensions: z.object({ code: z.unknown() }) })).default([]),
});

let operationCount = 0;

/**
 * Reports which operation pauses the event loop for the longest time without exceeding the limits. Each kind of
 * operation is measured at the largest size that is accepted.
 */
export async function benchmarkPauses(processes: Processes): Promise<void> {
  const gateway = await processes.startGateway(
    await processes.startHost(productCount),
    getProgramPath('instrumented-gateway.ts'),
  );
  await receivePause(gateway);
  const pauses: { kind: string; size: number; pauseMs: number }[] = [];
  for (const kind of operationKinds) {
    const size = await findMaxSize(gateway, kind);
    if (size === 0) continue;
    const samples: number[] = [];
    for (let count = 0; count < measurementCount; count += 1)
      samples.push(await measurePause(gateway, () => isAccepted(gateway, kind, size)));
    pauses.push({ kind: kind.name, size, pauseMs: median(samples) });
  }
  const [slowest, ...others] = pauses.toSorted((a, b) => b.pauseMs - a.pauseMs);
  if (slowest === undefined) throw new Error('Every operation was rejected.');
  const kind = `${slowest.kind}, size ${slowest.size}`;
  reportPause(`${productCount} products, slowest operation within the limits (${kind})`, slowest.pauseMs);
  for (const next of others.slice(0, 3))
    report({ name: `  ${next.kind}, size ${next.size}`, measured: `${next.pauseMs.toFixed(0)} ms` });
}

/** The largest size of an operation that the limits permit; 0 if they permit none. */
async function findMaxSize(gateway: Server, kind: OperationKind): Promise<number> {
  let [accepted, rejected] = [0, kind.maxSize + 1];
  // Starts with the maximum: if it is accepted, no other size has to be tried.
  for (let size = kind.maxSize; rejected - accepted > 1; size = Math.floor((accepted + rejected) / 2)) {
    if (await isAccepted(gateway, kind, size)) accepted = size;
    else rejected = size;
  }
  return accepted;
}

/** Sends an operation. Returns false if it exceeds a limit. @throws Error if it fails for another reason. */
async function isAccepted({ url }: Server, kind: OperationKind, size: number): Promise<boolean> {
  operationCount += 1;
  const { path, ...init } = createGraphQLCall(kind.write(size, operationCount));
  const { errors } = responseSchema.parse(await (await fetch(url + path, init)).json());
  const [error] = errors;
  if (error === undefined) return true;
  if (limitCodes.has(error.extensions.code)) return false;
  throw new Error(`The operation '${kind.name}' failed: ${error.message}`);
}
