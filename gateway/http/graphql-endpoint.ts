import { type ApolloServer, HeaderMap, type HTTPGraphQLResponse } from '@apollo/server';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { createContext, type GatewayContext, type GatewayServices } from '../graphql/context.ts';
import type { AnswerCache } from './answer-cache.ts';
import { bodyLimit, readBody } from './body.ts';
import { requestIdOf } from './request-id.ts';
import { requestOrigin } from './request-origin.ts';

/** What the endpoint works with. */
export interface EndpointParts {
  server: ApolloServer<GatewayContext>;
  services: GatewayServices;
  publicUrl: string | undefined;
  answers: AnswerCache;
  /** Told of each answer that was found in the cache. */
  onRepeated: () => void;
}

/** GraphQL over HTTP at `/graphql`. Whatever goes wrong is answered in GraphQL's own form. */
export function graphqlEndpoint(parts: EndpointParts): RequestHandler {
  const router = Router();
  router.get('/', (request, response, next) => {
    if (isPerson(request)) explain(response);
    else next();
  });
  router.post('/', (request, response) => answerPost(parts, request, response));
  router.use(async (request, response) => {
    const { status, headers, body } = await execute(parts, request, response, undefined);
    await send(response, status, headers, body);
  });
  return router;
}

async function answerPost(parts: EndpointParts, request: Request, response: Response): Promise<void> {
  const text = await readBody(request);
  if (text === 'too large') {
    // The rest of the body is not read, so the connection cannot serve another request.
    response.set('connection', 'close');
    refuse(response, 413, 'PAYLOAD_TOO_LARGE', `The body is longer than ${bodyLimit} bytes.`);
    return;
  }
  if (text === 'cut off') return;
  const key = repeatableKey(request, text);
  const kept = key === null ? undefined : parts.answers.get(key);
  if (kept !== undefined) {
    parts.onRepeated();
    response.writeHead(200, { 'content-type': kept.contentType, 'content-length': kept.bytes.length });
    response.end(kept.bytes);
    return;
  }
  const parsed = isJson(request) ? parse(text) : { value: {} };
  if (parsed === null) {
    refuse(response, 400, 'BAD_REQUEST', 'The body is not JSON.');
    return;
  }
  const { version } = parts.answers;
  const { status, headers, body, isRepeatable } = await execute(parts, request, response, parsed.value);
  const bytes = await send(response, status, headers, body);
  if (key !== null && isRepeatable && bytes !== null) {
    const contentType = headers.get('content-type') ?? 'application/json; charset=utf-8';
    parts.answers.keep(key, version, { contentType, bytes });
  }
}

async function execute(
  { server, services, publicUrl }: EndpointParts,
  request: Request,
  response: Response,
  body: unknown,
) {
  let context: GatewayContext | undefined;
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
  const answer = await server.executeHTTPGraphQLRequest({
    httpGraphQLRequest: { method: request.method, headers, search, body },
    context: async () => {
      context = createContext(services, requestOrigin(request, response, publicUrl));
      return context;
    },
  });
  const isRepeatable = context?.answer.isRepeatable ?? false;
  return { status: answer.status ?? 200, headers: answer.headers, body: answer.body, isRepeatable };
}

/** Sends an answer; gives its bytes, or null when it came in parts. */
async function send(
  response: Response,
  status: number,
  headers: HeaderMap,
  body: HTTPGraphQLResponse['body'],
): Promise<Buffer | null> {
  response.status(status);
  for (const [name, value] of headers) response.setHeader(name, value);
  if (body.kind === 'chunked') {
    for await (const part of body.asyncIterator) response.write(part);
    response.end();
    return null;
  }
  const bytes = Buffer.from(body.string);
  response.setHeader('content-length', bytes.length);
  response.end(bytes);
  return bytes;
}

/**
 * What identifies a visitor's request: all that its answer depends on. Null for whoever says who
 * they are.
 */
function repeatableKey(request: Request, body: string): string | null {
  const { authorization, accept = '', host = '' } = request.headers;
  if (authorization !== undefined || request.headers['x-api-key'] !== undefined || !isJson(request))
    return null;
  return `${request.protocol} ${host} ${accept}\n${request.url}\n${body}`;
}

function isJson(request: Request): boolean {
  return request.is(['application/json', 'application/*+json']) !== false;
}

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function isPerson(request: Request): boolean {
  return request.query.query === undefined && request.accepts(['json', 'html']) === 'html';
}

/** What a person sees who opens the address in a browser. */
function explain(response: Response): void {
  response
    .type('text/plain')
    .send(
      'This address speaks GraphQL: send a POST request with the content type application/json and a body\n' +
        'such as {"query":"{ categories { name } }"}. The schema explains itself to introspection.\n',
    );
}

/** An answer in GraphQL's form to a request that never became an operation. */
export function refuse(response: Response, status: number, code: string, message: string): void {
  const extensions = { code, requestId: requestIdOf(response) };
  response.status(status).json({ errors: [{ message, extensions }] });
}
