// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SlideCarousel } from '#web/features/home/SlideCarousel.tsx';
import { stubBroadcastChannel, stubMediaQueries } from './browser-stubs.ts';
import { gateway } from './gateway-stub.ts';
import { renderComponent } from './render-component.tsx';

const slides = ['Marathi classics', 'Poetry', 'For children'].map((title, index) => ({
  __typename: 'Slide',
  id: String(index + 1),
  title,
  thumbnailFile: `http://shop.test/media/${index + 1}.svg`,
  link: index === 2 ? 'https://reading.example/' : '/product',
}));
const server = setupServer(gateway.query('Slides', () => ({ slides })));

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => {
  stubBroadcastChannel();
  stubMediaQueries(() => false);
  // The first slide is awaited in real time; the slides' own clock is the test's.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

async function openCarousel(): Promise<HTMLElement> {
  await renderComponent(<SlideCarousel />, { messages: ['home'] });
  return screen.findByRole('region', { name: 'Featured' });
}

function shownSlide(): string | null {
  const shown = document.querySelectorAll('[aria-roledescription="slide"]:not([inert])');
  expect(shown).toHaveLength(1);
  return shown[0]?.querySelector('img')?.alt ?? null;
}

function pass(milliseconds: number): void {
  act(() => vi.advanceTimersByTime(milliseconds));
}

describe('the carousel', () => {
  it('shows the next slide every 2 seconds and loops', async () => {
    await openCarousel();
    expect(shownSlide()).toBe('Marathi classics');
    pass(1999);
    expect(shownSlide()).toBe('Marathi classics');
    pass(1);
    expect(shownSlide()).toBe('Poetry');
    pass(4000);
    expect(shownSlide()).toBe('Marathi classics');
  });

  it('does not play with reduced motion until it is started', async () => {
    stubMediaQueries((query) => query.includes('reduced-motion'));
    await openCarousel();
    pass(10_000);
    expect(shownSlide()).toBe('Marathi classics');
    fireEvent.click(screen.getByRole('button', { name: 'Play slideshow' }));
    pass(2000);
    expect(shownSlide()).toBe('Poetry');
  });

  it('pauses while hovered', async () => {
    const carousel = await openCarousel();
    fireEvent.pointerEnter(carousel);
    pass(10_000);
    expect(shownSlide()).toBe('Marathi classics');
    fireEvent.pointerLeave(carousel);
    pass(2000);
    expect(shownSlide()).toBe('Poetry');
  });

  it('pauses while it has the focus', async () => {
    await openCarousel();
    const dot = screen.getByRole('button', { name: /^Show slide 2/ });
    act(() => dot.focus());
    pass(10_000);
    expect(shownSlide()).toBe('Marathi classics');
    act(() => dot.blur());
    pass(2000);
    expect(shownSlide()).toBe('Poetry');
  });

  it('can be paused with its button', async () => {
    await openCarousel();
    fireEvent.click(screen.getByRole('button', { name: 'Pause slideshow' }));
    pass(10_000);
    expect(shownSlide()).toBe('Marathi classics');
  });

  it('shows the slide of a clicked dot for the full interval', async () => {
    await openCarousel();
    pass(1500);
    fireEvent.click(screen.getByRole('button', { name: 'Show slide 3: For children' }));
    pass(1999);
    expect(shownSlide()).toBe('For children');
    pass(1);
    expect(shownSlide()).toBe('Marathi classics');
  });

  it('links each slide to its target', async () => {
    await openCarousel();
    const links = [...document.querySelectorAll('a')].map(({ href }) => href);
    expect(links).toEqual([
      `${window.location.origin}/product`,
      `${window.location.origin}/product`,
      'https://reading.example/',
    ]);
  });

  it('is hidden when there are no slides or they fail to load', async () => {
    server.use(gateway.query('Slides', () => ({ slides: [] })));
    const { container } = await renderComponent(<SlideCarousel />, { messages: ['home'] });
    await expect.poll(() => container.innerHTML).toBe('');
  });
});
