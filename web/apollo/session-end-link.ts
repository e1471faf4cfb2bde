import { ApolloLink, ServerError } from '@apollo/client';
import { tap } from 'rxjs';

/**
 * Notices that the gateway no longer takes the token that was sent: the query's `user` is null, a
 * payload's error says `NOT_SIGNED_IN`, or the answer is 401.
 */
export function sessionEndLink(onSessionEnd: (token: string) => void): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const { token } = operation.getContext();
    if (typeof token !== 'string') return forward(operation);
    return forward(operation).pipe(
      tap({
        next: (result) => {
          if (saysSignedOut(result)) onSessionEnd(token);
        },
        error: (error: unknown) => {
          if (ServerError.is(error) && error.statusCode === 401) onSessionEnd(token);
        },
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
