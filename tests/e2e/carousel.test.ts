import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';

describe.skipIf(!hasChromium)('The slides of the home page', () => {
  const { visit } = useBrowser();

  it.each([360, 1280])('fade out before the next one fades in, %i px', async (width) => {
    const { page } = await visit({ width });
    await openHydrated(page, '/');
    await recordOpacities(page);
    // Two changes: the first slide of a page is rendered by the server.
    await expect.poll(() => countFades(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
    expect(await page.evaluate(() => Math.max(...window.visibleSlides))).toBe(1);
  });

  it.each([360, 1280])('change at a click where reduced motion is preferred, %i px', async (width) => {
    const { page } = await visit({ width });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openHydrated(page, '/');
    const carousel = page.getByRole('region', { name: 'Featured' });
    await carousel.getByRole('button', { name: 'Play slideshow' }).waitFor();
    await carousel.getByRole('button', { name: /^Show slide 2/ }).click();
    const shownTitles = () =>
      carousel.locator('[role=group]').evaluateAll((slides) =>
        slides
          .filter((slide) => {
            const { opacity, visibility } = getComputedStyle(slide);
            return visibility === 'visible' && opacity === '1';
          })
          .map((slide) => slide.getAttribute('aria-label')),
      );
    await expect.poll(shownTitles).toEqual([expect.stringMatching(/^Slide 2 of/)]);
  });
});

declare global {
  interface Window {
    /** In each frame, the number of slides that can be seen. */
    visibleSlides: number[];
    /** The number of frames in which a slide has become fully visible. */
    fadedIn: number;
  }
}

/** Records the visible slides in every frame from now on. */
async function recordOpacities(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.visibleSlides = [];
    window.fadedIn = 0;
    let wasFading = false;
    const record = () => {
      const slides = document.querySelectorAll('[aria-roledescription="slide"]');
      const opacities = [...slides].map((slide) => {
        const { opacity, visibility } = getComputedStyle(slide);
        return visibility === 'visible' ? Number(opacity) : 0;
      });
      const highest = Math.max(...opacities);
      // Less than this is invisible to the eye.
      window.visibleSlides.push(opacities.filter((opacity) => opacity > 0.02).length);
      if (wasFading && highest === 1) window.fadedIn += 1;
      wasFading = highest < 1;
      requestAnimationFrame(record);
    };
    record();
  });
}

function countFades(page: Page): Promise<number> {
  return page.evaluate(() => window.fadedIn);
}
