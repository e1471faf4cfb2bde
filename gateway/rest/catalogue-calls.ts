import type { z } from 'zod';
import type { Dimension } from '../catalogue/product.ts';
import type { ProductColumns } from '../catalogue/product-columns.ts';
import { readProducts } from '../catalogue/product-reading.ts';
import { conditionalHeaders } from './conditional-headers.ts';
import { couponShape, notificationShape, postShape, slideShape } from './content-shapes.ts';
import {
  asList,
  type DecodedList,
  type DropObserver,
  decodeList,
  decodeOne,
  digestOf,
  type ListAnswer,
  type ListVersion,
  refuseUnlessOk,
  unlessNoArray,
} from './decode.ts';
import { RestRefusal } from './errors.ts';
import {
  authorShape,
  categoryAnswerShape,
  categoryShape,
  languageShape,
  productShape,
  publisherShape,
} from './product-shapes.ts';
import type { RestAnswer, RestCall, RestTransport } from './transport.ts';

/** A call that gives a whole list. */
export interface ListCall<Content> {
  /** Asks the host; `unchanged` when it is still the version already known. */
  load(known: ListVersion | null, signal?: AbortSignal): Promise<ListAnswer<Content> | 'unchanged'>;
  /** Reads an answer that was kept. @throws {RestUnavailable} when it cannot be read. */
  decode(answer: RestAnswer, signal?: AbortSignal): Promise<ListAnswer<Content>>;
}

/** What a reader is told when products, or names of a dimension, cannot be had (spec.md 8). */
export const fetchTexts: Record<Dimension | 'product', string> = {
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

/** The reading calls of spec.md 7 that need no shopper. */
export function catalogueCalls(transport: RestTransport, onDrop: DropObserver) {
  function list<Content>(
    endpoint: string,
    shopperText: string,
    contentOf: (call: RestCall, answer: RestAnswer) => Promise<DecodedList<Content>>,
    limits: Pick<RestCall, 'deadline' | 'longestAnswer'> = {},
    normal: (answer: RestAnswer) => RestAnswer = (answer) => answer,
  ): ListCall<Content> {
    const callWith = (headers: Record<string, string>, signal?: AbortSignal) =>
      get(endpoint, `/${endpoint}`, shopperText, { headers, signal, ...limits });
    const read = async (call: RestCall, answer: RestAnswer, digest: string) => {
      const version = { etag: answer.headers.get('etag'), digest };
      return { ...(await contentOf(call, answer)), version, parts: answer.parts };
    };
    return {
      async load(known, signal) {
        const call = callWith(conditionalHeaders(known), signal);
        const answer = normal(await transport.send(call));
        if (answer.status === 304 && known !== null) return 'unchanged';
        const digest = await digestOf(answer);
        return digest === known?.digest ? 'unchanged' : read(call, answer, digest);
      },
      decode: async (answer, signal) => read(callWith({}, signal), answer, await digestOf(answer)),
    };
  }

  /** A list the catalogue is made of: one that is suddenly nothing at all is a fault of the host's. */
  function shelves<Shape extends z.ZodType>(endpoint: string, shape: Shape, shopperText: string) {
    return list(endpoint, shopperText, (call, answer) => decodeList(call, answer, shape, onDrop));
  }

  /** A list of the home page or of coupons, of which there may be none. */
  function contents<Shape extends z.ZodType>(endpoint: string, shape: Shape, shopperText: string) {
    const contentOf = (call: RestCall, answer: RestAnswer) => decodeList(call, answer, shape, onDrop);
    return list(endpoint, shopperText, contentOf, {}, asList);
  }

  async function productColumns(call: RestCall, answer: RestAnswer): Promise<DecodedList<ProductColumns>> {
    refuseUnlessOk(call, answer);
    return unlessNoArray(call, () =>
      readProducts(answer.parts, (reason) => onDrop(call.endpoint, reason), call.signal),
    );
  }

  return {
    products: list('getallproducts', fetchTexts.product, productColumns, {
      deadline: transport.policy.catalogueDeadline,
      longestAnswer: transport.policy.longestCatalogue,
    }),
    categories: shelves('getallCategory', categoryShape, fetchTexts.category),
    publishers: shelves('AllPublishers', publisherShape, fetchTexts.publisher),
    authors: shelves('AllAuthors', authorShape, fetchTexts.author),
    languages: shelves('AllLanguages', languageShape, fetchTexts.language),
    coupons: contents('AllCoupons', couponShape, 'Failed to fetch coupons'),
    notifications: contents('TodaysNotifications', notificationShape, 'Failed to fetch notifications'),
    marketingPosts: contents('AllMarketting', postShape, 'Failed to fetch posts'),
    slides: contents('AllSlideImages', slideShape, 'Failed to fetch slides'),

    /** One product; null when the host has none of that id. */
    async product(id: string, signal: AbortSignal) {
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
        decodeOne(call, await transport.send(call), productShape.nullable()),
      );
    },

    /** The products of one category, publisher, author or language; empty when there are none. */
    async productsOf(dimension: Dimension, name: string, signal: AbortSignal) {
      const endpoint = byDimension[dimension];
      const call = get(endpoint, `/${endpoint}`, fetchTexts.product, {
        query: { [dimension]: name },
        signal,
      });
      const answer = await nullWhenMissing(async () =>
        decodeList(call, asList(await transport.send(call)), productShape, onDrop),
      );
      return answer?.content ?? [];
    },

    /** One category by its name; null when there is none. */
    async category(name: string, signal: AbortSignal) {
      const endpoint = 'CategoryByCategoryName';
      const call = get(endpoint, `/${endpoint}`, fetchTexts.category, {
        query: { categoryName: name },
        signal,
      });
      return nullWhenMissing(async () => decodeOne(call, await transport.send(call), categoryAnswerShape));
    },
  };
}

function get(
  endpoint: string,
  path: string,
  shopperText: string,
  rest: Pick<RestCall, 'query' | 'headers' | 'signal' | 'deadline' | 'longestAnswer'>,
): RestCall {
  return { endpoint, method: 'GET', path, shopperText, ...rest };
}

async function nullWhenMissing<Found>(read: () => Promise<Found>): Promise<Found | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RestRefusal && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}
