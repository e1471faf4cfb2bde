import { ApolloLink } from '@apollo/client';
import { type DocumentNode, Kind, OperationTypeNode } from 'graphql';
import { distinctUntilChanged, from, mergeMap, Observable, of, switchMap, take, throwError } from 'rxjs';
import { isRecord, listUserErrors } from '#web/payload.ts';
import { type SessionStore, type Shopper, ShopperChangedError } from './session-store.ts';

/** The part of the session store that the Apollo client uses. */
export type ClientSession = Pick<SessionStore, 'getShopper' | 'subscribe' | 'expire' | 'whenSignedIn'>;

declare module '@apollo/client' {
  interface DefaultContext {
    /**
     * If the result of a mutation says that the session has ended, the mutation waits for the next login. It is then
     * sent again, or fails with ShopperChangedError if another shopper has signed in.
     */
    retryAfterLogin?: boolean;
  }
}

type Result = ApolloLink.Result;

/** Sends an operation with the shopper's token, or as a visitor. */
type Send = (sender: Shopper | null) => Observable<Result>;

/**
 * Sends operations with the shopper's token and discards results that belong to another shopper. This keeps one
 * shopper's data out of the cache of the next.
 *
 * The link ends the session only when the gateway says so: with the error `UNAUTHENTICATED`, or with `NOT_SIGNED_IN`
 * from a mutation. No link before this one may delay results, because the shopper must not change between the check in
 * this link and the update of the cache.
 */
export function createAuthLink(session: ClientSession): ApolloLink {
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
      return sendMutation(session, send, session.getShopper(), retryAfterLogin);
    }
    return readsUser(operation.query) ? sendUserQuery(session, send) : send(session.getShopper());
  });
}

/**
 * Sends a query for `user` as the signed-in shopper, and again for each shopper who signs in before its result arrives.
 * It fails with ShopperChangedError if the session ends before that, or if the result itself ends the session.
 */
function sendUserQuery(session: ClientSession, send: Send): Observable<Result> {
  const sendAs: Send = (sender) =>
    send(sender).pipe(
      mergeMap((result) => {
        if (sender === null || !isSignedOut(result)) return of(result);
        session.expire(sender.token);
        const current = session.getShopper();
        // If the same shopper has signed in again in the meantime, only the old token is invalid.
        return current?.userId === sender.userId && current.token !== sender.token
          ? sendAs(current)
          : of(result);
      }),
    );
  return watchShoppers(session).pipe(
    switchMap((sender, index) =>
      sender === null && index > 0 ? throwError(() => new ShopperChangedError()) : sendAs(sender),
    ),
    take(1),
  );
}

/** Sends a mutation as `sender`, who must still be signed in when the result arrives. */
function sendMutation(
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
        return from(session.whenSignedIn()).pipe(
          mergeMap((next) => {
            if (next.userId !== sender.userId) throw new ShopperChangedError();
            return sendMutation(session, send, next, retryAfterLogin);
          }),
        );
      }
      const current = session.getShopper();
      // A result that says that the session has ended contains no shopper's data, so it is safe to show.
      if (current?.userId !== sender.userId && !(hasEnded && current === null))
        throw new ShopperChangedError();
      return of(result);
    }),
  );
}

/** Emits the signed-in shopper (null for a visitor), now and whenever the shopper changes. */
function watchShoppers(session: ClientSession): Observable<Shopper | null> {
  return new Observable<Shopper | null>((observer) => {
    observer.next(session.getShopper());
    return session.subscribe(() => observer.next(session.getShopper()));
  }).pipe(distinctUntilChanged((previous, next) => previous?.userId === next?.userId));
}

/** Whether a query reads `user`, whose data belongs to one shopper. */
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
  return listUserErrors(data).some((error) => isRecord(error) && error.code === 'NOT_SIGNED_IN');
}
