import { hash } from 'node:crypto';
import type { z } from 'zod';
import type { ErrorCode } from '../domain/error-codes.ts';
import { tryParseJson } from '../domain/json.ts';

/** The pagination arguments of the Relay connection specification. */
export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

/** Page arguments of lists that also have numbered pages. */
export interface NumberedPageArguments extends PageArguments {
  offset?: number | null | undefined;
}

/** An item of a page. The cursor is computed on demand. */
export interface Edge<Node> {
  node: Node;
  cursor: () => string;
}

/** One page of a list. */
export interface Page<Node> {
  edges: Edge<Node>[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  totalCount: number;
}

/** An invalid pagination argument or cursor. The message is for the client: it says what is allowed. */
export class PageArgumentError extends Error {
  /** The code of the error for the client. */
  readonly code: ErrorCode = 'BAD_USER_INPUT';
}

/** Equals the schema's default of `first` for connections. */
const defaultPageSize = 20;
export const maxPageSize = 100;

/** The cursors of one kind of list. */
export interface CursorKind<Position> {
  /** The content of a cursor: a position that stays valid when the list changes. */
  schema: z.ZodType<Position>;
  /** Completes the message “… is not a cursor of …”, for example `this shop`. */
  listName: string;
  /** Completes the message “The cursor … was made for another …”, for example `filter, search or sort`. */
  queryName: string;
  /** The fields that contain cursors of this kind, as messages name them. */
  cursorFields?: string;
}

const queryHashLength = 8;
const checksumLength = 6;

/** Writes and reads the cursors of one list. A cursor begins with a hash of the query that selects the list. */
export class Cursors<Position> {
  readonly #kind: CursorKind<Position>;
  readonly #getQuery: () => unknown;
  #queryHash: string | undefined;

  /**
   * @param getQuery returns the query that selects the list, the same for equivalent queries. Called when the first
   * cursor is needed.
   */
  constructor(kind: CursorKind<Position>, getQuery: () => unknown) {
    this.#kind = kind;
    this.#getQuery = getQuery;
  }

  write(position: Position): string {
    const body = Buffer.from(JSON.stringify(position)).toString('base64url');
    const queryHash = this.#getQueryHash();
    return `${queryHash}${computeChecksum(queryHash, body)}${body}`;
  }

  /** @throws {PageArgumentError} for a cursor of another list or query, and for a text that is not a cursor. */
  read(cursor: string, argument: string): Position {
    const { schema, queryName } = this.#kind;
    const queryHash = cursor.slice(0, queryHashLength);
    const body = cursor.slice(queryHashLength + checksumLength);
    const hasValidChecksum = cursor.slice(queryHashLength).startsWith(computeChecksum(queryHash, body));
    // The checksum detects accidental changes. It is not a signature, so the body is validated as well.
    const parsed = schema.safeParse(tryParseJson(Buffer.from(body, 'base64url').toString()));
    if (!hasValidChecksum || !parsed.success) throw this.createError(argument);
    if (queryHash !== this.#getQueryHash()) {
      throw new PageArgumentError(
        `The cursor in '${argument}' was made for another ${queryName}: start again without it.`,
      );
    }
    return parsed.data;
  }

  /** Creates the error for a value that is not a cursor of this list. */
  createError(argument: string): PageArgumentError {
    const { listName, cursorFields = "an 'endCursor' or 'startCursor'" } = this.#kind;
    return new PageArgumentError(
      `The argument '${argument}' is not a cursor of ${listName}: pass ${cursorFields} unchanged.`,
    );
  }

  /** Computed on first use: many pages need no cursor, and hashing the query takes longer than building some pages. */
  #getQueryHash(): string {
    this.#queryHash ??= hash('sha256', JSON.stringify(this.#getQuery()), 'base64url').slice(
      0,
      queryHashLength,
    );
    return this.#queryHash;
  }
}

function computeChecksum(queryHash: string, body: string): string {
  return hash('sha256', `cursor ${queryHash} ${body}`, 'base64url').slice(0, checksumLength);
}

/** @throws {PageArgumentError} for a size outside 1 to 100, or both `first` and `last`. */
export function getPageSize({ first, last }: PageArguments): number {
  // The default of `first` also applies if only `last` is set.
  if (first != null && first !== defaultPageSize && last != null) {
    throw new PageArgumentError("Give either 'first' or 'last', not both.");
  }
  const [name, size] =
    last == null ? (['first', first ?? defaultPageSize] as const) : (['last', last] as const);
  if (size < 1 || size > maxPageSize) {
    throw new PageArgumentError(`The argument '${name}' is ${size}: it must be from 1 to ${maxPageSize}.`);
  }
  return size;
}

/** @throws {PageArgumentError} for a negative offset, or one that is combined with a cursor or `last`. */
function getOffset({ offset, after, before, last }: NumberedPageArguments): number {
  if (offset == null) return 0;
  if (after != null || before != null || last != null) {
    throw new PageArgumentError("The argument 'offset' cannot be combined with 'after', 'before' or 'last'.");
  }
  if (offset < 0) throw new PageArgumentError(`The argument 'offset' is ${offset}: it must be at least 0.`);
  return offset;
}

/** A sorted list in memory. */
export interface PagedList<Node, Position> {
  length: number;
  cursors: Cursors<Position>;
  nodeAt(index: number): Node | undefined;
  positionAt(index: number): Position;
  /** The indexes of the first node that is not before a position, and of the first node after it. */
  locate(position: Position): { start: number; end: number };
}

/** Returns a page of a list. @throws {PageArgumentError} for an invalid page size, offset or cursor. */
export function paginateList<Node, Position>(
  list: PagedList<Node, Position>,
  page: NumberedPageArguments,
): Page<Node> {
  const size = getPageSize(page);
  const { length, cursors } = list;
  const offset = Math.min(getOffset(page), length);
  const from = page.after == null ? offset : list.locate(cursors.read(page.after, 'after')).end;
  const to = page.before == null ? length : list.locate(cursors.read(page.before, 'before')).start;
  const start = page.last == null ? from : Math.max(from, to - size);
  const end = page.last == null ? Math.min(to, from + size) : to;
  const edges: Edge<Node>[] = [];
  for (let index = start; index < end; index += 1) {
    const node = list.nodeAt(index);
    if (node !== undefined) edges.push({ node, cursor: () => cursors.write(list.positionAt(index)) });
  }
  return { edges, hasNextPage: end < length, hasPreviousPage: start > 0, totalCount: length };
}
