import { readFileSync } from 'node:fs';
import { buildSchema, graphql as execute, GraphQLError } from 'graphql';
import { HttpResponse } from 'msw';
import { type GraphQLVariables, graphql } from 'msw/graphql';

/** Where the gateway of rendered parts is. */
export const gatewayAddress = 'http://shop.test/graphql';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const link = graphql.link(gatewayAddress);

/** Values, or functions of the field's arguments, for the fields of `Query` or `Mutation` that are asked for. */
type RootFields = Record<string, unknown>;

/** An operation that arrived. */
export interface Asked<Variables = Record<string, unknown>> {
  operation: string;
  variables: Variables;
  request: Request;
}

/** What a test answers an operation with; a response stands for a network or a proxy that fails. */
type Answer<Variables> = (asked: Asked<Variables>) => RootFields | Response | Promise<RootFields | Response>;

function answerTo(kind: 'query' | 'mutation') {
  return <Variables extends GraphQLVariables = Record<string, unknown>>(
    name: string,
    answer: Answer<Variables>,
  ) =>
    link[kind]<GraphQLVariables, Variables>(name, async ({ query, variables, operationName, request }) => {
      const rootValue = await answer({ operation: name, variables, request });
      if (rootValue instanceof Response) return rootValue;
      const result = await execute({
        schema,
        source: query,
        variableValues: variables,
        operationName,
        rootValue,
      });
      // An operation that could not be run at all is a bad request, as in GraphQL over HTTP.
      return HttpResponse.json(result, { status: result.data === undefined ? 400 : 200 });
    });
}

/**
 * Makes msw's handlers: `gateway.query('Coupons', () => ({ coupons }))`. The real schema is executed, so
 * that values, nulls and errors come as the gateway's own would.
 */
export const gateway = { query: answerTo('query'), mutation: answerTo('mutation') };

/** The fields of a gateway none of which can be resolved, as when the REST host does not answer. */
export function failing(message: string, code = 'SERVICE_UNAVAILABLE'): RootFields {
  const fail = () => {
    throw new GraphQLError(message, { extensions: { code } });
  };
  const types = [schema.getQueryType(), schema.getMutationType()];
  const names = types.flatMap((type) => Object.keys(type?.getFields() ?? {}));
  return Object.fromEntries(names.map((name) => [name, fail]));
}
