import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ListExtent } from '../catalogue/sync/list-loss.ts';
import { CooperativeScheduler } from '../concurrency/cooperative-scheduler.ts';
import { UpstreamRejectedError, UpstreamUnavailableError } from './errors.ts';
import { NotAnArrayError, readJsonArray, tryParseJson } from './json.ts';
import { type RestCall, type RestResponse, textOf } from './transport.ts';

/** Marks a version of a list, for asking whether it changed since. */
export interface ListVersion {
  /** The host's own mark; null when it gives none. */
  etag: string | null;
  /** Digest of the answer's text, for hosts that give no mark. */
  digest: string;
}

/** What could be read of a list, and how many records could not. */
export interface DecodedList<Content> {
  content: Content;
  dropped: number;
}

/** A list of which the gateway keeps the latest version. */
export interface ListAnswer<Content> extends DecodedList<Content> {
  version: ListVersion;
  extent: ListExtent;
  /** Whether it may hold much less than the one before it: nothing speaks for a fault of the host. */
  mayShrink: boolean;
  /** The host's text in UTF-8, in parts. */
  parts: readonly Uint8Array[];
}

/** Told of each record that was left out of a list, and why. */
export type DropObserver = (endpoint: string, reason: string) => void;

const [space, lessThan] = [0x20, 0x3c];

const refusalShape = z.object({ message: z.string() });

/**
 * Reads one object.
 *
 * @throws {UpstreamRejectedError} when the host refused; {UpstreamUnavailableError} when the answer is not of the shape.
 */
export function decodeOne<Shape extends z.ZodType>(
  call: RestCall,
  answer: RestResponse,
  shape: Shape,
): z.output<Shape> {
  assertOk(call, answer);
  const read = shape.safeParse(answer.status === 204 ? null : parseJson(call, textOf(answer)));
  if (!read.success) throw unreadable(call, firstIssue(read.error));
  return read.data;
}

/**
 * Reads a list record by record, in stretches so that a long one stalls nobody. A bad record costs
 * itself only.
 *
 * @throws {UpstreamRejectedError} when the host refused; {UpstreamUnavailableError} when the answer is no list.
 */
export async function decodeList<Shape extends z.ZodType>(
  call: RestCall,
  answer: RestResponse,
  shape: Shape,
  onDrop: DropObserver,
): Promise<DecodedList<z.output<Shape>[]>> {
  assertOk(call, answer);
  const content: z.output<Shape>[] = [];
  let dropped = 0;
  await mapNotAnArray(call, () =>
    readRecords(answer.parts, shape, {
      took: (record) => content.push(record),
      dropped: (reason) => {
        dropped += 1;
        onDrop(call.endpoint, reason);
      },
    }),
  );
  return { content, dropped };
}

/** Gets the records of a list in their order. */
export interface RecordReader<Item> {
  took(item: Item): void;
  /** A record could not be read. */
  dropped(reason: string): void;
}

/**
 * Reads the records of a list in stretches.
 *
 * @throws {NotAnArrayError} when the text is no JSON array, also after some records.
 */
export async function readRecords<Shape extends z.ZodType>(
  parts: readonly Uint8Array[],
  shape: Shape,
  reader: RecordReader<z.output<Shape>>,
): Promise<void> {
  const scheduler = new CooperativeScheduler();
  let seen = 0;
  for (const records of readJsonArray(parts)) {
    for (const record of records) {
      if (scheduler.shouldYield) await scheduler.yield();
      const read = shape.safeParse(record);
      if (read.success) reader.took(read.data);
      else reader.dropped(`record ${seen}: ${firstIssue(read.error)}`);
      seen += 1;
    }
  }
}

/** @throws {UpstreamUnavailableError} where the reading finds that the answer is no list. */
export async function mapNotAnArray<Read>(call: RestCall, reading: () => Promise<Read>): Promise<Read> {
  try {
    return await reading();
  } catch (error) {
    throw error instanceof NotAnArrayError ? unreadable(call, error.message) : error;
  }
}

/** An answer whose host says "nothing", by status 204 or by `null`, where it means an empty list. */
export function emptyAsList(answer: RestResponse): RestResponse {
  const { status, parts } = answer;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const isNull = status === 200 && length < 10 && textOf(answer).trim() === 'null';
  return status === 204 || isNull ? { ...answer, status: 200, parts: [Buffer.from('[]')] } : answer;
}

/** Digest of an answer's text. */
export async function digestOf({ parts }: RestResponse): Promise<string> {
  const scheduler = new CooperativeScheduler();
  const digest = createHash('sha256');
  for (const part of parts) {
    if (scheduler.shouldYield) await scheduler.yield();
    digest.update(part);
  }
  return digest.digest('base64url');
}

/**
 * Lets a success pass, if it is the host's own word.
 *
 * @throws {UpstreamRejectedError} for an answer that is no success, with the host's `message` where it gives one;
 * {UpstreamUnavailableError} for a page, which comes from a proxy in between, or from a host that is not ours.
 */
export function assertOk(call: RestCall, answer: RestResponse): void {
  if (answer.status >= 200 && answer.status < 300) {
    if (isPage(answer)) throw unreadable(call, 'a page');
    return;
  }
  if (answer.status < 400) throw unreadable(call, `status ${answer.status}`);
  throw new UpstreamRejectedError(call.endpoint, answer.status, messageOf(textOf(answer)), call.userMessage);
}

/** Whether an answer is a page, whatever media type it claims to be. */
function isPage({ parts }: RestResponse): boolean {
  for (const part of parts) {
    const first = part.find((byte) => byte > space);
    if (first !== undefined) return first === lessThan;
  }
  return false;
}

/** The words of an answer that may be plain text, a JSON string, or an object with a `message`. */
export function messageOf(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const value = tryParseJson(trimmed);
  if (value === undefined) return trimmed.startsWith('<') ? null : trimmed;
  if (typeof value === 'string') return value;
  const read = refusalShape.safeParse(value);
  return read.success ? read.data.message : null;
}

function parseJson(call: RestCall, text: string): unknown {
  const value = tryParseJson(text);
  if (value === undefined) throw unreadable(call, 'no JSON');
  return value;
}

/** An answer that makes no sense. */
export function unreadable(call: RestCall, detail: string): UpstreamUnavailableError {
  return new UpstreamUnavailableError(call.endpoint, 'invalid-response', call.userMessage, detail);
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined ? 'unknown' : `${issue.path.join('.')}: ${issue.message}`;
}
