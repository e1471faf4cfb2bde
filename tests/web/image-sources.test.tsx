// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { imageWidths } from '#gateway/images/image-variants.ts';
import { serveGateway } from './account-gateway.ts';
import { gateway } from './gateway-stub.ts';
import { createBook, createBookDetails } from './products.ts';
import { visit } from './visit.tsx';

const { use } = serveGateway();
const ownImage = 'https://shop.example/media/3TZIlelfCNbRE-G2SPbP91/files/covers/1.svg';

async function showImage(images: string[]): Promise<HTMLImageElement> {
  const product = createBookDetails({ images, related: [createBook(4, { images })] });
  use(gateway.query('Product', () => ({ product })));
  await visit('/product/2');
  return screen.findByRole<HTMLImageElement>('img', { name: 'Malgudi Days, picture 1 of 1' });
}

describe("a product's image", () => {
  it('is offered in the widths the gateway generates, with its display size and loading priority', async () => {
    const main = await showImage([ownImage]);
    for (const image of document.images) {
      const candidates = image.srcset.split(', ').map((candidate) => candidate.split(' '));
      expect(candidates.length).toBeGreaterThan(2);
      for (const [url, width] of candidates) {
        expect(url).toBe(`${ownImage}?width=${Number.parseInt(width ?? '', 10)}`);
        expect(imageWidths.map((generated) => `${generated}w`)).toContain(width);
      }
      expect(image.sizes).not.toBe('');
      expect(image.getAttribute('width')).toMatch(/^\d+$/);
      expect(image.getAttribute('height')).toMatch(/^\d+$/);
    }
    expect(main.getAttribute('fetchpriority')).toBe('high');
    expect(main.getAttribute('loading')).not.toBe('lazy');
    expect(document.querySelectorAll('img[loading=lazy]')).toHaveLength(1);
  });

  it('keeps the query parameters of its URL', async () => {
    expect((await showImage([`${ownImage}?v=3`])).srcset).toContain(`${ownImage}?v=3&width=640 640w`);
  });

  it('is used unchanged when it is on another host', async () => {
    const otherHost = 'https://covers.example/media/cover.jpg';
    const main = await showImage([otherHost]);
    expect({ src: main.src, srcset: main.srcset }).toEqual({ src: otherHost, srcset: '' });
  });
});
