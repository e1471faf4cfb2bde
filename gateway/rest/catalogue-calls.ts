import type { z } from 'zod';
import type { ProductColumns } from '../catalogue/columns/product-columns.ts';
import { readProducts } from '../catalogue/sync/decode-products.ts';
import { extentOfProducts, extentOfRecords, type ListExtent } from '../catalogue/sync/list-loss.ts';
import type { Dimension } from '../domain/product.ts';
import { conditionalHeaders } from './conditional-headers.ts';
import { couponSchema, notificationSchema, postSchema, slideSchema } from './content-schema.ts';
import {
  assertOk,
  type DecodedList,
  type DropObserver,
  decodeList,
  decodeOne,
  digestOf,
  emptyAsList,
  type ListAnswer,
  type ListVersion,
  mapNotAnArray,
} from './decode-response.ts';
import { UpstreamRejectedError } from './errors.ts';
import {
  authorSchema,
  categoryAnswerSchema,
  categorySchema,
  languageSchema,
  productSchema,
  publisherSchema,
} from './product-schema.ts';
import type { RestCall, RestResponse, RestTransport } from './transport.ts';

/** A call that gives a whole list. */
export interface ListCall<Content> {
  /**
   * Asks the host; `unchanged` when it is still the version already known, `refused` when it is the one
   * with that digest, which is then not read again.
   */
  load(
    known: ListVersion | null,
    refusedDigest: string | null,
    signal?: AbortSignal,
  ): Promise<ListAnswer<Content> | 'unchanged' | 'refused'>;
  /** Reads an answer that was kept. @throws {UpstreamUnavailableError} when it cannot be read. */
  decode(answer: RestResponse, signal?: AbortSignal): Promise<ListAnswer<Content>>;
}

/** How the answer to a call is read. */
interface ListReading<Content> {
  contentOf(call: RestCall, answer: RestResponse): Promise<DecodedList<Content>>;
  extentOf(content: Content): ListExtent;
  /** Whether a host may have none, today or ever; it may then also answer with nothing at all. */
  mayBeEmpty: boolean;
  limits?: Pick<RestCall, 'timeoutMs' | 'maxResponseBytes'>;
}

/** What a reader is told when products, or names of a dimension, cannot be had (requirements.md 8). */
export const fetchErrorMessages: Record<Dimension | 'product', string> = {
  product: 'Failed to fetch products',
  category: 'Failed to fetch categories',
  publisher: 'Failed to fetch publishers',
  author: 'Failed to fetch authors',
  language: 'Failed to fetch languages',
};

const byDimension: Record<Dimension, string> = {
  category: 'productsByCategory',
  publisher: 'ProductsByPublisher',
  author: 'ProductsByAuthor',
  language: 'ProductsByLanguage',
};

/**
 * By this header a host says that it checked each record when it was stored: its owner means what the
 * list holds.
 */
const validatedHeader = 'catalogue-validated';

/** The reading calls of requirements.md 7 that need no shopper. */
export function catalogueCalls(transport: RestTransport, onDrop: DropObserver) {
  function list<Content>(
    endpoint: string,
    userMessage: string,
    { contentOf, extentOf, mayBeEmpty, limits = {} }: ListReading<Content>,
  ): ListCall<Content> {
    const normal = (answer: RestResponse) => (mayBeEmpty ? emptyAsList(answer) : answer);
    const callWith = (headers: Record<string, string>, signal?: AbortSignal) =>
      get(endpoint, `/${endpoint}`, userMessage, { headers, signal, ...limits });
    const read = async (call: RestCall, answer: RestResponse, digest: string) => {
      const version = { etag: answer.headers.get('etag'), digest };
      const isValidated = answer.headers.get(validatedHeader) === 'true';
      const { content, dropped } = await contentOf(call, answer);
      const mayShrink = dropped === 0 && (mayBeEmpty || isValidated);
      return { content, dropped, extent: extentOf(content), mayShrink, version, parts: answer.parts };
    };
    return {
      async load(known, refusedDigest, signal) {
        const call = callWith(conditionalHeaders(known), signal);
        const answer = normal(await transport.send(call));
        if (answer.status === 304 && known !== null) return 'unchanged';
        const digest = await digestOf(answer);
        if (digest === known?.digest) return 'unchanged';
        return digest === refusedDigest ? 'refused' : read(call, answer, digest);
      },
      decode: async (answer, signal) => read(callWith({}, signal), answer, await digestOf(answer)),
    };
  }

  /** A list the catalogue is made of: one that is suddenly nothing at all is a fault of the host's. */
  function shelves<Shape extends z.ZodType>(endpoint: string, shape: Shape, userMessage: string) {
    const contentOf = (call: RestCall, answer: RestResponse) => decodeList(call, answer, shape, onDrop);
    return list<z.output<Shape>[]>(endpoint, userMessage, {
      contentOf,
      extentOf: extentOfRecords,
      mayBeEmpty: false,
    });
  }

  /** A list of the home page or of coupons, of which there may be none. */
  function contents<Shape extends z.ZodType>(endpoint: string, shape: Shape, userMessage: string) {
    const contentOf = (call: RestCall, answer: RestResponse) => decodeList(call, answer, shape, onDrop);
    return list<z.output<Shape>[]>(endpoint, userMessage, {
      contentOf,
      extentOf: extentOfRecords,
      mayBeEmpty: true,
    });
  }

  async function productColumns(call: RestCall, answer: RestResponse): Promise<DecodedList<ProductColumns>> {
    assertOk(call, answer);
    return mapNotAnArray(call, () =>
      readProducts(answer.parts, (reason) => onDrop(call.endpoint, reason), call.signal),
    );
  }

  return {
    products: list('getallproducts', fetchErrorMessages.product, {
      contentOf: productColumns,
      extentOf: extentOfProducts,
      mayBeEmpty: false,
      limits: {
        timeoutMs: transport.policy.catalogueTimeoutMs,
        maxResponseBytes: transport.policy.maxCatalogueBytes,
      },
    }),
    categories: shelves('getallCategory', categorySchema, fetchErrorMessages.category),
    publishers: shelves('AllPublishers', publisherSchema, fetchErrorMessages.publisher),
    authors: shelves('AllAuthors', authorSchema, fetchErrorMessages.author),
    languages: shelves('AllLanguages', languageSchema, fetchErrorMessages.language),
    coupons: contents('AllCoupons', couponSchema, 'Failed to fetch coupons'),
    notifications: contents('TodaysNotifications', notificationSchema, 'Failed to fetch notifications'),
    marketingPosts: contents('AllMarketting', postSchema, 'Failed to fetch posts'),
    slides: contents('AllSlideImages', slideSchema, 'Failed to fetch slides'),

    /** One product; null when the host has none of that id. */
    async getProduct(id: string, signal: AbortSignal) {
      // Steps of a path lead out of this call, and half a surrogate pair cannot be part of an address.
      if (id === '.' || id === '..' || !id.isWellFormed()) return null;
      const call = get(
        'getproductbyid',
        `/getproductbyid/${encodeURIComponent(id)}`,
        'Failed to fetch product',
        {
          signal,
        },
      );
      return nullWhenMissing(async () =>
        decodeOne(call, await transport.send(call), productSchema.nullable()),
      );
    },

    /** The products of one category, publisher, author or language; empty when there are none. */
    async listProductsOf(dimension: Dimension, name: string, signal: AbortSignal) {
      const endpoint = byDimension[dimension];
      const call = get(endpoint, `/${endpoint}`, fetchErrorMessages.product, {
        query: { [dimension]: name },
        signal,
      });
      const answer = await nullWhenMissing(async () =>
        decodeList(call, emptyAsList(await transport.send(call)), productSchema, onDrop),
      );
      return answer?.content ?? [];
    },

    /** One category by its name; null when there is none. */
    async getCategory(name: string, signal: AbortSignal) {
      const endpoint = 'CategoryByCategoryName';
      const call = get(endpoint, `/${endpoint}`, fetchErrorMessages.category, {
        query: { categoryName: name },
        signal,
      });
      return nullWhenMissing(async () => decodeOne(call, await transport.send(call), categoryAnswerSchema));
    },
  };
}

function get(
  endpoint: string,
  path: string,
  userMessage: string,
  rest: Pick<RestCall, 'query' | 'headers' | 'signal' | 'timeoutMs' | 'maxResponseBytes'>,
): RestCall {
  return { endpoint, method: 'GET', path, userMessage, ...rest };
}

async function nullWhenMissing<Found>(read: () => Promise<Found>): Promise<Found | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UpstreamRejectedError && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}
