/**
 * Stores the pages that this browser has opened, so that they can be read without a connection. It is bundled into
 * `/service-worker.js` (web/build/service-worker.ts).
 *
 * The network is tried first, and a stored copy is used only if the network fails. Files of a build are the exception:
 * they never change, so a stored copy is used without asking the network. The worker does not handle mutations, so it
 * cannot send an order twice.
 */
import { isRecord, listUserErrors } from '#web/payload.ts';
import type { OfflineMessage, PageMessage, PageOpened } from './messages.ts';

/** TypeScript's worker types conflict with its DOM types, so the parts that are used here are declared. */
interface LifetimeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends LifetimeEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
interface PageClient {
  postMessage(message: OfflineMessage): void;
}
interface PageMessageEvent extends LifetimeEvent {
  data: PageMessage;
  source: PageClient | null;
}
interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: LifetimeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  addEventListener(type: 'message', listener: (event: PageMessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; matchAll(): Promise<PageClient[]> };
  registration: { navigationPreload?: { enable(): Promise<void> } };
  location: { origin: string };
}
declare const self: WorkerScope;
/** Replaced in the build by a digest of the names of its files. */
declare const buildId: string;

/** Scripts, styles and fonts of the build, and the page for URLs that have not been opened. */
const assets = { name: `assets-${buildId}`, maxEntries: 1000 };
/** Pages, and results of visitors' queries. */
const pages = { name: `pages-${buildId}`, maxEntries: 200 };
/** Results of the queries that were sent with a shopper's token. */
const personalResults = { name: `personal-${buildId}`, maxEntries: 50 };
const images = { name: `images-${buildId}`, maxEntries: 200 };
const stores = [assets, pages, personalResults, images];
type Store = (typeof stores)[number];
/**
 * The cache of the products that each shopper last saw on the wish list (web/features/wishlist/wishlist-changes.ts). It
 * outlives the session, so that the next visit can be compared with the last one. Only a logout deletes it, or the
 * login of another shopper during the session.
 */
const wishlist = { name: 'wishlist' };

const offlinePage = '/offline';

/** The number of sessions that have ended, to recognize late responses with the data of an ended session. */
let endedSessionCount = 0;
/** Undefined after the browser has restarted this worker, while the pages still show what it told them before. */
let status: OfflineMessage | undefined;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener('activate', (event) => event.waitUntil(activate()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method === 'POST') {
    // The page marks the queries whose results are stored (web/apollo/stored-results-link.ts).
    const isMarked = request.headers.get('cache-control')?.startsWith('stale-if-error') === true;
    if (url.pathname === '/graphql' && isMarked) event.respondWith(handleQuery(event));
    return;
  }
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    if (request.destination === 'document' && !url.pathname.startsWith('/sandbox')) {
      event.respondWith(handleNavigation(event));
    }
  } else if (url.pathname.startsWith('/assets/')) event.respondWith(handleAsset(event));
  else if (request.destination === 'image') event.respondWith(handleImage(event));
});

self.addEventListener('message', (event) => {
  const { data } = event;
  if (data.kind === 'page-opened') {
    if (status !== undefined) event.source?.postMessage(status);
    event.waitUntil(storeOpenedPage(data));
  } else if (data.kind === 'language-changed') {
    event.waitUntil(storeOfflinePage(data.language));
  } else if (data.kind === 'session-ended') {
    endedSessionCount += 1;
    const logoutStores = data.reason === 'expired' ? [] : [wishlist];
    event.waitUntil(deleteStores([pages, personalResults, images, ...logoutStores]));
  } else event.waitUntil(deleteStores([personalResults]));
});

async function deleteStores(storesToDelete: ReadonlyArray<{ name: string }>): Promise<void> {
  await Promise.all(storesToDelete.map(({ name }) => caches.delete(name)));
}

/** Deletes the copies of previous builds, enables navigation preload, and takes control of the open pages. */
async function activate(): Promise<void> {
  const current = [...stores, wishlist].map(({ name }) => name);
  const outdated = (await caches.keys()).filter((name) => !current.includes(name));
  await Promise.all(outdated.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function handleNavigation(event: RequestEvent): Promise<Response> {
  const { request } = event;
  const endedSessionCountAtStart = endedSessionCount;
  try {
    const response = (await event.preloadResponse) ?? (await fetch(request));
    // Firefox doesn't reject the promise of a failed preload, but resolves it with an error response.
    if (response.type === 'error') throw new Error('The navigation preload failed.');
    setStatus({ isOffline: false, storedAt: null });
    if (isComplete(response))
      event.waitUntil(store(pages, request.url, response.clone(), endedSessionCountAtStart));
    return response;
  } catch {
    return (await findCopy(pages, request.url)) ?? (await findCopy(assets, offlinePage)) ?? Response.error();
  }
}

async function handleQuery(event: RequestEvent): Promise<Response> {
  const { request } = event;
  const endedSessionCountAtStart = endedSessionCount;
  const token = request.headers.get('authorization');
  const target = token === null ? pages : personalResults;
  const key = `/graphql?${await computeDigest(`${token}\n${await request.clone().text()}`)}`;
  try {
    const response = await fetch(request);
    setStatus({ isOffline: false, storedAt: null });
    if (isComplete(response))
      event.waitUntil(storeResult(target, key, response.clone(), endedSessionCountAtStart));
    return response;
  } catch (error) {
    // The page may have a newer result than the stored one.
    const mayBeStale = request.headers.get('cache-control') !== 'stale-if-error=0';
    const copy = mayBeStale ? await findCopy(target, key) : reportOffline();
    if (copy === undefined) throw error;
    return copy;
  }
}

async function storeResult(
  target: Store,
  key: string,
  response: Response,
  endedSessionCountAtStart: number,
): Promise<void> {
  const body: unknown = await response.clone().json();
  if (!hasErrors(body)) await store(target, key, response, endedSessionCountAtStart);
}

/** Whether a result has GraphQL errors, or user errors such as those of a quote. */
function hasErrors(body: unknown): boolean {
  return !isRecord(body) || 'errors' in body || listUserErrors(body.data).length > 0;
}

/** The files of a build have a hash in their names, so a copy is always current. */
async function handleAsset(event: RequestEvent): Promise<Response> {
  const { request } = event;
  const copy = await match(assets, request.url);
  if (copy !== undefined) return copy;
  const response = await fetch(request);
  if (isComplete(response)) event.waitUntil(store(assets, request.url, response.clone(), endedSessionCount));
  return response;
}

async function handleImage(event: RequestEvent): Promise<Response> {
  const { request } = event;
  const endedSessionCountAtStart = endedSessionCount;
  try {
    const response = await fetch(request);
    if (isComplete(response))
      event.waitUntil(store(images, request.url, response.clone(), endedSessionCountAtStart));
    return response;
  } catch (error) {
    const copy = await match(images, request.url);
    if (copy === undefined) throw error;
    return copy;
  }
}

/** Stores what a page loaded before this worker was active. Most of it is still in the browser's HTTP cache. */
async function storeOpenedPage({ page, resources, language }: PageOpened): Promise<void> {
  const endedSessionCountAtStart = endedSessionCount;
  const add = async (target: Store, url: string) => {
    if ((await match(target, url)) !== undefined) return;
    const response = await fetch(url, { cache: 'force-cache' });
    if (isComplete(response)) await store(target, url, response, endedSessionCountAtStart);
  };
  await Promise.allSettled([
    add(pages, page),
    ...resources.map((url) => add(new URL(url).pathname.startsWith('/assets/') ? assets : images, url)),
    storeOfflinePage(language),
  ]);
}

/** Stores the page for URLs that have not been opened, in the current language. */
async function storeOfflinePage(language: string): Promise<void> {
  const copy = await match(assets, offlinePage);
  if ((await copy?.text())?.includes(`<html lang="${language}"`) === true) return;
  const response = await fetch(offlinePage, { cache: 'no-cache' });
  if (isComplete(response)) await store(assets, offlinePage, response, endedSessionCount);
}

async function store(
  target: Store,
  key: string,
  response: Response,
  endedSessionCountAtStart: number,
): Promise<void> {
  if (endedSessionCountAtStart !== endedSessionCount) return;
  const cache = await caches.open(target.name);
  await cache.put(key, response);
  const keys = await cache.keys();
  // The oldest copies come first.
  await Promise.all(
    keys.slice(0, Math.max(0, keys.length - target.maxEntries)).map((old) => cache.delete(old)),
  );
}

/** Finds a stored copy, and tells all pages that the browser is offline. */
async function findCopy(target: Store, key: string): Promise<Response | undefined> {
  const copy = await match(target, key);
  if (copy === undefined) return reportOffline();
  const storedAt = Date.parse(copy.headers.get('date') ?? '');
  // The age of the offline page says nothing about the requested page.
  const copyStoredAt = Number.isNaN(storedAt) || key === offlinePage ? null : storedAt;
  setStatus({ isOffline: true, storedAt: Math.min(status?.storedAt ?? Infinity, copyStoredAt ?? Infinity) });
  return copy;
}

/** Tells all pages that the browser is offline. */
function reportOffline(): undefined {
  setStatus({ isOffline: true, storedAt: status?.storedAt ?? null });
}

/** Finds a stored copy. If the browser's storage fails, there is none, so that the shop still works online. */
async function match(target: Store, key: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(target.name)).match(key, { ignoreVary: true });
  } catch {
    return undefined;
  }
}

/** Tells all pages whether the browser is offline, and how old the shown copies are, if either has changed. */
function setStatus(next: OfflineMessage): void {
  const storedAt = next.storedAt === Infinity ? null : next.storedAt;
  if (next.isOffline === status?.isOffline && storedAt === status.storedAt) return;
  const message = { isOffline: next.isOffline, storedAt };
  status = message;
  void self.clients.matchAll().then((clients) => {
    for (const client of clients) client.postMessage(message);
  });
}

function isComplete(response: Response): boolean {
  return response.status === 200 && response.type === 'basic' && !response.redirected;
}

async function computeDigest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
