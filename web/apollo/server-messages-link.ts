import { ApolloLink } from '@apollo/client';
import { type DocumentNode, getOperationAST, Kind } from 'graphql';
import { map } from 'rxjs';
import type { ErrorTranslator } from '#web/i18n/server-messages.ts';
import { isRecord } from '#web/payload.ts';

/** Replaces the messages of the gateway's errors with texts in the page's language; see `ErrorTranslator`. */
export function createServerMessagesLink(translate: ErrorTranslator): ApolloLink {
  return new ApolloLink((operation, forward) =>
    forward(operation).pipe(map((result) => translateResult(result, operation.query, translate))),
  );
}

function translateResult(
  result: ApolloLink.Result,
  document: DocumentNode,
  translate: ErrorTranslator,
): ApolloLink.Result {
  const { data, errors } = result;
  const translatedErrors = errors?.map((error) => {
    const { code, ...parameters } = error.extensions ?? {};
    const field = findRootField(document, error.path?.[0]);
    const message = translate({
      kind: 'errors',
      code: String(code),
      field,
      parameters,
      message: error.message,
    });
    return { ...error, message };
  });
  return {
    ...result,
    ...(isRecord(data) && {
      data: Object.fromEntries(
        Object.entries(data).map(([name, field]) => [name, translateField(field, translate)]),
      ),
    }),
    ...(translatedErrors && { errors: translatedErrors }),
  };
}

/** Finds the name of a root field from its name in the response, which may be an alias. */
function findRootField(
  document: DocumentNode,
  responseName: string | number | undefined,
): string | undefined {
  for (const selection of getOperationAST(document)?.selectionSet.selections ?? []) {
    if (selection.kind !== Kind.FIELD) continue;
    const { alias, name } = selection;
    if ((alias ?? name).value === responseName) return name.value;
  }
  return undefined;
}

/** Translates the errors of a mutation's payload or a quote. Returns any other value unchanged. */
function translateField(value: unknown, translate: ErrorTranslator): unknown {
  if (!isRecord(value) || !Array.isArray(value.userErrors)) return value;
  return {
    ...value,
    userErrors: value.userErrors.map((error: unknown) => translateUserError(error, translate)),
  };
}

/** Translates a user error. Returns it unchanged unless the operation selected its type, code and message. */
function translateUserError(error: unknown, translate: ErrorTranslator): unknown {
  if (!isRecord(error)) return error;
  const { __typename, code, message, field, ...parameters } = error;
  if (typeof __typename !== 'string' || typeof code !== 'string' || typeof message !== 'string') return error;
  const name: unknown = Array.isArray(field) ? field.at(-1) : undefined;
  const translated = translate({
    kind: 'userErrors',
    scope: __typename.replace(/UserError$/, ''),
    code,
    field: typeof name === 'string' ? name : undefined,
    parameters,
    message,
  });
  return { ...error, message: translated };
}
