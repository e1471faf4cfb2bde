import { ApolloLink } from '@apollo/client';
import { from, mergeMap, of } from 'rxjs';
import type { TranslateMessage } from '#web/i18n/server-messages.ts';

/**
 * Translates the messages in the gateway's responses into the page's language. `loadTranslator` returns
 * undefined if the page is in English, the language of the gateway.
 */
export function serverMessagesLink(loadTranslator: () => Promise<TranslateMessage> | undefined): ApolloLink {
  return new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      mergeMap((result) => {
        const translator = hasMessages(result) ? loadTranslator() : undefined;
        if (translator === undefined) return of(result);
        // If the translations cannot be loaded, English messages are better than none.
        return from(translator.then((translate) => translateResult(result, translate)).catch(() => result));
      }),
    ),
  );
}

function hasMessages({ data, errors }: ApolloLink.Result): boolean {
  return (errors?.length ?? 0) > 0 || getPayloads(data).some(([, payload]) => hasMessage(payload));
}

function translateResult(result: ApolloLink.Result, translate: TranslateMessage): ApolloLink.Result {
  const errors = result.errors?.map((error) => ({ ...error, message: translate(error.message) }));
  const payloads = getPayloads(result.data).map(([name, payload]) => [
    name,
    translatePayload(payload, translate),
  ]);
  return {
    ...result,
    ...(result.data && { data: Object.fromEntries(payloads) }),
    ...(errors && { errors }),
  };
}

/** Translates the messages of a mutation's payload. Returns any other value unchanged. */
function translatePayload(payload: unknown, translate: TranslateMessage): unknown {
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

function getPayloads(data: unknown): [string, unknown][] {
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
