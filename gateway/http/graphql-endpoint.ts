import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { createContext, type GatewayContext, type GatewayServices } from '../graphql/context.ts';
import { bodyLimit, readBody } from './body.ts';
import { requestIdOf } from './request-id.ts';
import { requestOrigin } from './request-origin.ts';

/** GraphQL over HTTP at `/graphql`. Whatever goes wrong is answered in GraphQL's own form. */
export function graphqlEndpoint(
  server: ApolloServer<GatewayContext>,
  services: GatewayServices,
  publicUrl: string | undefined,
): RequestHandler {
  const router = Router();
  router.get('/', explained);
  router.use(parsedBody);
  router.use(
    expressMiddleware(server, {
      context: async ({ req, res }) => createContext(services, requestOrigin(req, res, publicUrl)),
    }),
  );
  return router;
}

/** What a person sees who opens the address in a browser; programs go on to GraphQL. */
function explained(request: Request, response: Response, next: NextFunction): void {
  const isPerson = request.query.query === undefined && request.accepts(['json', 'html']) === 'html';
  if (!isPerson) {
    next();
    return;
  }
  response
    .type('text/plain')
    .send(
      'This address speaks GraphQL: send a POST request with the content type application/json and a body\n' +
        'such as {"query":"{ categories { name } }"}. The schema explains itself to introspection.\n',
    );
}

/** Reads the body once; Apollo Server gets it parsed, and bad JSON never reaches Express's own page. */
async function parsedBody(request: Request, response: Response, next: NextFunction): Promise<void> {
  if (request.method !== 'POST') {
    request.body = undefined;
    return next();
  }
  const body = await readBody(request);
  if (body === 'too large') {
    // The rest of the body is not read, so the connection cannot serve another request.
    response.set('connection', 'close');
    return refuse(response, 413, 'PAYLOAD_TOO_LARGE', `The body is longer than ${bodyLimit} bytes.`);
  }
  if (body === 'cut off') return;
  if (!isJson(request)) {
    request.body = {};
    return next();
  }
  try {
    request.body = JSON.parse(body);
  } catch {
    return refuse(response, 400, 'BAD_REQUEST', 'The body is not JSON.');
  }
  next();
}

function isJson(request: Request): boolean {
  return request.is(['application/json', 'application/*+json']) !== false;
}

/** An answer in GraphQL's form to a request that never became an operation. */
export function refuse(response: Response, status: number, code: string, message: string): void {
  const extensions = { code, requestId: requestIdOf(response) };
  response.status(status).json({ errors: [{ message, extensions }] });
}
