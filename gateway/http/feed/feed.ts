import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import type { PartnerClient } from '../../auth/client.ts';
import { type CatalogueIndex, findListedProduct } from '../../catalogue/catalogue-index.ts';
import { PageArgumentError } from '../../catalogue/connection.ts';
import { extendSyncCursor, listIdsBetween, writeSyncCursor } from '../../catalogue/product-changes.ts';
import type { CatalogueLoader } from '../../catalogue/sync/loader.ts';
import { createRecord } from '../../domain/create-record.ts';
import { toRupees } from '../../domain/money.ts';
import { type CatalogueProduct, toProductStatus } from '../../domain/product.ts';
import { plainNumberFields, plainTextFields } from '../../domain/product-fields.ts';
import { encodeId } from '../../graphql/global-id.ts';
import type { SignedUrls } from '../../images/signed-urls.ts';
import { cachedResponseCost } from '../../quota/charge.ts';
import { createCompressor, negotiateCoding } from '../compression.ts';
import { isNotModified } from '../conditional-request.ts';
import { sendError } from '../errors.ts';
import { getRequestId, getShopOrigin, invalidHostMessage, type ProxySettings } from '../request-info.ts';
import type { FeedFormat, FeedProduct, FeedSource } from './feed-format.ts';
import { csvFormat, ndjsonFormat } from './json-and-csv.ts';
import { onixFormat } from './onix.ts';
import { authenticatePartner, chargePartner, type PartnerServices } from './partner-access.ts';

const formats: ReadonlyMap<string, FeedFormat> = new Map([
  ['products.ndjson', ndjsonFormat],
  ['products.csv', csvFormat],
  ['products.xml', onixFormat],
]);

/** Part of the `ETag`. To be increased when the fields of the files change. */
const fieldsVersion = 2;

/** Points for each product, which takes about 10 µs to write and compress. */
const productCost = 1;
/** Number of products written in one turn of the event loop. Other requests are served between the turns. */
const productsPerChunk = 100;

/** The services that the feeds need. */
export interface FeedServices extends PartnerServices {
  loader: CatalogueLoader;
  logger: Logger;
  signedUrls: SignedUrls;
  proxy: ProxySettings;
}

/** The part of the catalogue that a client requests. */
interface FeedRequest {
  index: CatalogueIndex;
  origin: string;
  /** Ids of the requested products: all, or those after the last one that the client has. */
  ids: readonly string[];
  /** The cursor to pass to `productChanges` afterwards; null if a download is resumed without an earlier cursor. */
  syncCursor: string | null;
}

/** A feed to send. */
interface Feed extends FeedRequest {
  format: FeedFormat;
  etag: string;
}

/**
 * Serves the whole catalogue as one file to partners, in the order of the SKUs. An interrupted download is resumed with
 * `?after=<SKU>&since=<cursor>`: the SKU of the last complete product, and the `Sync-Cursor` of the previous part. The
 * `Sync-Cursor` header is the cursor to pass to `productChanges` for all later changes. Unknown files are left to the
 * next handler.
 */
export function createFeedEndpoint(services: FeedServices): RequestHandler {
  const { loader, proxy } = services;
  const router = Router();
  router.get('/feed/:file', async (request, response, next) => {
    const format = formats.get(request.params.file);
    if (format === undefined) return next();
    const partner = await authenticatePartner(services, request, response);
    const feed = partner && (await readFeedRequest(loader, getShopOrigin(request, proxy), request, response));
    if (partner === null || feed === null) return;
    const etag = `W/"${fieldsVersion}-${feed.index.productsVersion}"`;
    await sendFeed(services, partner, { ...feed, format, etag }, request, response);
  });
  return router;
}

/**
 * Charges the partner and sends the feed. HEAD requests, and clients that already have the feed, get no body and
 * are charged only the points of a cached response.
 */
async function sendFeed(
  services: FeedServices,
  partner: PartnerClient,
  feed: Feed,
  request: Request,
  response: Response,
): Promise<void> {
  const isUnchanged = isNotModified(request, feed.etag);
  const hasBody = !isUnchanged && request.method !== 'HEAD';
  const points = hasBody ? feed.ids.length * productCost : cachedResponseCost;
  if (!(await chargePartner(services, partner, points, response))) return;
  response.set({
    'content-type': feed.format.contentType,
    'cache-control': 'private, no-cache',
    vary: 'Accept-Encoding, X-API-Key',
    etag: feed.etag,
    ...(feed.syncCursor !== null && { 'sync-cursor': feed.syncCursor }),
  });
  if (hasBody) await sendBody(services, feed, request, response);
  else response.status(isUnchanged ? 304 : 200).end();
}

/** Reads what a client requests; null after sending an error. */
async function readFeedRequest(
  { index }: CatalogueLoader,
  origin: string | null,
  { query }: Request,
  response: Response,
): Promise<FeedRequest | null> {
  const { after = null, since = null } = query;
  if (!isTextOrNull(after) || !isTextOrNull(since))
    sendError(response, 400, 'BAD_REQUEST', "Give each of the parameters 'after' and 'since' only once.");
  else if (origin === null) sendError(response, 400, 'BAD_REQUEST', invalidHostMessage);
  else if (index === null)
    sendError(response, 503, 'SERVICE_UNAVAILABLE', 'The catalogue is not loaded yet.');
  else {
    try {
      const syncCursor = createSyncCursor(index, after, since);
      return { index, origin, ids: listIdsBetween(await index.getSortedIds(), after, null), syncCursor };
    } catch (error) {
      if (!(error instanceof PageArgumentError)) throw error;
      sendError(response, 400, 'BAD_REQUEST', error.message);
    }
  }
  return null;
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

/** @throws {PageArgumentError} if `since` is not a cursor. */
function createSyncCursor(index: CatalogueIndex, after: string | null, since: string | null): string | null {
  if (after === null) return writeSyncCursor(index);
  return since === null ? null : extendSyncCursor(index, since, after);
}

/** Streams the products, as fast as the client receives them. */
async function sendBody(
  { loader, logger, signedUrls }: FeedServices,
  { index, origin, ids, format }: Feed,
  request: Request,
  response: Response,
): Promise<void> {
  const coding = negotiateCoding(request.headers['accept-encoding']);
  if (coding !== 'identity') response.set('content-encoding', coding);
  const source = { origin, confirmedAt: new Date(loader.confirmedAt ?? 0) };
  const text = Readable.from(writeFeed(signedUrls, index, ids, format, source));
  const compressor = createCompressor(coding);
  try {
    await pipeline(compressor === null ? [text, response] : [text, compressor, response]);
  } catch (err) {
    // The response has been started, so the failure cannot become an error response: the pipeline closes the connection.
    if (!isDisconnect(err))
      logger.error(
        { requestId: getRequestId(response), path: request.path, err },
        'a feed could not be sent completely',
      );
  }
}

/** Whether a pipeline failed because the client disconnected. */
function isDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** Writes the products of one version of the catalogue, even if the catalogue is refreshed meanwhile. */
async function* writeFeed(
  signedUrls: SignedUrls,
  index: CatalogueIndex,
  ids: readonly string[],
  format: FeedFormat,
  source: FeedSource,
): AsyncGenerator<string> {
  yield format.begin(source);
  for (let start = 0; start < ids.length; start += productsPerChunk) {
    await nextEventLoopTurn();
    const products = ids.slice(start, start + productsPerChunk).flatMap((id) => {
      const product = findListedProduct(index, id);
      return product === null ? [] : [createFeedProduct(product, source.origin, signedUrls)];
    });
    yield format.convert(products, source);
  }
  yield format.end;
}

function createFeedProduct(product: CatalogueProduct, origin: string, signedUrls: SignedUrls): FeedProduct {
  const { id, name, author, publisher, category, language, price, mrp } = product;
  return {
    id: encodeId('Product', id),
    sku: id,
    name,
    author,
    publisher,
    category,
    language,
    price: toRupees(price),
    mrp: mrp === null ? null : toRupees(mrp),
    discountPercent: product.discountPercent,
    available: product.available,
    status: toProductStatus(product.status),
    statusText: product.status,
    url: `${origin}/product/${encodeURIComponent(id)}`,
    thumbnail: signedUrls.createUrl(product.thumbnail, origin),
    images: product.images.map((image) => signedUrls.createUrl(image, origin)).filter((url) => url !== null),
    pdf: signedUrls.createUrl(product.pdf, origin),
    ...createRecord(plainTextFields, (field) => product[field]),
    ...createRecord(plainNumberFields, (field) => product[field]),
  };
}
