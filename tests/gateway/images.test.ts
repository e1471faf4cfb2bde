import { once } from 'node:events';
import { HttpResponse } from 'msw';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { textAt } from './graphql-call.ts';
import { coverAddress, picture, pictureSide, plain } from './image-host.ts';

const pictures = pictureSide([
  'a drawing',
  'a JPEG in the colours of print',
  'a picture that lies on its side',
  'an animation',
  'broken',
  'empty',
  'too large unpacked',
  'a page',
  'elsewhere',
  'nowhere',
  'out of reach',
  'no PDF',
]);

async function measured(answer: Response) {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const { format, width, height, pages, channels, space } = await sharp(bytes).metadata();
  return { format, width, height, pages, channels, space, bytes };
}

async function pdf(): Promise<Uint8Array> {
  const document = new PDFDocument({ size: [300, 400] });
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  document.rect(0, 0, 300, 400).fill('#ff0000');
  document.addPage().text('The second page');
  const ended = once(document, 'end');
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

describe('a picture in another width', () => {
  it('comes in the smallest format the caller names, and is kept by each under its own tag', async () => {
    const address = `${await coverAddress(await pictures.shop())}&width=160`;
    const asked = pictures.hostGives(
      'cover.png',
      picture(await plain(600, 900).png().toBuffer(), 'image/png'),
    );
    const tags = new Set<string | null>();
    for (const [accept, format] of [
      ['image/avif,image/webp,image/*,*/*;q=0.8', 'heif'],
      ['image/webp,image/*;q=0.8', 'webp'],
      ['image/avif;q=0, image/webp', 'webp'],
      ['*/*', 'jpeg'],
    ] as const) {
      const answer = await fetch(address, { headers: { accept } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('vary')).toContain('Accept');
      expect(answer.headers.get('cache-control')).toMatch(/public, max-age=86400.*immutable/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      tags.add(answer.headers.get('etag'));
      expect(await measured(answer)).toMatchObject({ format, width: 160, height: 240 });
    }
    expect(tags.size).toBe(3);
    expect(asked()).toBe(3);
  });

  it('is not sent to who has it, nor its bytes to who asks for the headers', async () => {
    const address = `${await coverAddress(await pictures.shop())}&width=160`;
    const headers = { accept: 'image/webp' };
    const head = await fetch(address, { method: 'HEAD', headers });
    expect(head.status).toBe(200);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
    const again = await fetch(address, {
      headers: { ...headers, 'if-none-match': head.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
    expect((await fetch(address, { method: 'POST', headers })).status).toBe(405);
  });

  it('is made once for all who ask at the same time, and never larger than the picture', async () => {
    const address = `${await coverAddress(await pictures.shop())}&width=960`;
    const asked = pictures.hostGives(
      'cover.png',
      picture(await plain(200, 300).png().toBuffer(), 'image/png'),
    );
    const answers = await Promise.all(Array.from({ length: 12 }, () => fetch(address)));
    const widths = await Promise.all(answers.map(async (answer) => (await measured(answer)).width));
    expect(new Set(widths)).toEqual(new Set([200]));
    expect(asked()).toBe(1);
  });

  it.each<[string, () => Promise<Uint8Array>, string]>([
    [
      'a drawing',
      async () =>
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="90"><rect width="60" height="90"/></svg>',
        ),
      'image/svg+xml',
    ],
    [
      'a JPEG in the colours of print',
      () => plain(900, 1350).toColourspace('cmyk').jpeg().toBuffer(),
      'image/jpeg',
    ],
    [
      'a picture that lies on its side',
      () => plain(1350, 900).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      'image/jpeg',
    ],
    [
      'an animation',
      async () => {
        const frames = [plain(900, 1350), plain(900, 1350, '#ff0000')];
        const images = await Promise.all(frames.map((frame) => frame.png().toBuffer()));
        return sharp(images, { join: { animated: true } })
          .gif()
          .toBuffer();
      },
      'image/gif',
    ],
  ])('shows %s as a still upright picture in the colours of screens', async (what, make, type) => {
    const address = await pictures.addressOf(await pictures.shop(), what);
    pictures.hostGives(what, picture(await make(), type));
    const answer = await fetch(`${address}?width=480`);
    expect(await measured(answer)).toMatchObject({
      format: 'jpeg',
      width: 480,
      height: 720,
      space: 'srgb',
      channels: 3,
    });
  });
});

describe('a picture that cannot be had', () => {
  it.each<[string, number, () => Response]>([
    ['broken', 502, picture(Buffer.from('\x89PNG\r\n\x1a\nnothing of the kind'), 'image/png')],
    ['empty', 502, picture(new Uint8Array(), 'image/jpeg')],
    ['too large unpacked', 502, picture(pngOfSize(60_000, 60_000), 'image/png')],
    ['a page', 502, () => HttpResponse.html('<script>alert(1)</script>')],
    ['elsewhere', 502, () => HttpResponse.redirect('http://169.254.169.254/', 302)],
    ['nowhere', 404, () => new HttpResponse('no', { status: 404 })],
    ['out of reach', 502, () => HttpResponse.error()],
    ['no PDF', 502, picture(Buffer.from('%PDF-1.7 and no more'), 'application/pdf')],
  ])('is answered with an error, and harms no other: %s', async (what, status, answer) => {
    const gateway = await pictures.shop();
    const address = await pictures.addressOf(gateway, what);
    pictures.hostGives(what, answer);
    const failed = await fetch(`${address}?width=320`);
    expect(failed.status).toBe(status);
    expect(failed.headers.get('cache-control')).toBe('no-store');
    expect(await failed.text()).not.toContain('alert');
    pictures.hostGives('cover.png', picture(await plain(600, 900).png().toBuffer(), 'image/png'));
    expect((await fetch(`${await coverAddress(gateway)}&width=160`)).status).toBe(200);
  });

  it('says which widths there are, and shows nothing that no record named', async () => {
    const address = await coverAddress(await pictures.shop());
    for (const wrong of ['300', '0', '-1', '1e3', '', '99999999', '160.0']) {
      const answer = await fetch(`${address}&width=${wrong}`);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain(`'${wrong}': it must be one of 80, 160, 240`);
    }
    for (const forged of [address.replace('cover', 'other'), address.replace('v=3', 'v=4')]) {
      expect((await fetch(`${forged}&width=160`)).status).toBe(404);
    }
  });
});

describe('the first page of a demo PDF', () => {
  it('is a picture of it', async () => {
    const { data } = await (await pictures.shop()).graphql(
      '{ product(id: "1") { pdfFirstPage(width: 240) } }',
    );
    pictures.hostGives('demo.pdf', picture(await pdf(), 'application/pdf'));
    const answer = await fetch(textAt(data, 'product.pdfFirstPage'));
    const { bytes, ...page } = await measured(answer);
    expect(page).toMatchObject({ format: 'jpeg', width: 240, height: 320 });
    const { dominant } = await sharp(bytes).stats();
    expect(dominant.r).toBeGreaterThan(200);
    expect(dominant.g).toBeLessThan(60);
  });
});

describe('the schema', () => {
  it('gives addresses of copies, in the next larger width', async () => {
    const { data } = await (await pictures.shop()).graphql(`{
      product(id: "1") { thumbnail(width: 161) images(width: 1) pdfFirstPage }
      elsewhere: product(id: "2") { thumbnail(width: 320) pdfFirstPage(width: 320) }
    }`);
    expect(textAt(data, 'product.thumbnail')).toMatch(/\/files\/cover\.png\?v=3&width=240$/);
    expect(textAt(data, 'product.images.0')).toMatch(/\/files\/a-drawing\?width=80$/);
    expect(textAt(data, 'product.pdfFirstPage')).toMatch(/\/files\/demo\.pdf\?width=640$/);
    expect(data).toMatchObject({
      elsewhere: { thumbnail: 'https://elsewhere.example/2.jpg', pdfFirstPage: null },
    });
  });

  it.each([0, -5, 1921])('refuses a width of %i', async (width) => {
    const { errors } = await (await pictures.shop()).graphql(`{ slides { thumbnailFile(width: ${width}) } }`);
    expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(errors[0]?.message).toBe(`The argument 'width' is ${width}: it must be from 1 to 1920.`);
  });
});

/** The head of a PNG that says to be so large, and nothing behind it. */
function pngOfSize(width: number, height: number): Uint8Array {
  const head = Buffer.from(
    '89504e470d0a1a0a0000000d49484452000000000000000008020000000000000000000000',
    'hex',
  );
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}
