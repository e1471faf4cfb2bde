import type { z } from 'zod';
import type { Dimension } from '../domain/product.ts';
import { conditionalHeaders } from './conditional-headers.ts';
import { couponSchema, notificationSchema, postSchema, slideSchema } from './content-schema.ts';
import {
  assertOk,
  convertNotAnArrayError,
  type DecodedList,
  type DropObserver,
  decodeList,
  decodeObject,
  decodeRecords,
  normalizeEmptyList,
} from './decode-response.ts';
import { UpstreamRejectedError } from './errors.ts';
import {
  authorSchema,
  categoryResponseSchema,
  categorySchema,
  languageSchema,
  productSchema,
  publisherSchema,
} from './product-schema.ts';
import type { RestCall, RestResponse, RestTransport } from './transport.ts';

/** Decodes the body of a list into records, or into another form. */
export type BodyDecoder<Content> = (
  chunks: readonly Uint8Array[],
  onDrop: (reason: string) => void,
  signal?: AbortSignal,
) => Promise<DecodedList<Content>>;

/** A decoded list, and whether it may be much shorter than before without a fault of the host being likely. */
export interface TrustedList<Content> extends DecodedList<Content> {
  mayShrink: boolean;
}

/** A call that returns a whole list. */
export interface ListCall<Item> {
  /** Fetches the list; null if the host responds that the version with this `etag` is still current. */
  fetch(known: { etag: string | null } | null, signal?: AbortSignal): Promise<RestResponse | null>;
  /**
   * Decodes a fresh or cached response.
   *
   * @throws {UpstreamUnavailableError} when it is not a list.
   */
  decode<Content>(
    response: RestResponse,
    decodeBody: BodyDecoder<Content>,
    signal?: AbortSignal,
  ): Promise<TrustedList<Content>>;
  /** Decodes the body into an array of records. */
  readonly decodeBody: BodyDecoder<Item[]>;
}

interface ListOptions {
  /** Whether the list can be empty in a healthy shop. The host may then also send no content or `null`. */
  mayBeEmpty: boolean;
  limits?: Pick<RestCall, 'timeoutMs' | 'maxResponseBytes'>;
}

/** Messages to users when products or collections cannot be fetched (requirements.md 8). */
export const fetchErrorMessages: Record<Dimension | 'product', string> = {
  product: 'Failed to fetch products',
  category: 'Failed to fetch categories',
  publisher: 'Failed to fetch publishers',
  author: 'Failed to fetch authors',
  language: 'Failed to fetch languages',
};

const productsEndpoints: Record<Dimension, string> = {
  category: 'productsByCategory',
  publisher: 'ProductsByPublisher',
  author: 'ProductsByAuthor',
  language: 'ProductsByLanguage',
};

/**
 * A host that sends this header validated each record before storing it. If its list shrinks, its owner
 * has removed records on purpose.
 */
const validatedHeader = 'catalogue-validated';

/** The read calls of requirements.md 7 that are the same for all visitors. */
export function catalogueCalls(transport: RestTransport, onDrop: DropObserver) {
  function listCall<Schema extends z.ZodType>(
    endpoint: string,
    schema: Schema,
    userMessage: string,
    { mayBeEmpty, limits = {} }: ListOptions,
  ): ListCall<z.output<Schema>> {
    const createCall = (options: Pick<RestCall, 'headers' | 'signal'>) =>
      get(endpoint, `/${endpoint}`, userMessage, { ...options, ...limits });
    return {
      async fetch(known, signal) {
        const call = createCall({ headers: conditionalHeaders(known), signal });
        const response = await transport.send(call);
        if (response.status === 304 && known !== null) return null;
        return mayBeEmpty ? normalizeEmptyList(response) : response;
      },
      async decode(response, decodeBody, signal) {
        const call = createCall({ signal });
        assertOk(call, response);
        const list = await convertNotAnArrayError(call, () =>
          decodeBody(response.chunks, (reason) => onDrop(endpoint, reason), signal),
        );
        const isValidated = response.headers[validatedHeader] === 'true';
        return { ...list, mayShrink: list.dropped === 0 && (mayBeEmpty || isValidated) };
      },
      decodeBody: (chunks, onDropRecord) => decodeRecords(chunks, schema, onDropRecord),
    };
  }

  const [required, optional] = [{ mayBeEmpty: false }, { mayBeEmpty: true }];
  const { catalogueTimeoutMs, maxCatalogueBytes } = transport.policy;

  return {
    products: listCall('getallproducts', productSchema, fetchErrorMessages.product, {
      ...required,
      limits: { timeoutMs: catalogueTimeoutMs, maxResponseBytes: maxCatalogueBytes },
    }),
    categories: listCall('getallCategory', categorySchema, fetchErrorMessages.category, required),
    publishers: listCall('AllPublishers', publisherSchema, fetchErrorMessages.publisher, required),
    authors: listCall('AllAuthors', authorSchema, fetchErrorMessages.author, required),
    languages: listCall('AllLanguages', languageSchema, fetchErrorMessages.language, required),
    coupons: listCall('AllCoupons', couponSchema, 'Failed to fetch coupons', optional),
    notifications: listCall(
      'TodaysNotifications',
      notificationSchema,
      'Failed to fetch notifications',
      optional,
    ),
    marketingPosts: listCall('AllMarketting', postSchema, 'Failed to fetch posts', optional),
    slides: listCall('AllSlideImages', slideSchema, 'Failed to fetch slides', optional),

    /** A product; null when the host has none with this id. */
    async getProduct(id: string, signal: AbortSignal) {
      // Path segments '.' and '..' would address another endpoint, and a URL cannot encode a lone surrogate.
      if (id === '.' || id === '..' || !id.isWellFormed()) return null;
      const path = `/getproductbyid/${encodeURIComponent(id)}`;
      const call = get('getproductbyid', path, 'Failed to fetch product', { signal });
      return nullIfNotFound(async () =>
        decodeObject(call, await transport.send(call), productSchema.nullable()),
      );
    },

    /** The products of a collection; empty when it has none. */
    async listProductsOf(dimension: Dimension, name: string, signal: AbortSignal) {
      const endpoint = productsEndpoints[dimension];
      const query = { [dimension]: name };
      const call = get(endpoint, `/${endpoint}`, fetchErrorMessages.product, { query, signal });
      const products = await nullIfNotFound(async () =>
        decodeList(call, normalizeEmptyList(await transport.send(call)), productSchema, onDrop),
      );
      return products ?? [];
    },

    /** A category by name; null when the host has none. */
    async getCategory(name: string, signal: AbortSignal) {
      const endpoint = 'CategoryByCategoryName';
      const query = { categoryName: name };
      const call = get(endpoint, `/${endpoint}`, fetchErrorMessages.category, { query, signal });
      return nullIfNotFound(async () =>
        decodeObject(call, await transport.send(call), categoryResponseSchema),
      );
    },
  };
}

function get(
  endpoint: string,
  path: string,
  userMessage: string,
  options: Pick<RestCall, 'query' | 'headers' | 'signal' | 'timeoutMs' | 'maxResponseBytes'>,
): RestCall {
  return { endpoint, method: 'GET', path, userMessage, ...options };
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
