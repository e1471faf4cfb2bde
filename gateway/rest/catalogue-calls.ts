import type { z } from 'zod';
import type { Dimension } from '../domain/product.ts';
import { createCall, type RestCall, type RestResponse } from './call.ts';
import {
  authorSchema,
  categoryResponseSchema,
  categorySchema,
  couponSchema,
  languageSchema,
  notificationSchema,
  postSchema,
  productSchema,
  publisherSchema,
  slideSchema,
} from './catalogue-schema.ts';
import {
  assertOk,
  type DecodedList,
  decodeList,
  decodeObject,
  decodeRecords,
  type ListObserver,
  normalizeEmptyList,
  runDecoder,
} from './decode-response.ts';
import { UpstreamRejectedError } from './errors.ts';
import { createConditionalHeaders } from './http-pool.ts';
import type { Chunks } from './json.ts';
import type { RestTransport } from './transport.ts';

const productOrNullSchema = productSchema.nullable();

/** A list that was fetched. */
export interface FetchedList<Body> {
  /**
   * Whether the list is accepted even if it is much shorter than before, because it may be empty in a healthy shop or
   * the host validates its records. A much shorter list with invalid records is rejected in any case.
   */
  mayShrink: boolean;
  body: Body;
}

/** A call that returns a whole list. */
export interface ListCall<Item> {
  /**
   * Fetches the list; null if the host responds that the cached version is still current.
   *
   * @param receive reads the body. If a response is interrupted, it is called again for the next attempt.
   */
  fetch<Body>(
    cached: { etag: string | null } | null,
    receive: (body: Chunks, etag: string | null) => Promise<Body>,
    signal?: AbortSignal,
  ): Promise<FetchedList<Body> | null>;
  /**
   * Runs a decoder of the body, such as `decodeRecords`, and reports the records that it drops.
   *
   * @throws {UpstreamUnavailableError} when the body is not a list.
   */
  decode<List extends DecodedList<unknown>>(
    decodeBody: (onDrop: (reason: string) => void) => Promise<List>,
  ): Promise<List>;
  /** Decodes the body into an array of records. @throws {InvalidArrayError} */
  decodeRecords(body: Chunks, onDrop: (reason: string) => void): Promise<DecodedList<Item[]>>;
}

interface ListOptions {
  /** Whether the list can be empty in a healthy shop. The host may then also send no content or `null`. */
  mayBeEmpty?: boolean;
  /** Whether the list may be too large for memory. It is then read as it arrives, without a limit on the total time. */
  isStreamed?: boolean;
}

/** Messages to users when products or collections cannot be fetched (requirements.md 8, except for categories). */
export const fetchErrorMessages: Record<Dimension | 'product', string> = {
  product: 'Failed to fetch products',
  category: 'Failed to fetch categories',
  publisher: 'Failed to fetch publishers',
  author: 'Failed to fetch authors',
  language: 'Failed to fetch languages',
};

const productsPaths = {
  category: '/productsByCategory',
  publisher: '/ProductsByPublisher',
  author: '/ProductsByAuthor',
  language: '/ProductsByLanguage',
} as const;

/**
 * A host that sends this header validated each record before storing it. If its list shrinks, its owner
 * has removed records on purpose.
 */
const validatedHeader = 'catalogue-validated';

/** The read calls of requirements.md 7 whose responses are the same for all clients. */
export function createCatalogueClient(transport: RestTransport, onDecoded: ListObserver) {
  function createListCall<Schema extends z.ZodType>(
    endpoint: string,
    schema: Schema,
    userMessage: string,
    { mayBeEmpty = false, isStreamed = false }: ListOptions = {},
  ): ListCall<z.output<Schema>> {
    const baseCall = createCall('GET', `/${endpoint}`, userMessage);
    return {
      async fetch(cached, receive, signal) {
        const headers = createConditionalHeaders({ etag: cached?.etag ?? null, lastModified: null });
        const call: RestCall = { ...baseCall, headers, signal };
        const read = async (response: RestResponse, body: Chunks) => {
          if (response.status === 304 && cached !== null) return null;
          assertOk(call, response);
          const mayShrink = mayBeEmpty || response.headers[validatedHeader] === 'true';
          return { mayShrink, body: await receive(body, response.headers.etag ?? null) };
        };
        if (isStreamed) {
          return transport.stream(call, (response) =>
            read({ ...response, body: new Uint8Array() }, response.body),
          );
        }
        const response = await transport.send(call);
        const list = mayBeEmpty ? normalizeEmptyList(response) : response;
        return read(list, [list.body]);
      },
      decode: (decodeBody) => runDecoder(baseCall, onDecoded, decodeBody),
      decodeRecords: (body, onDrop) => decodeRecords(body, schema, onDrop),
    };
  }

  const optional = { mayBeEmpty: true };

  return {
    products: createListCall('getallproducts', productSchema, fetchErrorMessages.product, {
      isStreamed: true,
    }),
    categories: createListCall('getallCategory', categorySchema, fetchErrorMessages.category),
    publishers: createListCall('AllPublishers', publisherSchema, fetchErrorMessages.publisher),
    authors: createListCall('AllAuthors', authorSchema, fetchErrorMessages.author),
    languages: createListCall('AllLanguages', languageSchema, fetchErrorMessages.language),
    coupons: createListCall('AllCoupons', couponSchema, 'Failed to fetch coupons', optional),
    notifications: createListCall(
      'TodaysNotifications',
      notificationSchema,
      'Failed to fetch notifications',
      optional,
    ),
    marketingPosts: createListCall('AllMarketting', postSchema, 'Failed to fetch posts', optional),
    slides: createListCall('AllSlideImages', slideSchema, 'Failed to fetch slides', optional),

    /** A product; null when the host has none with this id. */
    async getProduct(id: string, signal: AbortSignal) {
      // Path segments '.' and '..' would address another endpoint, and a URL cannot encode a lone surrogate.
      if (id === '.' || id === '..' || !id.isWellFormed()) return null;
      const path = `/getproductbyid/${encodeURIComponent(id)}` as const;
      const call = createCall('GET', path, 'Failed to fetch product', { signal });
      return nullIfNotFound(async () => decodeObject(call, await transport.send(call), productOrNullSchema));
    },

    /** The products of a collection; empty when it has none. */
    async listProductsByCollection(dimension: Dimension, name: string, signal: AbortSignal) {
      const query = { [dimension]: name };
      const call = createCall('GET', productsPaths[dimension], fetchErrorMessages.product, { query, signal });
      const products = await nullIfNotFound(async () =>
        decodeList(call, normalizeEmptyList(await transport.send(call)), productSchema, onDecoded),
      );
      return products ?? [];
    },

    /** A category by name; null when the host has none. */
    async getCategory(name: string, signal: AbortSignal) {
      const query = { categoryName: name };
      const call = createCall('GET', '/CategoryByCategoryName', fetchErrorMessages.category, {
        query,
        signal,
      });
      return nullIfNotFound(async () =>
        decodeObject(call, await transport.send(call), categoryResponseSchema),
      );
    },
  };
}

/** Some hosts respond with 400 instead of 404 for a record that does not exist. */
async function nullIfNotFound<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UpstreamRejectedError && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}
