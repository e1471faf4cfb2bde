import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './harness.ts';
import { coverAddress, picture, pictureSide, plain } from './image-host.ts';

const same = ['one', 'two', 'three', 'four'];
const pictures = pictureSide(same);

describe('pictures on disk', () => {
  it('outlast a restart and the host', async () => {
    const first = await pictures.shop();
    const address = `${await coverAddress(first)}&width=240`;
    pictures.hostGives('cover.png', picture(await plain(600, 900).png().toBuffer(), 'image/png'));
    const tag = (await fetch(address)).headers.get('etag');
    const asked = pictures.hostGives('cover.png', () => HttpResponse.error());
    const second = await startGateway({ config: { dataDir: pictures.dataDir } });
    try {
      const kept = await fetch(address.replace(first.url, second.url));
      expect({ status: kept.status, tag: kept.headers.get('etag') }).toEqual({ status: 200, tag });
      expect(asked()).toBe(0);
    } finally {
      await second.close();
    }
  });

  it('take no more room than they are given; those not used for longest go first', async () => {
    const bytes = await plain(600, 900).png().toBuffer();
    const asked = new Map(same.map((file) => [file, pictures.hostGives(file, picture(bytes, 'image/png'))]));
    const fetched = async (gateway: TestGateway, file: string) =>
      (await fetch(`${await pictures.addressOf(gateway, file)}?width=480`)).arrayBuffer();
    const { byteLength } = await fetched(await pictures.shop(), 'one');
    const folder = await mkdtemp(path.join(tmpdir(), 'few-pictures-'));
    // Room for three, each with its line of words, and not for four.
    const imageCacheBytes = 3 * byteLength + 1000;
    const few = await startGateway({ config: { dataDir: folder, imageCacheBytes } });
    try {
      for (const file of ['one', 'two', 'three', 'one', 'four', 'one', 'two']) await fetched(few, file);
      expect(same.map((file) => asked.get(file)?.())).toEqual([2, 2, 1, 1]);
      const kept = path.join(folder, 'gateway', 'pictures');
      const sizes = await Promise.all(
        (await readdir(kept)).map(async (name) => (await stat(path.join(kept, name))).size),
      );
      expect(sizes.length).toBe(3);
      expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(imageCacheBytes);
    } finally {
      await few.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('what is counted of pictures', () => {
  it('is how they came about', async () => {
    const gateway = await pictures.shop();
    const address = `${await coverAddress(gateway)}&width=640`;
    pictures.hostGives('cover.png', picture(await plain(600, 900).png().toBuffer(), 'image/png'));
    const counted = async (outcome: string) => {
      const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
      return Number(
        new RegExp(`^gateway_pictures_total\\{outcome="${outcome}"\\} (\\d+)`, 'm').exec(metrics)?.[1] ?? 0,
      );
    };
    const before = { resized: await counted('resized'), cached: await counted('cached') };
    for (const _ of [1, 2, 3]) expect((await fetch(address)).status).toBe(200);
    expect({ resized: await counted('resized'), cached: await counted('cached') }).toEqual({
      resized: before.resized + 1,
      cached: before.cached + 2,
    });
  });
});
