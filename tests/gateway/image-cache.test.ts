import fs from 'node:fs';
import { mkdir, readdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { readMetric, setUpGateways, startGateway, type TestGateway } from './harness.ts';
import { createFileResponder, createPlainImage, fetchCoverUrl, setUpImages } from './image-host.ts';

const files = ['one', 'two', 'three', 'four'];
const images = setUpImages(files);
const gateways = setUpGateways();

describe('resized images on disk', () => {
  it('are served by a gateway that has just started, even if the host can no longer send the originals', async () => {
    const first = await images.getShop();
    const url = `${await fetchCoverUrl(first)}&width=240`;
    images.serveFile(
      'cover.png',
      createFileResponder(await createPlainImage(600, 900).png().toBuffer(), 'image/png'),
    );
    const etag = (await fetch(url)).headers.get('etag');
    const countRequests = images.serveFile('cover.png', () => HttpResponse.error());
    const second = await gateways.start({ config: { dataDir: images.dataDir } });
    const cached = await fetch(url.replace(first.url, second.url));
    expect({ status: cached.status, etag: cached.headers.get('etag') }).toEqual({ status: 200, etag });
    expect(countRequests()).toBe(0);
  });

  it('do not exceed the configured size; the least recently used are removed first', async () => {
    const bytes = await createPlainImage(600, 900).png().toBuffer();
    const requestCounters = new Map(
      files.map((file) => [file, images.serveFile(file, createFileResponder(bytes, 'image/png'))]),
    );
    const fetchImage = async (gateway: TestGateway, file: string) =>
      (await fetch(`${await images.fetchImageUrl(gateway, file)}?width=480`)).arrayBuffer();
    const { byteLength } = await fetchImage(await images.getShop(), 'one');
    const folder = await createTemporaryFolder();
    // Large enough for three files with their headers, but not for four.
    const maxImageCacheBytes = 3 * byteLength + 1000;
    const small = await gateways.start({ config: { dataDir: folder, maxImageCacheBytes } });
    for (const file of ['one', 'two', 'three', 'one', 'four', 'one', 'two']) await fetchImage(small, file);
    // The other gateway has also requested `one`. `two` was removed when `four` was added.
    expect(files.map((file) => requestCounters.get(file)?.())).toEqual([2, 2, 1, 1]);
    const cacheFolder = path.join(folder, 'gateway', 'pictures');
    const sizes = await Promise.all(
      (await readdir(cacheFolder)).map(async (name) => (await stat(path.join(cacheFolder, name))).size),
    );
    expect(sizes.length).toBe(3);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(maxImageCacheBytes);
  });
});

describe('a cached image', () => {
  let folder: string;
  let cacheFolder: string;
  let shop: TestGateway;
  let url: string;
  beforeEach(async () => {
    folder = await createTemporaryFolder();
    cacheFolder = path.join(folder, 'gateway', 'pictures');
    images.serveFile(
      'cover.png',
      createFileResponder(await createPlainImage(600, 900).png().toBuffer(), 'image/png'),
    );
    shop = await startGateway({ config: { dataDir: folder } });
    url = `${await fetchCoverUrl(shop)}&width=240`;
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    await shop.close();
  });

  /** Makes the gateway cache the image, and the host fail from then on. Returns the path of the cached file. */
  async function cacheImage(): Promise<string> {
    expect((await fetch(url)).status).toBe(200);
    images.serveFile('cover.png', () => HttpResponse.error());
    const [name] = await readdir(cacheFolder);
    return path.join(cacheFolder, name ?? expect.fail('no file'));
  }

  it('is served even if the time of its last use cannot be written', async () => {
    const file = await cacheImage();
    const longAgo = Date.now() / 1000 - 7_200;
    await utimes(file, longAgo, longAgo);
    await shop.close();
    shop = await startGateway({ config: { dataDir: folder } });
    url = `${await fetchCoverUrl(shop)}&width=240`;
    vi.spyOn(fs.promises, 'utimes').mockRejectedValueOnce(new Error('EPERM: operation not permitted'));
    // Otherwise the named import of `utimes` in the gateway would not be the spy.
    syncBuiltinESMExports();
    expect([(await fetch(url)).status, (await fetch(url)).status]).toEqual([200, 200]);
  });

  it.each([
    ['while the clock was ahead', 3_600_000],
    ['more than a day ago', -90_000_000],
  ])('is revalidated if it was cached %s', async (_, offsetMs) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offsetMs });
    await cacheImage();
    vi.useRealTimers();
    const countRequests = images.serveFile('cover.png', () => new HttpResponse(null, { status: 304 }));
    expect((await fetch(url)).status).toBe(200);
    await expect.poll(countRequests).toBe(1);
  });

  it('is no longer served once the host has reported that it does not have the file', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 90_000_000 });
    await cacheImage();
    vi.useRealTimers();
    images.serveFile('cover.png', () => new HttpResponse(null, { status: 404 }));
    expect((await fetch(url)).status).toBe(200);
    await expect.poll(async () => (await fetch(url)).status).toBe(404);
  });

  it('is served again after its file could not be read for a while', async () => {
    const file = await cacheImage();
    const movedFile = path.join(folder, 'moved');
    await rename(file, movedFile);
    // A link to itself cannot be read.
    await symlink(file, file);
    expect((await fetch(url)).status).toBe(502);
    await rename(movedFile, file);
    expect((await fetch(url)).status).toBe(200);
  });

  it('is stored and served even if the folder of the cache could not be opened at first', async () => {
    await mkdir(path.dirname(cacheFolder), { recursive: true });
    await writeFile(cacheFolder, '');
    expect((await fetch(url)).status).toBe(200);
    await rm(cacheFolder);
    await cacheImage();
    expect((await fetch(url)).status).toBe(200);
  });

  it('is stored again after the folder of the cache was deleted', async () => {
    await cacheImage();
    await rm(cacheFolder, { recursive: true });
    images.serveFile(
      'cover.png',
      createFileResponder(await createPlainImage(600, 900).png().toBuffer(), 'image/png'),
    );
    await cacheImage();
    expect((await fetch(url)).status).toBe(200);
  });

  it('can be written by another process while a gateway opens the cache and deletes abandoned files', async () => {
    await mkdir(cacheFolder, { recursive: true });
    const [current, abandoned] = [1, 2].map(() =>
      path.join(cacheFolder, `.image.webp.${crypto.randomUUID()}`),
    );
    for (const file of [current, abandoned]) await writeFile(file ?? '', '');
    const twoHoursAgo = Date.now() / 1000 - 7_200;
    await utimes(abandoned ?? '', twoHoursAgo, twoHoursAgo);
    expect((await fetch(url)).status).toBe(200);
    const files = (await readdir(cacheFolder)).filter((name) => name.startsWith('.'));
    expect(files).toEqual([path.basename(current ?? '')]);
  });
});

describe('the metric of resized images', () => {
  it('counts cached and newly resized images', async () => {
    const gateway = await images.getShop();
    const url = `${await fetchCoverUrl(gateway)}&width=640`;
    images.serveFile(
      'cover.png',
      createFileResponder(await createPlainImage(600, 900).png().toBuffer(), 'image/png'),
    );
    const readCounter = (outcome: string) =>
      readMetric(gateway.url, `gateway_resized_images_total{outcome="${outcome}"}`);
    const before = { resized: await readCounter('resized'), cached: await readCounter('cached') };
    for (const _ of [1, 2, 3]) expect((await fetch(url)).status).toBe(200);
    expect({ resized: await readCounter('resized'), cached: await readCounter('cached') }).toEqual({
      resized: before.resized + 1,
      cached: before.cached + 2,
    });
  });
});
