// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { imageWidths } from '#gateway/images/image-variants.ts';
import { serveGateway } from './account-gateway.ts';
import { gateway } from './gateway-stub.ts';
import { book, bookDetails } from './products.ts';
import { visit } from './visit.tsx';

const { use } = serveGateway();
const own = 'https://shop.example/media/3TZIlelfCNbRE-G2SPbP91/files/covers/1.svg';

async function shownWith(images: string[]): Promise<HTMLImageElement> {
  const product = bookDetails({ images, related: [book(4, { images })] });
  use(gateway.query('Product', () => ({ product })));
  await visit('/product/2');
  return screen.findByRole<HTMLImageElement>('img', { name: 'Malgudi Days, picture 1 of 1' });
}

describe('a picture of the shop', () => {
  it('is offered in widths the gateway makes, with the size it is shown in', async () => {
    const main = await shownWith([own]);
    for (const image of document.images) {
      const candidates = image.srcset.split(', ').map((candidate) => candidate.split(' '));
      expect(candidates.length).toBeGreaterThan(2);
      for (const [address, width] of candidates) {
        expect(address).toBe(`${own}?width=${Number.parseInt(width ?? '', 10)}`);
        expect(imageWidths.map((made) => `${made}w`)).toContain(width);
      }
      expect(image.sizes).not.toBe('');
      expect(image.getAttribute('width')).toMatch(/^\d+$/);
      expect(image.getAttribute('height')).toMatch(/^\d+$/);
    }
    expect(main.getAttribute('fetchpriority')).toBe('high');
    expect(main.getAttribute('loading')).not.toBe('lazy');
    expect(document.querySelectorAll('img[loading=lazy]')).toHaveLength(1);
  });

  it('keeps its own parameters', async () => {
    expect((await shownWith([`${own}?v=3`])).srcset).toContain(`${own}?v=3&width=640 640w`);
  });

  it('is taken as it is when it is kept elsewhere', async () => {
    const elsewhere = 'https://covers.example/media/cover.jpg';
    const main = await shownWith([elsewhere]);
    expect({ src: main.src, srcset: main.srcset }).toEqual({ src: elsewhere, srcset: '' });
  });
});
