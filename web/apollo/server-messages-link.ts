import { ApolloLink } from '@apollo/client';
import { from, mergeMap, of } from 'rxjs';
import type { TranslateMessage } from '#web/i18n/server-messages.ts';

/**
 * Gives the messages in the gateway's answers in the page's language. `words` gives the translation,
 * undefined where the page is in the gateway's own language.
 */
export function serverMessagesLink(words: () => Promise<TranslateMessage> | undefined): ApolloLink {
  return new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      mergeMap((result) => {
        const loading = hasMessages(result) ? words() : undefined;
        if (loading === undefined) return of(result);
        // Without a connection there are no words to fetch; English ones are better than none.
        return from(loading.then((translate) => translated(result, translate)).catch(() => result));
      }),
    ),
  );
}

function hasMessages({ data, errors }: ApolloLink.Result): boolean {
  return (errors?.length ?? 0) > 0 || payloadsOf(data).some(([, payload]) => hasMessage(payload));
}

function translated(result: ApolloLink.Result, translate: TranslateMessage): ApolloLink.Result {
  const errors = result.errors?.map((error) => ({ ...error, message: translate(error.message) }));
  const payloads = payloadsOf(result.data).map(([name, payload]) => [name, payloadIn(payload, translate)]);
  return {
    ...result,
    ...(result.data && { data: Object.fromEntries(payloads) }),
    ...(errors && { errors }),
  };
}

/** A mutation's payload with its message and those of its errors translated; any other value as it is. */
function payloadIn(payload: unknown, translate: TranslateMessage): unknown {
  if (!isPayload(payload)) return payload;
  const { message, userErrors } = payload;
  return {
    ...payload,
    ...(typeof message === 'string' && { message: translate(message) }),
    userErrors: userErrors.map((error: unknown) =>
      isRecord(error) && typeof error.message === 'string'
        ? { ...error, message: translate(error.message) }
        : error,
    ),
  };
}

function payloadsOf(data: unknown): [string, unknown][] {
  return isRecord(data) ? Object.entries(data) : [];
}

function hasMessage(payload: unknown): boolean {
  return isPayload(payload) && (payload.userErrors.length > 0 || typeof payload.message === 'string');
}

function isPayload(value: unknown): value is { message?: unknown; userErrors: readonly unknown[] } {
  return isRecord(value) && Array.isArray(value.userErrors);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
