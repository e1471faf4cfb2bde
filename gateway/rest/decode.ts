import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { RestRefusal, RestUnavailable } from './errors.ts';
import type { RestAnswer, RestCall } from './transport.ts';

/** Marks a version of a list, for asking whether it changed since. */
export interface ListVersion {
  /** The host's own mark; null when it gives none. */
  etag: string | null;
  /** Digest of the answer's text, for hosts that give no mark. */
  digest: string;
}

/** A list the host gave: what could be read of it, and how many records could not. */
export interface ListAnswer<Item> {
  items: Item[];
  dropped: number;
  version: ListVersion;
}

/** Told of each record that was left out of a list, and why. */
export type DropObserver = (endpoint: string, reason: string) => void;

/** How many records are read before other requests get a turn. */
const slice = 500;

const refusalShape = z.object({ message: z.string() });

/**
 * Reads one object.
 *
 * @throws {RestRefusal} when the host refused; {RestUnavailable} when the answer is not of the shape.
 */
export function decodeOne<Shape extends z.ZodType>(
  call: RestCall,
  answer: RestAnswer,
  shape: Shape,
): z.output<Shape> {
  refuseUnlessOk(call, answer);
  const read = shape.safeParse(parseJson(call, answer.text));
  if (!read.success) throw unreadable(call, firstIssue(read.error));
  return read.data;
}

/**
 * Reads a list record by record, in slices so that a long one stalls nobody. A bad record costs
 * itself only. `unchanged` when it is the version already known.
 *
 * @throws {RestRefusal} when the host refused; {RestUnavailable} when the answer is no list.
 */
export async function decodeList<Shape extends z.ZodType>(
  call: RestCall,
  answer: RestAnswer,
  shape: Shape,
  onDrop: DropObserver,
  known?: ListVersion | null,
): Promise<ListAnswer<z.output<Shape>> | 'unchanged'> {
  if (answer.status === 304) return 'unchanged';
  refuseUnlessOk(call, answer);
  const version = { etag: answer.headers.get('etag'), digest: hash('sha256', answer.text, 'base64url') };
  if (known?.digest === version.digest) return 'unchanged';
  const records = z.array(z.unknown()).safeParse(parseJson(call, answer.text));
  if (!records.success) throw unreadable(call, 'no list');
  const items: z.output<Shape>[] = [];
  let dropped = 0;
  for (const [place, record] of records.data.entries()) {
    if (place % slice === slice - 1) await nextTurn();
    const read = shape.safeParse(record);
    if (read.success) items.push(read.data);
    else {
      dropped += 1;
      onDrop(call.endpoint, `record ${place}: ${firstIssue(read.error)}`);
    }
  }
  return { items, dropped, version };
}

/** @throws {RestRefusal} for an answer that is no success, with the host's `message` where it gives one. */
export function refuseUnlessOk(call: RestCall, answer: RestAnswer): void {
  if (answer.status >= 200 && answer.status < 300) return;
  if (answer.status < 400) throw unreadable(call, `status ${answer.status}`);
  throw new RestRefusal(call.endpoint, answer.status, messageOf(answer.text), call.shopperText);
}

/** The words of an answer that may be plain text, a JSON string, or an object with a `message`. */
export function messageOf(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const value = jsonOrNothing(trimmed);
  if (value === undefined) return trimmed.startsWith('<') ? null : trimmed;
  if (typeof value === 'string') return value;
  const read = refusalShape.safeParse(value);
  return read.success ? read.data.message : null;
}

function parseJson(call: RestCall, text: string): unknown {
  const value = jsonOrNothing(text);
  if (value === undefined) throw unreadable(call, 'no JSON');
  return value;
}

/** The value of a JSON text; undefined where it is none. */
export function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreadable(call: RestCall, detail: string): RestUnavailable {
  return new RestUnavailable(call.endpoint, 'answer', call.shopperText, detail);
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined ? 'unknown' : `${issue.path.join('.')}: ${issue.message}`;
}
