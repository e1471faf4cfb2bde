import { type Request, type Response, Router } from 'express';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { schemaText } from '../graphql/server.ts';
import type { VisitorQuota } from '../quota/visitor-quota.ts';
import { chargeFile } from './charge-file.ts';
import { type ContentCoding, compressBody, negotiateCoding } from './compression.ts';
import { createEtag, isNotModified } from './conditional-request.ts';

/**
 * Serves the schema as `/schema.graphql`, and the result of introspection as `/schema.json`. Introspection omits `@cost`
 * and `@listSize`, so clients read the costs of fields in `/schema.graphql`.
 */
export function createSchemaFiles(quota: VisitorQuota): Router {
  const sdl = new SchemaFile('text/plain', schemaText);
  let introspection: SchemaFile | undefined;
  const router = Router();
  router.get('/schema.graphql', (request, response) => sdl.send(quota, request, response));
  router.get('/schema.json', (request, response) => {
    introspection ??= new SchemaFile(
      'application/json',
      JSON.stringify({ data: introspectionFromSchema(buildSchema(schemaText)) }),
    );
    return introspection.send(quota, request, response);
  });
  return router;
}

/** A file that does not change while the gateway runs. It is compressed once for each coding that clients request. */
class SchemaFile {
  readonly #type: string;
  readonly #plain: Buffer;
  readonly #etag: string;
  readonly #compressed = new Map<ContentCoding, Promise<Buffer | null>>();

  constructor(type: string, text: string) {
    this.#type = type;
    this.#plain = Buffer.from(text);
    this.#etag = createEtag(text);
  }

  async send(quota: VisitorQuota, request: Request, response: Response): Promise<void> {
    if (!(await chargeFile(quota, 'file', request, response))) return;
    response.set({ 'cache-control': 'no-cache', etag: this.#etag, vary: 'Accept-Encoding' });
    if (isNotModified(request, this.#etag)) {
      response.status(304).end();
      return;
    }
    const coding = negotiateCoding(request.get('accept-encoding'));
    const compressed = await this.#compress(coding);
    if (compressed !== null) response.set('content-encoding', coding);
    const body = compressed ?? this.#plain;
    response.type(this.#type).set('content-length', `${body.length}`);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  #compress(coding: ContentCoding): Promise<Buffer | null> {
    const cached = this.#compressed.get(coding);
    if (cached !== undefined) return cached;
    const compressed = compressBody(this.#plain, coding);
    this.#compressed.set(coding, compressed);
    compressed.catch(() => this.#compressed.delete(coding));
    return compressed;
  }
}
