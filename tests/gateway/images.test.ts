import { HttpResponse } from 'msw';
import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { QueueFullError } from '#gateway/concurrency/concurrency-limit.ts';
import { ImageService } from '#gateway/images/image-service.ts';
import { textAt } from './graphql-call.ts';
import {
  createFileResponder,
  createPdf,
  createPlainImage,
  fetchCoverUrl,
  setUpImages,
} from './image-host.ts';

const images = setUpImages([
  'an SVG',
  'a JPEG sent as image/jpg',
  'a CMYK JPEG',
  'a rotated image',
  'an animation',
  'broken',
  'empty',
  'a TIFF declared as a PNG',
  'a decompression bomb',
  'an HTML page',
  'redirected',
  'missing',
  'unreachable',
  'an invalid PDF',
  'a slow image',
  'a tall image',
  'a transparent image',
]);

async function decodeImage(response: Response) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { format, width, height, pages, channels, space } = await sharp(bytes).metadata();
  return { format, width, height, pages, channels, space, bytes };
}

describe('a resized image', () => {
  it('has the best format that the Accept header names, otherwise JPEG, with a separate ETag per format', async () => {
    const url = `${await fetchCoverUrl(await images.getShop())}&width=160`;
    const countRequests = images.serveFile(
      'cover.png',
      createFileResponder(await createPlainImage(600, 900).png().toBuffer(), 'image/png'),
    );
    const etags = new Set<string | null>();
    for (const [accept, format] of [
      // sharp calls AVIF `heif`.
      ['image/avif,image/webp,image/*,*/*;q=0.8', 'heif'],
      ['image/webp,image/*;q=0.8', 'webp'],
      ['image/avif;q=0, image/webp', 'webp'],
      ['*/*', 'jpeg'],
    ] as const) {
      const response = await fetch(url, { headers: { accept } });
      expect(response.status).toBe(200);
      expect(response.headers.get('vary')).toContain('Accept');
      expect(response.headers.get('cache-control')).toMatch(/public, max-age=86400.*immutable/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      etags.add(response.headers.get('etag'));
      expect(await decodeImage(response)).toMatchObject({ format, width: 160, height: 240 });
    }
    expect(etags.size).toBe(3);
    expect(countRequests()).toBe(3);
  });

  it('supports conditional and HEAD requests, but not POST', async () => {
    const url = `${await fetchCoverUrl(await images.getShop())}&width=160`;
    images.serveFile(
      'cover.png',
      createFileResponder(await createPlainImage(600, 900).png().toBuffer(), 'image/png'),
    );
    const headers = { accept: 'image/webp' };
    const head = await fetch(url, { method: 'HEAD', headers });
    expect(head.status).toBe(200);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
    const conditional = await fetch(url, {
      headers: { ...headers, 'if-none-match': head.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    });
    expect(conditional.status).toBe(304);
    expect((await fetch(url, { method: 'POST', headers })).status).toBe(405);
  });

  it('is created once for concurrent requests, and is never larger than the original', async () => {
    const url = `${await fetchCoverUrl(await images.getShop())}&width=960`;
    const countRequests = images.serveFile(
      'cover.png',
      createFileResponder(await createPlainImage(200, 300).png().toBuffer(), 'image/png'),
    );
    const responses = await Promise.all(Array.from({ length: 12 }, () => fetch(url)));
    const widths = await Promise.all(responses.map(async (response) => (await decodeImage(response)).width));
    expect(new Set(widths)).toEqual(new Set([200]));
    expect(countRequests()).toBe(1);
  });

  it.each<[string, () => Promise<Uint8Array>, string]>([
    [
      'an SVG',
      async () =>
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="90"><rect width="60" height="90"/></svg>',
        ),
      'image/svg+xml',
    ],
    ['a JPEG sent as image/jpg', () => createPlainImage(900, 1350).jpeg().toBuffer(), 'image/jpg'],
    ['a CMYK JPEG', () => createPlainImage(900, 1350).toColourspace('cmyk').jpeg().toBuffer(), 'image/jpeg'],
    [
      'a rotated image',
      () => createPlainImage(1350, 900).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      'image/jpeg',
    ],
    [
      'an animation',
      async () => {
        const frames = [createPlainImage(900, 1350), createPlainImage(900, 1350, '#ff0000')];
        const images = await Promise.all(frames.map((frame) => frame.png().toBuffer()));
        return sharp(images, { join: { animated: true } })
          .gif()
          .toBuffer();
      },
      'image/gif',
    ],
  ])('made from %s is a still, upright image in sRGB', async (name, create, type) => {
    const url = await images.fetchImageUrl(await images.getShop(), name);
    images.serveFile(name, createFileResponder(await create(), type));
    const response = await fetch(`${url}?width=480`);
    expect(await decodeImage(response)).toMatchObject({
      format: 'jpeg',
      width: 480,
      height: 720,
      space: 'srgb',
      channels: 3,
    });
  });

  it('is at most three times as high as the requested width', async () => {
    const url = await images.fetchImageUrl(await images.getShop(), 'a tall image');
    const original = createPlainImage(80, 480);
    images.serveFile('a tall image', createFileResponder(await original.png().toBuffer(), 'image/png'));
    expect(await decodeImage(await fetch(`${url}?width=80`))).toMatchObject({ width: 40, height: 240 });
  });

  it('has a white background if it is a JPEG of a transparent image', async () => {
    const url = await images.fetchImageUrl(await images.getShop(), 'a transparent image');
    const original = sharp({ create: { width: 80, height: 120, channels: 4, background: 'transparent' } });
    images.serveFile(
      'a transparent image',
      createFileResponder(await original.png().toBuffer(), 'image/png'),
    );
    const { bytes, format } = await decodeImage(await fetch(`${url}?width=80`));
    expect(format).toBe('jpeg');
    expect((await sharp(bytes).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  });
});

describe('a request for a resized image that cannot be served', async () => {
  it.each<[string, number, () => Response]>([
    ['broken', 502, createFileResponder(Buffer.from('\x89PNG\r\n\x1a\nnot an image'), 'image/png')],
    ['empty', 502, createFileResponder(new Uint8Array(), 'image/jpeg')],
    [
      'a TIFF declared as a PNG',
      502,
      createFileResponder(await createPlainImage(10, 10).tiff().toBuffer(), 'image/png'),
    ],
    ['a decompression bomb', 502, createFileResponder(createPngHeader(60_000, 60_000), 'image/png')],
    ['an HTML page', 502, () => HttpResponse.html('<script>alert(1)</script>')],
    ['redirected', 502, () => HttpResponse.redirect('http://169.254.169.254/', 302)],
    ['missing', 404, () => new HttpResponse('no', { status: 404 })],
    ['unreachable', 502, () => HttpResponse.error()],
    ['an invalid PDF', 502, createFileResponder(Buffer.from('%PDF-1.7 and no more'), 'application/pdf')],
  ])('fails and does not affect other images: %s', async (name, status, respond) => {
    const gateway = await images.getShop();
    const url = await images.fetchImageUrl(gateway, name);
    images.serveFile(name, respond);
    const failed = await fetch(`${url}?width=320`);
    expect(failed.status).toBe(status);
    expect(failed.headers.get('cache-control')).toBe('no-store');
    expect(await failed.text()).not.toContain('alert');
    images.serveFile(
      'cover.png',
      createFileResponder(await createPlainImage(600, 900).png().toBuffer(), 'image/png'),
    );
    expect((await fetch(`${await fetchCoverUrl(gateway)}&width=160`)).status).toBe(200);
  });

  it('is rejected if its width is not supported, or if its URL has been changed since it was signed', async () => {
    const url = await fetchCoverUrl(await images.getShop());
    for (const width of ['300', '0', '-1', '1e3', '', '99999999', '160.0']) {
      const response = await fetch(`${url}&width=${width}`);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain(`'${width}': it must be one of 80, 160, 240`);
    }
    for (const changedUrl of [url.replace('cover', 'other'), url.replace('v=3', 'v=4')]) {
      expect((await fetch(`${changedUrl}&width=160`)).status).toBe(404);
    }
  });
});

describe('a page of a demo PDF', () => {
  it('is available as an image', async () => {
    const { data } = await (await images.getShop()).graphql(
      '{ product(id: "1") { pdfFirstPage(width: 240) } }',
    );
    images.serveFile('demo.pdf', createFileResponder(await createPdf(), 'application/pdf'));
    const response = await fetch(textAt(data, 'product.pdfFirstPage'));
    const { bytes, ...page } = await decodeImage(response);
    expect(page).toMatchObject({ format: 'jpeg', width: 240, height: 320 });
    const { dominant } = await sharp(bytes).stats();
    expect(dominant.r).toBeGreaterThan(200);
    expect(dominant.g).toBeLessThan(60);
  });

  it('is chosen by a parameter, and does not exist beyond the last page', async () => {
    const { data } = await (await images.getShop()).graphql(
      '{ product(id: "1") { pdfFirstPage(width: 240) } }',
    );
    const url = textAt(data, 'product.pdfFirstPage');
    images.serveFile('demo.pdf', createFileResponder(await createPdf(), 'application/pdf'));
    const { bytes } = await decodeImage(await fetch(`${url}&page=2`));
    const { dominant } = await sharp(bytes).stats();
    expect(dominant.b).toBeGreaterThan(200);
    expect(dominant.r).toBeLessThan(60);
    expect((await fetch(`${url}&page=3`)).status).toBe(404);
    // A missing page does not affect the others.
    expect((await fetch(`${url}&page=2`)).status).toBe(200);
    expect((await fetch(`${url}&page=1`)).status).toBe(200);
    const rejected = await fetch(`${url}&page=4`);
    expect(rejected.status).toBe(400);
    expect(await rejected.text()).toBe("The parameter page is '4': it must be one of 1, 2, 3.\n");
  });
});

describe('if an image cannot be resized immediately', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('the request waits for a limited time, and is then redirected', async () => {
    const gateway = await images.getShop();
    const slowUrl = await images.fetchImageUrl(gateway, 'a slow image');
    const coverUrl = await fetchCoverUrl(gateway);
    const bodyWriters: WritableStreamDefaultWriter[] = [];
    images.serveFile('a slow image', () => {
      const { readable, writable } = new TransformStream<Uint8Array>();
      bodyWriters.push(writable.getWriter());
      return new HttpResponse(readable, { headers: { 'content-type': 'image/png' } });
    });
    const resize = vi.spyOn(ImageService.prototype, 'resize');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const slow = [80, 160, 240, 320].map((width) => fetch(`${slowUrl}?width=${width}`));
    await expect.poll(() => bodyWriters.length).toBe(4);
    const waiting = fetch(`${coverUrl}&width=1440`, { redirect: 'manual' });
    await expect.poll(() => resize.mock.calls.length).toBe(5);
    vi.advanceTimersByTime(5_000);
    expect((await Promise.race([...slow, waiting])).status).toBe(307);
    await Promise.all(bodyWriters.map((writer) => writer.close()));
    await Promise.all(slow);
  });

  it('the request is redirected to the original if the queue is full, except for a page of a PDF, which gets 503', async () => {
    const gateway = await images.getShop();
    vi.spyOn(ImageService.prototype, 'resize').mockRejectedValue(
      new QueueFullError('400 images are waiting'),
    );
    const fetchImage = (url: string) => fetch(url, { redirect: 'manual' });
    const coverUrl = await fetchCoverUrl(gateway);
    const cover = await fetchImage(`${coverUrl}&width=1440`);
    expect(cover.status).toBe(307);
    expect(`${gateway.url}${cover.headers.get('location')}`).toBe(coverUrl);
    const { data } = await gateway.graphql('{ product(id: "1") { pdfFirstPage(width: 1440) } }');
    const firstPageUrl = textAt(data, 'product.pdfFirstPage');
    for (const url of [firstPageUrl, `${firstPageUrl}&page=2`]) {
      const page = await fetchImage(url);
      expect(page.status).toBe(503);
      expect(page.headers.get('retry-after')).toBe('10');
      expect(page.headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('image fields of the schema', () => {
  it('are URLs of images resized to the requested or the next larger supported width, except for images on other hosts and missing PDFs', async () => {
    const { data } = await (await images.getShop()).graphql(`{
      product(id: "1") { thumbnail(width: 161) images(width: 1) pdfFirstPage }
      elsewhere: product(id: "2") { thumbnail(width: 320) pdfFirstPage(width: 320) }
    }`);
    expect(textAt(data, 'product.thumbnail')).toMatch(/\/files\/cover\.png\?v=3&width=240$/);
    expect(textAt(data, 'product.images.0')).toMatch(/\/files\/an-SVG\?width=80$/);
    expect(textAt(data, 'product.pdfFirstPage')).toMatch(/\/files\/demo\.pdf\?width=640$/);
    expect(data).toMatchObject({
      elsewhere: { thumbnail: 'https://elsewhere.example/2.jpg', pdfFirstPage: null },
    });
  });

  it.each([0, -5, 1921])('reject a width of %i', async (width) => {
    const { errors } = await (await images.getShop()).graphql(`{ slides { image(width: ${width}) } }`);
    expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(errors[0]?.message).toBe(`The argument 'width' is ${width}: it must be from 1 to 1920.`);
  });
});

/** Creates the header of a PNG that declares this size but contains no pixels. */
function createPngHeader(width: number, height: number): Uint8Array {
  const header = Buffer.from(
    '89504e470d0a1a0a0000000d49484452000000000000000008020000000000000000000000',
    'hex',
  );
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}
