import { createServer, request } from 'node:http';
import express from 'express';
import { type ExecutionResult, graphql } from 'graphql';
import { beforeAll, beforeEach, expect } from 'vitest';
import type { StockChange, StockShown } from '#web/server/page-cache.ts';
import type { SitemapEntries } from '#web/server/sitemap.ts';
import {
  createStorefront,
  type ExecuteOperation,
  type Storefront,
  type StorefrontOptions,
} from '#web/server.ts';
import { closeServer, listenOnFreePort } from '../listen.ts';
import { resolveField, schema } from './gateway-stub.ts';
import { readRequest } from './trusted-documents.ts';

const author = { id: 'टिळक', name: 'टिळक' };
const language = { id: 'मराठी', name: 'मराठी' };
/** The only product that the stubbed gateway returns. */
export const book = {
  id: '7',
  sku: '7',
  name: 'गीतारहस्य </script><script>alert(1)</script>',
  price: 1250.5,
  mrp: 1500,
  discountPercent: 16.63,
  author,
  language,
  available: true,
  status: 'AVAILABLE',
  images: ['http://shop.test/media/7.svg'],
};
const page = {
  edges: [{ cursor: 'c', node: book }],
  nodes: [book],
  totalCount: 1,
  correctedSearch: null,
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: 'c', endCursor: 'c' },
  facets: {
    categories: [],
    languages: [],
    publishers: [],
    publisherCount: 0,
    authors: [],
    authorCount: 0,
  },
};
const catalogue = {
  products: page,
  languages: [{ ...language, thumbnail: null, productCount: 1, products: page }],
  categories: [],
  category: null,
  language: null,
  collections: ({ type, search }: { type: string; search: string }) => ({
    nodes: (collectionNamesBySearch[search] ?? []).map((name) => ({
      __typename: type === 'LANGUAGE' ? 'Language' : 'Category',
      id: name,
      name,
    })),
    correctedSearch: correctedSearches[search] ?? null,
  }),
  notifications: [{ id: '1', text: 'Free delivery in Pune' }],
  slides: [],
  marketingPosts: [],
};

/** The collections that each search finds. Like the gateway's, these searches also find names in other scripts. */
const collectionNamesBySearch: Record<string, string[]> = {
  marathi: ['मराठी'],
  novels: ["Children's Novels", 'Novels'],
  novel: ["Children's Novels", 'Novels'],
  'Café-Novéls': ['Cafe Novels'],
  'New Novels': ['Novels'],
  Nov: ['Novels'],
  शाता: ['शांता'],
  C: ['C#'],
  'मराठी कादंबरी': ['Marathi Novels, Translated'],
  'नवी कादंबरी': ['Kadambari Maza'],
};

/** The corrections of searches that are misspelled or have words that no collection contains. */
const correctedSearches: Record<string, string> = { 'New Novels': 'novels', 'नवी कादंबरी': 'kadambari' };

const sitemapEntries: SitemapEntries = {
  productIds: ['7', "8 & 'nine'"],
  collections: { category: [], language: ['मराठी'], publisher: [], author: ['टिळक'] },
};

export const renderImmediately: StorefrontOptions['limitRendering'] = (render) => render();

interface Settings {
  isCatalogueAvailable: boolean;
  /** Invalid results that make rendering fail, by operation name. */
  brokenResults: Map<string, ExecutionResult>;
  /** The stock that each result shows; undefined if it may show the stock of any product. */
  stockShown: StockShown | undefined;
  /** Whether the gateway knows the hashes of the storefront's documents. In development, it does not. */
  knowsHashes: boolean;
  /** Seconds until the visitor's network may request pages again; null if its quota is not used up. */
  retryAfterSeconds: number | null;
  limitRendering: StorefrontOptions['limitRendering'];
}

const createSettings = (): Settings => ({
  isCatalogueAvailable: true,
  brokenResults: new Map(),
  stockShown: undefined,
  knowsHashes: true,
  retryAfterSeconds: null,
  limitRendering: renderImmediately,
});

/** What the storefront has requested from the gateway and reported to it. */
interface Recording {
  operations: Array<{ name: string; origin: string }>;
  /** Each charged page, in order: `renderedPage`, `cachedPage` or, with further listing pages, `renderedPage +2`. */
  charges: string[];
  failures: unknown[];
  /** How often the entries of the sitemap were listed. */
  sitemapListCount: number;
}

const createRecording = (): Recording => ({ operations: [], charges: [], failures: [], sitemapListCount: 0 });

/** Executes operations like the gateway, on the catalogue above. */
function createExecute(settings: Settings, recording: Recording): ExecuteOperation {
  return async (operation, { origin }) => {
    if (!settings.knowsHashes && operation.query === undefined) {
      return { errors: [{ message: 'PersistedQueryNotFound' }] };
    }
    const { text, operationName, variables } = settings.knowsHashes
      ? readRequest(operation)
      : { ...operation, text: operation.query ?? '' };
    recording.operations.push({ name: operationName ?? '', origin });
    if (!settings.isCatalogueAvailable) {
      return { data: null, errors: [{ message: 'The catalogue is unavailable.' }] };
    }
    const result =
      settings.brokenResults.get(operationName ?? '') ??
      (await graphql({
        schema,
        source: text,
        rootValue: catalogue,
        variableValues: variables,
        operationName,
        fieldResolver: resolveField,
      }));
    const { stockShown } = settings;
    return { ...result, data: result.data ?? null, ...(stockShown && { stockShown }) };
  };
}

/**
 * Serves the built storefront, with a stubbed gateway, to the tests of one file. Before each test, the settings are
 * reset and the recording is emptied.
 */
export function setUpStorefront() {
  const settings = createSettings();
  const recording = createRecording();
  let catalogueVersion = 1;
  let notifyOfStockChange: (change: StockChange) => void = () =>
    expect.fail('nothing listens for changes in stock');
  let storefront: Storefront;
  let origin: string;

  beforeAll(async () => {
    storefront = await createStorefront({
      execute: createExecute(settings, recording),
      getOrigin: (request) => (request.get('host') === 'not a host' ? null : `http://${request.get('host')}`),
      getCatalogueVersion: () => String(catalogueVersion),
      onStockChanged: (listener) => {
        notifyOfStockChange = listener;
      },
      getSitemapEntries: () => {
        recording.sitemapListCount += 1;
        return settings.isCatalogueAvailable ? sitemapEntries : null;
      },
      chargePage: async (_, page, furtherListingPages = 0) => {
        const { retryAfterSeconds } = settings;
        recording.charges.push(furtherListingPages === 0 ? page : `${page} +${furtherListingPages}`);
        const headers: Record<string, string> =
          retryAfterSeconds === null
            ? { ratelimit: '"network";r=499000;t=42' }
            : { 'retry-after': String(retryAfterSeconds) };
        return { isGranted: retryAfterSeconds === null, headers };
      },
      limitRendering: (render, signal) => settings.limitRendering(render, signal),
      onFailure: (error) => recording.failures.push(error),
      sandbox: true,
      introspection: true,
      development: false,
    });
    const server = createServer(express().use(storefront.handler));
    origin = `http://127.0.0.1:${await listenOnFreePort(server)}`;
    return async () => {
      await closeServer(server);
      await storefront.close();
    };
  });
  beforeEach(() => {
    Object.assign(settings, createSettings());
    Object.assign(recording, createRecording());
    // Every test has its own version, so it never sees pages cached by another test. However, the page cache remembers
    // across versions which pages have been requested.
    catalogueVersion += 1;
  });

  return {
    settings,
    recording,
    getOrigin: () => origin,
    async open(path: string, headers: Record<string, string> = {}) {
      const response = await fetch(`${origin}${path}`, { headers, redirect: 'manual' });
      return { response, html: await response.text() };
    },
    /** Sends a request without `fetch`, which would normalize its path and replace its Host header. */
    requestStatus(path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
      const { port } = new URL(origin);
      return new Promise((resolve, reject) => {
        request({ host: '127.0.0.1', port, path, headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
    },
    /** Gives the catalogue a new version. */
    changeCatalogue() {
      catalogueVersion += 1;
    },
    changeStock: (change: StockChange) => notifyOfStockChange(change),
    canRender: () => storefront.canRender(),
  };
}
