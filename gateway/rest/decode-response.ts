import { z } from 'zod';
import { CooperativeScheduler } from '../concurrency/cooperative-scheduler.ts';
import { tryParseJson } from '../domain/json.ts';
import { decodeBody, type RestCall, type RestResponse } from './call.ts';
import { UpstreamRejectedError, UpstreamUnavailableError } from './errors.ts';
import { type Chunks, InvalidArrayError, readJsonArray } from './json.ts';

/** The content of a list, and the number of records that could not be decoded. */
export interface DecodedList<Content> {
  content: Content;
  droppedCount: number;
}

/** The records that were dropped from a list because they could not be decoded. */
export interface DroppedRecords {
  /** Zero if every record could be decoded. */
  count: number;
  /** Why the first few were dropped. */
  reasons: readonly string[];
}

/** Called once for each list that was decoded. */
export type ListObserver = (endpoint: string, dropped: DroppedRecords) => void;

/** Thousands of records can be invalid for the same reason. */
const maxReasons = 3;

const [space, lessThan] = [0x20, 0x3c];

const errorBodySchema = z.object({ message: z.string() });

/**
 * Decodes a response with one object. Status 204 is decoded as `null`.
 *
 * @throws {UpstreamRejectedError} when the host rejected the call.
 * @throws {UpstreamUnavailableError} when the response does not match the schema.
 */
export function decodeObject<Schema extends z.ZodType>(
  call: RestCall,
  response: RestResponse,
  schema: Schema,
): z.output<Schema> {
  assertOk(call, response);
  const content = response.status === 204 ? null : tryParseJson(decodeBody(response));
  if (content === undefined) throw createInvalidResponseError(call, 'the response is not JSON');
  const parsed = schema.safeParse(content);
  if (!parsed.success) throw createInvalidResponseError(call, describeIssue(parsed.error));
  return parsed.data;
}

/**
 * Decodes a response with a list. Records that do not match the schema are dropped.
 *
 * @throws {UpstreamRejectedError} when the host rejected the call.
 * @throws {UpstreamUnavailableError} when the response is not a list.
 */
export async function decodeList<Schema extends z.ZodType>(
  call: RestCall,
  response: RestResponse,
  schema: Schema,
  onDecoded: ListObserver,
): Promise<z.output<Schema>[]> {
  assertOk(call, response);
  const decode = (onDrop: (reason: string) => void) => decodeRecords([response.body], schema, onDrop);
  return (await runDecoder(call, onDecoded, decode)).content;
}

/**
 * Runs a decoder of a list, and reports the records that it drops.
 *
 * @throws {UpstreamUnavailableError} when the response is not a list.
 */
export async function runDecoder<List extends DecodedList<unknown>>(
  call: RestCall,
  onDecoded: ListObserver,
  decode: (onDrop: (reason: string) => void) => Promise<List>,
): Promise<List> {
  const reasons: string[] = [];
  try {
    const list = await decode((reason) => {
      if (reasons.length < maxReasons) reasons.push(reason);
    });
    onDecoded(call.endpoint, { count: list.droppedCount, reasons });
    return list;
  } catch (error) {
    throw error instanceof InvalidArrayError ? createInvalidResponseError(call, error.message) : error;
  }
}

/** Decodes the records of a JSON array into an array. @throws {InvalidArrayError} */
export async function decodeRecords<Schema extends z.ZodType>(
  chunks: Chunks,
  schema: Schema,
  onDrop: (reason: string) => void,
): Promise<DecodedList<z.output<Schema>[]>> {
  const content: z.output<Schema>[] = [];
  let droppedCount = 0;
  await forEachRecord(chunks, schema, {
    onRecord: (record) => content.push(record),
    onDrop: (reason) => {
      droppedCount += 1;
      onDrop(reason);
    },
  });
  return { content, droppedCount };
}

/** Receives the records of a list in order. */
export interface RecordHandler<Item> {
  onRecord(record: Item): void;
  /** Called instead for a record that could not be decoded. */
  onDrop(reason: string): void;
}

/**
 * Decodes the records of a JSON array one by one. Yields to the event loop, so that a long list does not
 * delay other requests.
 *
 * @throws {InvalidArrayError} when the text is not a JSON array. The handler may have received some records by then.
 */
export async function forEachRecord<Schema extends z.ZodType>(
  chunks: Chunks,
  schema: Schema,
  handler: RecordHandler<z.output<Schema>>,
): Promise<void> {
  const scheduler = new CooperativeScheduler();
  let index = 0;
  for await (const batch of readJsonArray(chunks)) {
    for (const record of batch) {
      if (scheduler.shouldYield) await scheduler.yield();
      const parsed = schema.safeParse(record);
      if (parsed.success) handler.onRecord(parsed.data);
      else handler.onDrop(`record ${index}: ${describeIssue(parsed.error)}`);
      index += 1;
    }
  }
}

/** Replaces status 204 and `null`, which some hosts send instead of an empty list, with an empty list. */
export function normalizeEmptyList(response: RestResponse): RestResponse {
  const { status, body } = response;
  const isNull = status === 200 && body.length < 10 && decodeBody(response).trim() === 'null';
  return status === 204 || isNull ? { ...response, status: 200, body: Buffer.from('[]') } : response;
}

/**
 * Checks that a response is successful and comes from the host itself.
 *
 * @throws {UpstreamRejectedError} for status 400 and above, with the message of the response; see `parseMessage`.
 * @throws {UpstreamUnavailableError} for a redirect, and for an HTML or XML document with a 2xx status, which comes
 * from a proxy or from another server.
 */
export function assertOk(call: RestCall, response: RestResponse): void {
  if (response.status >= 200 && response.status < 300) {
    if (isMarkup(response)) throw createInvalidResponseError(call, 'the response is an HTML or XML document');
    return;
  }
  if (response.status < 400) throw createInvalidResponseError(call, `status ${response.status}`);
  throw new UpstreamRejectedError(call, response.status, parseMessage(decodeBody(response)));
}

/** Whether a body is HTML or XML. The media type is not reliable: error pages of proxies may be declared as JSON. */
function isMarkup({ body }: RestResponse): boolean {
  return body.find((byte) => byte > space) === lessThan;
}

/** The message of a body that is plain text, a JSON string, or an object with a `message`. */
export function parseMessage(body: string): string | null {
  const trimmed = body.trim();
  if (trimmed === '') return null;
  const value = tryParseJson(trimmed);
  if (value === undefined) return trimmed.startsWith('<') ? null : trimmed;
  if (typeof value === 'string') return value;
  return errorBodySchema.safeParse(value).data?.message ?? null;
}

/** Creates the error for an invalid response, such as a redirect or text that is not JSON. */
export function createInvalidResponseError(call: RestCall, detail: string): UpstreamUnavailableError {
  return new UpstreamUnavailableError(call, 'invalid-response', detail);
}

function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined ? 'unknown' : `${issue.path.join('.')}: ${issue.message}`;
}
