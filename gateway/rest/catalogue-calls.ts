import type { z } from 'zod';
import type { Dimension } from '../catalogue/product.ts';
import { couponShape, notificationShape, postShape, slideShape } from './content-shapes.ts';
import { type DropObserver, decodeList, decodeOne, type ListAnswer, type ListVersion } from './decode.ts';
import { RestRefusal } from './errors.ts';
import { restPolicy } from './policy.ts';
import {
  authorShape,
  categoryAnswerShape,
  categoryShape,
  languageShape,
  productShape,
  publisherShape,
} from './product-shapes.ts';
import type { RestCall, RestTransport } from './transport.ts';

/** Gives a whole list, or `unchanged` when it is still the version already known. */
export type ListReader<Item> = (
  known: ListVersion | null,
  signal?: AbortSignal,
) => Promise<ListAnswer<Item> | 'unchanged'>;

const byDimension: Record<Dimension, string> = {
  category: 'productsByCategory',
  publisher: 'ProductsByPublisher',
  author: 'ProductsByAuthor',
  language: 'ProductsByLanguage',
};

/** The reading calls of spec.md 7 that need no shopper. */
export function catalogueCalls(transport: RestTransport, onDrop: DropObserver) {
  function list<Shape extends z.ZodType>(
    endpoint: string,
    shape: Shape,
    shopperText: string,
    limits: Pick<RestCall, 'deadline' | 'longestAnswer'> = {},
  ): ListReader<z.output<Shape>> {
    return async (known, signal) => {
      const headers: Record<string, string> = known?.etag ? { 'if-none-match': known.etag } : {};
      const call = get(endpoint, `/${endpoint}`, shopperText, { headers, signal, ...limits });
      return decodeList(call, await transport.send(call), shape, onDrop, known);
    };
  }

  return {
    products: list('getallproducts', productShape, 'Failed to fetch products', {
      deadline: restPolicy.catalogueDeadline,
      longestAnswer: restPolicy.longestCatalogue,
    }),
    categories: list('getallCategory', categoryShape, 'Failed to fetch categories'),
    publishers: list('AllPublishers', publisherShape, 'Failed to fetch publishers'),
    authors: list('AllAuthors', authorShape, 'Failed to fetch authors'),
    languages: list('AllLanguages', languageShape, 'Failed to fetch languages'),
    coupons: list('AllCoupons', couponShape, 'Failed to fetch coupons'),
    notifications: list('TodaysNotifications', notificationShape, 'Failed to fetch notifications'),
    marketingPosts: list('AllMarketting', postShape, 'Failed to fetch posts'),
    slides: list('AllSlideImages', slideShape, 'Failed to fetch slides'),

    /** One product; null when the host has none of that id. */
    async product(id: string, signal: AbortSignal) {
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
      const call = get(endpoint, `/${endpoint}`, 'Failed to fetch products', {
        query: { [dimension]: name },
        signal,
      });
      const answer = await nullWhenMissing(async () =>
        decodeList(call, await transport.send(call), productShape, onDrop),
      );
      return answer === null || answer === 'unchanged' ? [] : answer.items;
    },

    /** One category by its name; null when there is none. */
    async category(name: string, signal: AbortSignal) {
      const endpoint = 'CategoryByCategoryName';
      const call = get(endpoint, `/${endpoint}`, 'Failed to fetch categories', {
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
