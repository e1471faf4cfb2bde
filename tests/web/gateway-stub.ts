import { readFileSync } from 'node:fs';
import { buildSchema, graphql as execute, GraphQLError } from 'graphql';
import { HttpResponse } from 'msw';
import { type GraphQLVariables, graphql } from 'msw/graphql';

/** The URL of the stubbed gateway. */
export const gatewayUrl = 'http://shop.test/graphql';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const link = graphql.link(gatewayUrl);

/** The selected fields of `Query` or `Mutation`: values, or functions of the field's arguments. */
type RootFields = Record<string, unknown>;

/** An operation that the stub received. */
export interface ReceivedOperation<Variables = Record<string, unknown>> {
  operation: string;
  variables: Variables;
  request: Request;
}

/** Resolves an operation. A `Response` simulates a failure of the network or a proxy. */
type OperationResolver<Variables> = (
  operation: ReceivedOperation<Variables>,
) => RootFields | Response | Promise<RootFields | Response>;

function handlerFactory(kind: 'query' | 'mutation') {
  return <Variables extends GraphQLVariables = Record<string, unknown>>(
    name: string,
    resolve: OperationResolver<Variables>,
  ) =>
    link[kind]<GraphQLVariables, Variables>(name, async ({ query, variables, operationName, request }) => {
      const rootValue = await resolve({ operation: name, variables, request });
      if (rootValue instanceof Response) return rootValue;
      const result = await execute({
        schema,
        source: query,
        variableValues: variables,
        operationName,
        rootValue,
      });
      // GraphQL over HTTP: a document that cannot be executed is a bad request.
      return HttpResponse.json(result, { status: result.data === undefined ? 400 : 200 });
    });
}

/**
 * Creates msw handlers: `gateway.query('Coupons', () => ({ coupons }))`. They execute the real schema, so that
 * values, nulls and errors are like the gateway's own.
 */
export const gateway = { query: handlerFactory('query'), mutation: handlerFactory('mutation') };

/** Root fields that all fail, as when the REST host is unavailable. */
export function failing(message: string, code = 'SERVICE_UNAVAILABLE'): RootFields {
  const fail = () => {
    throw new GraphQLError(message, { extensions: { code } });
  };
  const types = [schema.getQueryType(), schema.getMutationType()];
  const names = types.flatMap((type) => Object.keys(type?.getFields() ?? {}));
  return Object.fromEntries(names.map((name) => [name, fail]));
}
