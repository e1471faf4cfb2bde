import { ApolloLink } from '@apollo/client';
import { type DocumentNode, Kind, OperationTypeNode } from 'graphql';
import { distinctUntilChanged, from, mergeMap, Observable, of, switchMap, take, throwError } from 'rxjs';
import type { SessionStore, Shopper } from '#web/auth/session-store.ts';
import { ShopperChangedError } from '#web/auth/shopper-changed-error.ts';

/** What the client needs to know of the session, and tells it. */
export type ClientSession = Pick<SessionStore, 'current' | 'subscribe' | 'expire' | 'signedIn'>;

declare module '@apollo/client' {
  interface DefaultContext {
    /**
     * A change that waits for the login when the session turns out to have ended, and is then sent again:
     * what the shopper meant to do is done.
     */
    retryAfterLogin?: boolean;
  }
}

type Result = ApolloLink.Result;

/** Sends an operation with the token of a shopper, or as a visitor. */
type Send = (sender: Shopper | null) => Observable<Result>;

/**
 * Sends operations with the shopper's token, and lets an answer count only for the shopper it was asked
 * for: a query for `user` is asked anew when another shopper signs in meanwhile, and a change fails with
 * ShopperChangedError when its shopper is no longer signed in. Nothing of one shopper enters the cache of the next.
 *
 * A session ends only by the gateway's explicit word: the error `UNAUTHENTICATED`, or `NOT_SIGNED_IN` from
 * a mutation. The link has to be the first, so that shoppers are compared when an answer is complete.
 */
export function sessionLink(session: ClientSession): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const send: Send = (sender) => {
      if (sender !== null) {
        const authorization = `Bearer ${sender.token}`;
        operation.setContext(({ headers }) => ({ headers: { ...headers, authorization } }));
      }
      return forward(operation);
    };
    if (operation.operationType === OperationTypeNode.MUTATION) {
      const { retryAfterLogin = false } = operation.getContext();
      return sendChange(session, send, session.current(), retryAfterLogin);
    }
    return readsUser(operation.query) ? readForCurrent(session, send) : send(session.current());
  });
}

/** Asks as the signed-in shopper, and anew as each other one who signs in before the answer is there. */
function readForCurrent(session: ClientSession, send: Send): Observable<Result> {
  const read: Send = (sender) =>
    send(sender).pipe(
      mergeMap((result) => {
        if (sender === null || !isSignedOut(result)) return of(result);
        session.expire(sender.token);
        const now = session.current();
        // Only the token that was sent is over: the shopper has signed in again meanwhile.
        return now?.userId === sender.userId && now.token !== sender.token ? read(now) : of(result);
      }),
    );
  return shoppers(session).pipe(
    switchMap((sender, place) =>
      sender === null && place > 0 ? throwError(() => new ShopperChangedError()) : read(sender),
    ),
    take(1),
  );
}

/** Sends a change as `sender`, who has to be signed in still when the answer comes. */
function sendChange(
  session: ClientSession,
  send: Send,
  sender: Shopper | null,
  retryAfterLogin: boolean,
): Observable<Result> {
  return send(sender).pipe(
    mergeMap((result) => {
      if (sender === null) return of(result);
      const hasEnded = isSignedOut(result);
      if (hasEnded) session.expire(sender.token);
      if (hasEnded && retryAfterLogin) {
        return from(session.signedIn()).pipe(
          mergeMap((next) => {
            if (next.userId !== sender.userId) throw new ShopperChangedError();
            return sendChange(session, send, next, retryAfterLogin);
          }),
        );
      }
      const now = session.current();
      // An answer that says that nobody is signed in shows nothing of anybody.
      if (now?.userId !== sender.userId && !(hasEnded && now === null)) throw new ShopperChangedError();
      return of(result);
    }),
  );
}

/** The signed-in shopper, null for none: now, and whenever it is another. */
function shoppers(session: ClientSession): Observable<Shopper | null> {
  return new Observable<Shopper | null>((observer) => {
    observer.next(session.current());
    return session.subscribe(() => observer.next(session.current()));
  }).pipe(distinctUntilChanged((one, other) => one?.userId === other?.userId));
}

/** Whether a query asks for what is one shopper's own. */
function readsUser(query: DocumentNode): boolean {
  return query.definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.selectionSet.selections.some(
        (selection) => selection.kind === Kind.FIELD && selection.name.value === 'user',
      ),
  );
}

function isSignedOut({ data, errors }: Result): boolean {
  if (errors?.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED')) return true;
  return isRecord(data) && Object.values(data).some(isNotSignedIn);
}

function isNotSignedIn(payload: unknown): boolean {
  if (!isRecord(payload) || !Array.isArray(payload.userErrors)) return false;
  return payload.userErrors.some((error: unknown) => isRecord(error) && error.code === 'NOT_SIGNED_IN');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
