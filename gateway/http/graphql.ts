import { type ApolloServer, HeaderMap, type HTTPGraphQLResponse } from '@apollo/server';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { createContext, type GatewayContext, type GatewayServices } from '../graphql/context.ts';
import { traced } from '../graphql/plugins/traced.ts';
import { admit, type Rejection } from '../quota/charge.ts';
import type { AnonymousQueryHandler } from './anonymous-query-handler.ts';
import { bodyLimit, readBody } from './body.ts';
import { bufferedBodyOf, cacheableHeaders } from './cached-graphql-handler.ts';
import { sendRejection } from './error-response.ts';
import { isOfNoOtherSite } from './fetch-site.ts';
import { isJson, unreadableBy } from './media-type.ts';
import { refuse } from './refusal.ts';
import { requestOrigin } from './request-origin.ts';
import type { ResponseCache } from './response-cache.ts';
import { traceHeadersOf } from './trace-headers.ts';
import { withRequestId } from './with-request-id.ts';

/** What the endpoint works with. */
export interface EndpointParts {
  server: ApolloServer<GatewayContext>;
  services: GatewayServices;
  publicUrl: string | undefined;
  answers: ResponseCache;
  questions: AnonymousQueryHandler;
  /** Told of each request that did not come in. */
  onTurnedAway: (turnedAway: Rejection) => void;
}

/** GraphQL over HTTP at `/graphql`. Whatever goes wrong is answered in GraphQL's own form. */
export function graphqlEndpoint(parts: EndpointParts): RequestHandler {
  const router = Router();
  router.get('/', (request, response, next) => {
    response.vary('Accept');
    if (isPerson(request)) response.redirect(303, '/sandbox');
    else next();
  });
  router.post('/', (request, response) => answerPost(parts, request, response));
  router.use(async (request, response) => {
    if (request.path !== '/') {
      refuse(response, 404, 'NOT_FOUND', `GraphQL is asked at '${request.baseUrl}', with nothing behind it.`);
      return;
    }
    if (request.method !== 'GET') {
      response.set('allow', 'GET, POST');
      const message = `The method is ${request.method}: GraphQL is asked by GET or POST.`;
      refuse(response, 405, 'METHOD_NOT_ALLOWED', message);
      return;
    }
    const context = await enter(parts, request, response, request.url.length);
    if (context === null) return;
    const { status, headers, body } = await execute(parts, request, context, undefined);
    await send(response, status, headers, body);
  });
  return router;
}

async function answerPost(parts: EndpointParts, request: Request, response: Response): Promise<void> {
  const read = bufferedBodyOf(request);
  const posted = read ?? (await readBody(request));
  if (posted === 'too large') {
    // The rest of the body is not read, so the connection cannot serve another request.
    response.set('connection', 'close');
    refuse(response, 413, 'PAYLOAD_TOO_LARGE', `The body is longer than ${bodyLimit} bytes.`);
    return;
  }
  if (posted === 'cut off') return;
  const unread = unreadableBy(request);
  if (unread !== null) {
    refuse(response, 415, 'UNSUPPORTED_MEDIA_TYPE', unread);
    return;
  }
  const context = await enter(parts, request, response, posted.text.length);
  if (context === null) return;
  const parsed = isJson(request) ? parse(posted.text) : { value: {} };
  if (parsed === null) {
    refuse(response, 400, 'BAD_REQUEST', 'The body is not JSON.');
    return;
  }
  const { version } = parts.answers;
  const { status, headers, body } = await execute(parts, request, context, parsed.value);
  const bytes = await send(response, status, headers, body);
  // Apollo Server may refuse an answer that was made: its `Accept` header allows none of our types, say.
  if (read !== undefined && status === 200 && context.answer.isRepeatable && bytes !== null) {
    const head = cacheableHeaders(response.getHeaders());
    parts.answers.keep(read.key, version, { head, bytes });
    parts.questions.learn(read.beginning, read.text, context, head);
  }
}

/** What resolvers know of a request that may come in; null for one that was turned away. */
async function enter(
  { services, publicUrl, onTurnedAway }: EndpointParts,
  request: Request,
  response: Response,
  length: number,
): Promise<GatewayContext | null> {
  const context = createContext(services, requestOrigin(request, response, publicUrl));
  const usage = bufferedBodyOf(request)?.usage ?? null;
  if (usage !== null) context.usage = usage;
  const turnedAway = await admit(context, length);
  if (turnedAway === null) return context;
  onTurnedAway(turnedAway);
  await sendRejection(turnedAway, context, response);
  return null;
}

async function execute({ server }: EndpointParts, request: Request, context: GatewayContext, body: unknown) {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // What a GET of no other site can do is read: it need not prove itself to the CSRF prevention.
  if (request.method === 'GET' && isOfNoOtherSite(request)) headers.set('apollo-require-preflight', 'true');
  const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
  const answer = await traced(context, traceHeadersOf(request.headers), () =>
    server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method: request.method, headers, search, body },
      context: async () => context,
    }),
  );
  const { status = 200, headers: answered, body: made } = answer;
  const isUnnamed = made.kind === 'complete' && status >= 400 && !made.string.includes(context.requestId);
  return {
    status,
    headers: answered,
    body: isUnnamed ? { ...made, string: withRequestId(made.string, context.requestId) } : made,
  };
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
