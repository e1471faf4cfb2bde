import type { Deadline } from './deadline.ts';
import { UpstreamUnavailableError } from './errors.ts';
import type { RestCall } from './transport.ts';

/** Codes of errors that occur before a connection is established, so that nothing was sent. */
const connectionErrorCodes: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Creates the error for a call that was aborted or whose connection failed. */
export function interrupted(call: RestCall, deadline: Deadline, error: unknown): UpstreamUnavailableError {
  const isConnectionError = error instanceof Error && 'code' in error && connectionErrorCodes.has(error.code);
  return new UpstreamUnavailableError(
    call.endpoint,
    deadline.reason ?? 'network',
    call.userMessage,
    error instanceof Error ? error.message : String(error),
    deadline.reason !== null || !isConnectionError,
  );
}

/** Reads a whole body. @throws {UpstreamUnavailableError} if it breaks off or is longer than `maxBytes`. */
export async function readChunks(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  call: RestCall,
  deadline: Deadline,
): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.byteLength;
      chunks.push(chunk);
      if (length > maxBytes) break;
    }
  } catch (error) {
    throw interrupted(call, deadline, error);
  }
  if (length <= maxBytes) return chunks;
  throw new UpstreamUnavailableError(
    call.endpoint,
    'invalid-response',
    call.userMessage,
    `the response is longer than ${maxBytes} bytes`,
  );
}

/** Reads a body chunk by chunk. The time runs while a chunk is awaited, not while the caller processes one. */
export async function* readWithPauses(
  body: AsyncIterable<Uint8Array>,
  call: RestCall,
  deadline: Deadline,
): AsyncGenerator<Uint8Array> {
  deadline.restart();
  try {
    for await (const chunk of body) {
      deadline.suspend();
      yield chunk;
      deadline.restart();
    }
  } catch (error) {
    throw interrupted(call, deadline, error);
  }
}
