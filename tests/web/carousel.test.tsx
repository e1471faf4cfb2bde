// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SlideCarousel } from '#web/features/home/SlideCarousel.tsx';
import { stubMediaQueries } from './browser-stubs.ts';
import { gateway } from './gateway-stub.ts';
import { renderComponent } from './render-routes.tsx';
import { setUpStubServer } from './stub-server.ts';

const slides = ['Marathi classics', 'Poetry', 'For children'].map((title, index) => ({
  __typename: 'Slide',
  id: String(index + 1),
  title,
  image: `http://shop.test/media/${index + 1}.svg`,
  link: index === 2 ? 'https://reading.example/' : '/product',
}));
const server = setUpStubServer(gateway.query('Slides', () => ({ slides })));

beforeEach(() => {
  // Timeouts stay real, because `findBy…` queries need them.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => void vi.useRealTimers());

async function openCarousel(): Promise<HTMLElement> {
  await renderComponent(<SlideCarousel />);
  return screen.findByRole('region', { name: 'Featured' });
}

function readVisibleSlideTitle(): string | null {
  const visibleSlides = document.querySelectorAll('[aria-roledescription="slide"]:not([inert])');
  expect(visibleSlides).toHaveLength(1);
  return visibleSlides[0]?.querySelector('img')?.alt ?? null;
}

function advanceTime(milliseconds: number): void {
  act(() => vi.advanceTimersByTime(milliseconds));
}

describe('the carousel', () => {
  it('shows the next slide every 2 seconds and loops', async () => {
    await openCarousel();
    expect(readVisibleSlideTitle()).toBe('Marathi classics');
    advanceTime(1999);
    expect(readVisibleSlideTitle()).toBe('Marathi classics');
    advanceTime(1);
    expect(readVisibleSlideTitle()).toBe('Poetry');
    advanceTime(4000);
    expect(readVisibleSlideTitle()).toBe('Marathi classics');
  });

  it('plays only after a click on its button if reduced motion is preferred', async () => {
    stubMediaQueries((query) => query.includes('reduced-motion'));
    await openCarousel();
    advanceTime(10_000);
    expect(readVisibleSlideTitle()).toBe('Marathi classics');
    fireEvent.click(screen.getByRole('button', { name: 'Play slideshow' }));
    advanceTime(2000);
    expect(readVisibleSlideTitle()).toBe('Poetry');
  });

  it('pauses while hovered', async () => {
    const carousel = await openCarousel();
    fireEvent.pointerEnter(carousel);
    advanceTime(10_000);
    expect(readVisibleSlideTitle()).toBe('Marathi classics');
    fireEvent.pointerLeave(carousel);
    advanceTime(2000);
    expect(readVisibleSlideTitle()).toBe('Poetry');
  });

  it('pauses while it has the focus', async () => {
    await openCarousel();
    const dot = screen.getByRole('button', { name: /^Show slide 2/ });
    act(() => dot.focus());
    advanceTime(10_000);
    expect(readVisibleSlideTitle()).toBe('Marathi classics');
    act(() => dot.blur());
    advanceTime(2000);
    expect(readVisibleSlideTitle()).toBe('Poetry');
  });

  it('can be paused with its button', async () => {
    await openCarousel();
    fireEvent.click(screen.getByRole('button', { name: 'Pause slideshow' }));
    advanceTime(10_000);
    expect(readVisibleSlideTitle()).toBe('Marathi classics');
  });

  it('shows the slide of a clicked dot for the full interval', async () => {
    await openCarousel();
    advanceTime(1500);
    fireEvent.click(screen.getByRole('button', { name: 'Show slide 3: For children' }));
    advanceTime(1999);
    expect(readVisibleSlideTitle()).toBe('For children');
    advanceTime(1);
    expect(readVisibleSlideTitle()).toBe('Marathi classics');
  });

  it('links each slide to its target', async () => {
    await openCarousel();
    fireEvent.click(screen.getByRole('button', { name: /^Show slide 3/ }));
    const links = [...document.querySelectorAll('a')].map(({ href }) => href);
    expect(links).toEqual([
      `${window.location.origin}/product`,
      `${window.location.origin}/product`,
      'https://reading.example/',
    ]);
  });

  it('shows a slide without a link if its target is not an HTTP URL', async () => {
    const [slide] = slides;
    server.use(gateway.query('Slides', () => ({ slides: [{ ...slide, link: 'javascript:alert(1)' }] })));
    await openCarousel();
    expect(readVisibleSlideTitle()).toBe('Marathi classics');
    expect(document.querySelector('a')).toBeNull();
  });

  it('loads the image of each slide while the previous slide is shown', async () => {
    await openCarousel();
    const readTitles = () => [...document.querySelectorAll('img')].map(({ alt }) => alt);
    expect(readTitles()).toEqual(['Marathi classics', 'Poetry']);
    advanceTime(2000);
    expect(readTitles()).toEqual(['Marathi classics', 'Poetry', 'For children']);
  });

  it('is hidden when there are no slides', async () => {
    server.use(gateway.query('Slides', () => ({ slides: [] })));
    const { container } = await renderComponent(<SlideCarousel />);
    await expect.poll(() => container.innerHTML).toBe('');
  });
});
