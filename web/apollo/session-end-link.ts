import { ApolloLink, ServerError } from '@apollo/client';
import { from, mergeMap, of, tap } from 'rxjs';
import { ShopperLeft } from '#web/session/shopper-left.ts';

export interface SessionEndOptions {
  /** Called when the gateway no longer takes a token that was sent. */
  onSessionEnd: (token: string) => void;
  /** True once the shopper whose session ended has logged in again; false once somebody else has. */
  signedInAgain: () => Promise<boolean>;
}

declare module '@apollo/client' {
  interface DefaultContext {
    /**
     * A change that waits for the login when the session turns out to have ended, and is then sent again:
     * what the shopper meant to do is done.
     */
    outlivesSession?: boolean;
  }
}

/**
 * Notices that the gateway no longer takes the token that was sent: the query's `user` is null, a
 * payload's error says `NOT_SIGNED_IN`, or the answer is 401. Stands before the link that sets the
 * token, so that what is sent again is sent with the new one.
 *
 * An operation that outlives the session fails with ShopperLeft when another shopper has logged in.
 */
export function sessionEndLink({ onSessionEnd, signedInAgain }: SessionEndOptions): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const sent = () => {
      const { token } = operation.getContext();
      return typeof token === 'string' ? token : undefined;
    };
    return forward(operation).pipe(
      tap({
        error: (error: unknown) => {
          const token = sent();
          if (token !== undefined && ServerError.is(error) && error.statusCode === 401) onSessionEnd(token);
        },
      }),
      mergeMap((result) => {
        const token = sent();
        if (token === undefined || !saysSignedOut(result)) return of(result);
        onSessionEnd(token);
        if (operation.getContext().outlivesSession !== true) return of(result);
        return from(signedInAgain()).pipe(
          mergeMap((again) => {
            if (!again) throw new ShopperLeft();
            return forward(operation);
          }),
        );
      }),
    );
  });
}

function saysSignedOut({ data }: ApolloLink.Result): boolean {
  if (!isRecord(data)) return false;
  return data.user === null || Object.values(data).some(isNotSignedIn);
}

function isNotSignedIn(payload: unknown): boolean {
  if (!isRecord(payload) || !Array.isArray(payload.userErrors)) return false;
  return payload.userErrors.some((error: unknown) => isRecord(error) && error.code === 'NOT_SIGNED_IN');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
