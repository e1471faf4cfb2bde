import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { readMetric, startGateway, type TestGateway } from './harness.ts';
import { createImageResponder, createPlainImage, fetchCoverUrl, setUpImages } from './image-host.ts';

const files = ['one', 'two', 'three', 'four'];
const images = setUpImages(files);

describe('resized images on disk', () => {
  it('are served after a restart and while the host is down', async () => {
    const first = await images.getShop();
    const url = `${await fetchCoverUrl(first)}&width=240`;
    images.serveFile(
      'cover.png',
      createImageResponder(await createPlainImage(600, 900).png().toBuffer(), 'image/png'),
    );
    const etag = (await fetch(url)).headers.get('etag');
    const countRequests = images.serveFile('cover.png', () => HttpResponse.error());
    const second = await startGateway({ config: { dataDir: images.dataDir } });
    try {
      const cached = await fetch(url.replace(first.url, second.url));
      expect({ status: cached.status, etag: cached.headers.get('etag') }).toEqual({ status: 200, etag });
      expect(countRequests()).toBe(0);
    } finally {
      await second.close();
    }
  });

  it('do not exceed the configured size; the least recently used are removed first', async () => {
    const bytes = await createPlainImage(600, 900).png().toBuffer();
    const requestCounters = new Map(
      files.map((file) => [file, images.serveFile(file, createImageResponder(bytes, 'image/png'))]),
    );
    const fetchImage = async (gateway: TestGateway, file: string) =>
      (await fetch(`${await images.fetchUrl(gateway, file)}?width=480`)).arrayBuffer();
    const { byteLength } = await fetchImage(await images.getShop(), 'one');
    const folder = await mkdtemp(path.join(tmpdir(), 'few-images-'));
    // Large enough for three files with their headers, but not for four.
    const maxImageCacheBytes = 3 * byteLength + 1000;
    const small = await startGateway({ config: { dataDir: folder, maxImageCacheBytes } });
    try {
      for (const file of ['one', 'two', 'three', 'one', 'four', 'one', 'two']) await fetchImage(small, file);
      expect(files.map((file) => requestCounters.get(file)?.())).toEqual([2, 2, 1, 1]);
      const cacheFolder = path.join(folder, 'gateway', 'pictures');
      const sizes = await Promise.all(
        (await readdir(cacheFolder)).map(async (name) => (await stat(path.join(cacheFolder, name))).size),
      );
      expect(sizes.length).toBe(3);
      expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(maxImageCacheBytes);
    } finally {
      await small.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the metric of resized images', () => {
  it('counts cached and newly resized images', async () => {
    const gateway = await images.getShop();
    const url = `${await fetchCoverUrl(gateway)}&width=640`;
    images.serveFile(
      'cover.png',
      createImageResponder(await createPlainImage(600, 900).png().toBuffer(), 'image/png'),
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
