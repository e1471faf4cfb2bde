import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type DocumentNode,
  defaultFieldResolver,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  getOperationAST,
  parse,
  validate,
} from 'graphql';
import { HttpResponse, http, type PathParams } from 'msw';
import { readRequest } from './trusted-documents.ts';

/** The URL of the stubbed gateway. */
export const gatewayUrl = 'http://shop.test/graphql';

/** The gateway's schema. */
export const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

/** Fields of `Query` or `Mutation`, each as a value or as a function of its arguments. */
type RootFields = Record<string, unknown>;

/** An operation that the stub received. */
export interface ReceivedOperation<Variables = Record<string, unknown>> {
  operationName: string;
  variables: Variables;
  request: Request;
}

/** Resolves an operation. A `Response` is sent as is, for example to simulate a failure of the network or a proxy. */
type OperationResolver<Variables> = (
  operation: ReceivedOperation<Variables>,
) => RootFields | Response | Promise<RootFields | Response>;

function createHandlerFactory(kind: 'query' | 'mutation') {
  return <Variables extends Record<string, unknown> = Record<string, unknown>>(
    name: string,
    resolve: OperationResolver<Variables>,
  ) =>
    http.post<PathParams, { variables: Variables }>(
      async ({ request }) => {
        if (request.url !== gatewayUrl) return false;
        const { document } = await readOperation(request);
        const operation = getOperationAST(document);
        return operation?.operation === kind && operation.name?.value === name;
      },
      async ({ request }) => {
        const { document, operationName } = await readOperation(request);
        const { variables } = await request.clone().json();
        const rootValue = await resolve({ operationName: name, variables, request });
        if (rootValue instanceof Response) return rootValue;
        const result = await execute({
          schema,
          document,
          variableValues: variables,
          operationName,
          rootValue,
          fieldResolver: resolveField,
        });
        // GraphQL over HTTP: an operation that cannot be executed is a bad request.
        return HttpResponse.json(result, { status: result.data === undefined ? 400 : 200 });
      },
    );
}

/** Resolves fields like the default resolver, but objects have no translations unless a test sets them. */
export const resolveField: GraphQLFieldResolver<unknown, unknown> = (source, args, context, info) =>
  defaultFieldResolver(source, args, context, info) ?? (info.fieldName === 'translations' ? [] : undefined);

interface ParsedOperation {
  document: DocumentNode;
  operationName: string | undefined;
}

/** Parsed operations. msw passes a request to the predicate of each handler until one accepts it. */
const operations = new WeakMap<Request, Promise<ParsedOperation>>();
/** Valid documents by their texts. */
const documents = new Map<string, DocumentNode>();

function readOperation(request: Request): Promise<ParsedOperation> {
  const operation = operations.get(request) ?? parseOperation(request.clone());
  operations.set(request, operation);
  return operation;
}

async function parseOperation(request: Request): Promise<ParsedOperation> {
  const { text, operationName } = readRequest(await request.json());
  const document = documents.get(text) ?? parseDocument(text);
  documents.set(text, document);
  return { document, operationName };
}

/** @throws {GraphQLError} if the document is invalid. */
function parseDocument(text: string): DocumentNode {
  const document = parse(text);
  const [error] = validate(schema, document);
  if (error !== undefined) throw error;
  return document;
}

/**
 * Creates msw handlers: `gateway.query('Coupons', () => ({ coupons }))`. They execute operations against the real
 * schema, so that values, nulls and errors are like the gateway's own.
 */
export const gateway = { query: createHandlerFactory('query'), mutation: createHandlerFactory('mutation') };

/** Creates root fields that all fail, by default like those of a gateway whose REST host is unavailable. */
export function createFailingFields(
  message: string,
  code = 'SERVICE_UNAVAILABLE',
  parameters: Record<string, unknown> = {},
): RootFields {
  const fail = () => {
    throw new GraphQLError(message, { extensions: { code, ...parameters } });
  };
  const types = [schema.getQueryType(), schema.getMutationType()];
  const names = types.flatMap((type) => Object.keys(type?.getFields() ?? {}));
  return Object.fromEntries(names.map((name) => [name, fail]));
}
