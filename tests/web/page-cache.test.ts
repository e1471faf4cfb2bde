import { describe, expect, it } from 'vitest';
import type { StockChange, StockShown } from '#web/server/page-cache.ts';
import { renderImmediately, setUpStorefront } from './storefront-setup.ts';

const { open, requestStatus, settings, recording, getOrigin, changeCatalogue, changeStock } =
  setUpStorefront();

/** Requests a page until it is cached. */
async function cachePage(path: string): Promise<void> {
  await open(path);
  await open(path);
}

describe('the page cache', () => {
  it('stores a page when it is requested again, and later at the first request after the catalogue has changed', async () => {
    for (let count = 0; count < 3; count += 1) await open('/faq?again');
    expect(recording.charges).toEqual(['renderedPage', 'renderedPage', 'cachedPage']);
    changeCatalogue();
    for (let count = 0; count < 2; count += 1) await open('/faq?again');
    expect(recording.charges.slice(3)).toEqual(['renderedPage', 'cachedPage']);
  });

  it('renders a page once for all visitors until the catalogue changes', async () => {
    await open('/');
    changeCatalogue();
    recording.operations.length = 0;
    await Promise.all([open('/'), open('/')]);
    await open('/');
    const operationCount = recording.operations.length;
    expect(new Set(recording.operations.map(({ name }) => name)).size).toBe(operationCount);
    changeCatalogue();
    await open('/');
    expect(recording.operations.length).toBe(operationCount * 2);
  });

  const book7 = { productIds: new Set(['7']), dependsOnAvailability: false };
  const book7Sold = { productIds: new Set(['7']), affectsAvailability: false };
  const book8SoldOut = { productIds: new Set(['8']), affectsAvailability: true };
  it.each<['drops' | 'keeps', string, StockShown | undefined, StockChange]>([
    ['drops', 'shows the stock of the book', book7, book7Sold],
    ['keeps', 'shows the stock of another book', book7, book8SoldOut],
    ['drops', 'lists the available books', { ...book7, dependsOnAvailability: true }, book8SoldOut],
    [
      'keeps',
      'lists the available books, if all of them stay available',
      { productIds: new Set(['8']), dependsOnAvailability: true },
      book7Sold,
    ],
    ['keeps', 'shows no stock', { productIds: new Set(), dependsOnAvailability: false }, book8SoldOut],
    ['drops', 'may show any stock', undefined, book7Sold],
  ])('after a change of stock, %s a page that %s', async (effect, _, shown, change) => {
    settings.stockShown = shown;
    await cachePage('/');
    changeStock(change);
    await open('/');
    expect(recording.charges.at(-1)).toBe(effect === 'drops' ? 'renderedPage' : 'cachedPage');
  });

  it('stores a page for each host by which the shop is requested', async () => {
    const hosts = ['shop.test', 'other.test'];
    for (const host of [...hosts, ...hosts, ...hosts]) await requestStatus('/faq', { host });
    const rendered = Array(4).fill('renderedPage');
    expect(recording.charges).toEqual([...rendered, 'cachedPage', 'cachedPage']);
  });

  it('renders a page once for links with different tracking parameters, as if they had none', async () => {
    await cachePage('/product?search=गीता&page=2');
    const { html } = await open('/product?search=गीता&page=2');
    for (const id of ['a1', 'a2']) {
      const tracked = `/product?utm_source=whatsapp&search=गीता&fbclid=${id}&page=2&gclid`;
      expect((await open(tracked)).html).toBe(html);
    }
    expect(recording.charges.slice(2)).toEqual(['cachedPage', 'cachedPage', 'cachedPage']);
  });

  it('does not store pages with very long URLs, which would replace all others', async () => {
    const createUrl = (length: number) => '/faq?'.padEnd(length, 'x');
    await cachePage(createUrl(1_000));
    await cachePage(createUrl(1_001));
    recording.charges = [];
    for (const length of [1_000, 1_001]) await open(createUrl(length));
    expect(recording.charges).toEqual(['cachedPage', 'renderedPage']);
  });

  it.each([
    ['stock', () => changeStock(book7Sold)],
    ['the catalogue', changeCatalogue],
  ])('does not store a page that was rendered while %s changed', async (_, change) => {
    settings.stockShown = book7;
    await open('/');
    changeCatalogue();
    settings.limitRendering = async (render) => {
      settings.limitRendering = renderImmediately;
      const page = await render();
      change();
      return page;
    };
    recording.charges = [];
    await open('/');
    await open('/');
    expect(recording.charges).toEqual(['renderedPage', 'renderedPage']);
  });

  it.each([
    ['stock', () => changeStock(book7Sold)],
    ['the catalogue', changeCatalogue],
  ])('does not share a rendering that began before %s changed', async (_, change) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let renderingCount = 0;
    settings.limitRendering = async (render) => {
      renderingCount += 1;
      await released;
      return render();
    };
    const first = open('/');
    try {
      await expect.poll(() => renderingCount).toBe(1);
      change();
      const second = open('/');
      await expect.poll(() => renderingCount).toBe(2);
      release();
      await Promise.all([first, second]);
    } finally {
      release();
    }
  });

  it('aborts a rendering once all its visitors have disconnected, and renders again on the next request', async () => {
    const signals: AbortSignal[] = [];
    settings.limitRendering = (_render, signal) => {
      signals.push(signal);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const countAborted = () => signals.filter(({ aborted }) => aborted).length;
    const [first, second] = [new AbortController(), new AbortController()];
    const openAbortably = (path: string, controller: AbortController) =>
      fetch(`${getOrigin()}${path}`, { signal: controller.signal });
    const calls = Promise.allSettled([
      openAbortably('/faq', first),
      openAbortably('/faq', second),
      openAbortably('/posts', first),
    ]);
    await expect.poll(() => recording.charges).toHaveLength(3);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    first.abort();
    await expect.poll(countAborted).toBe(1);
    second.abort();
    await calls;
    await expect.poll(countAborted).toBe(2);
    settings.limitRendering = renderImmediately;
    expect((await open('/faq')).response.status).toBe(200);
  });

  it('responds with 304 to visitors who have the page', async () => {
    const { response } = await open('/faq');
    const etag = response.headers.get('etag') ?? '';
    const again = await open('/faq', { 'if-none-match': etag, 'cache-control': 'max-age=0' });
    expect(again.response.status).toBe(304);
    expect(again.html).toBe('');
  });

  it.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['*', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.5, identity', null],
    ['identity', null],
  ])('responds to Accept-Encoding: %s with the encoding %s', async (accepted, encoding) => {
    const { response } = await open('/', { 'accept-encoding': accepted });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
  });

  it('sends a cached page to each client in the encoding that it accepts', async () => {
    const { html } = await open('/faq');
    for (const encoding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': encoding };
      for (let count = 0; count < 2; count += 1) await open('/faq', headers);
      const cached = await open('/faq', headers);
      expect(recording.charges.at(-1)).toBe('cachedPage');
      expect(cached.response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
      expect(cached.html).toBe(html);
    }
  });
});
