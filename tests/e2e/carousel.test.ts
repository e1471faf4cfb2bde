import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';

describe.skipIf(!hasChromium)('The slides of the home page', () => {
  const { visit } = useBrowser();

  it('fade out one by one, each before the next one fades in', async () => {
    const { page } = await visit({ width: 360 });
    await openHydrated(page, '/');
    await recordVisibleSlides(page);
    // Waits for two fade-ins: the first slide is visible from the start, so the second is the first to fade in and out.
    await expect.poll(() => countFadeIns(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
    expect(await page.evaluate(() => Math.max(...window.visibleSlideCounts))).toBe(1);
  });

  it('change on a click when reduced motion is preferred', async () => {
    const { page } = await visit({ width: 360 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openHydrated(page, '/');
    const carousel = page.getByRole('region', { name: 'Featured' });
    await carousel.getByRole('button', { name: 'Play slideshow' }).waitFor();
    await carousel.getByRole('button', { name: /^Show slide 2/ }).click();
    const readVisibleTitles = () =>
      carousel.locator('[role=group]').evaluateAll((slides) =>
        slides
          .filter((slide) => {
            const { opacity, visibility } = getComputedStyle(slide);
            return visibility === 'visible' && opacity === '1';
          })
          .map((slide) => slide.getAttribute('aria-label')),
      );
    await expect.poll(readVisibleTitles).toEqual([expect.stringMatching(/^Slide 2 of/)]);
  });
});

declare global {
  interface Window {
    /** In each frame, the number of slides that can be seen. */
    visibleSlideCounts: number[];
    /** The number of frames in which a slide has become fully visible. */
    fadeInCount: number;
  }
}

/** Records the number of visible slides in every frame from now on. */
async function recordVisibleSlides(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.visibleSlideCounts = [];
    window.fadeInCount = 0;
    let wasFading = false;
    const record = () => {
      const slides = document.querySelectorAll('[aria-roledescription="slide"]');
      const opacities = [...slides].map((slide) => {
        const { opacity, visibility } = getComputedStyle(slide);
        return visibility === 'visible' ? Number(opacity) : 0;
      });
      const maxOpacity = Math.max(...opacities);
      // At a lower opacity, a slide is invisible to the eye.
      window.visibleSlideCounts.push(opacities.filter((opacity) => opacity > 0.02).length);
      if (wasFading && maxOpacity === 1) window.fadeInCount += 1;
      wasFading = maxOpacity < 1;
      requestAnimationFrame(record);
    };
    record();
  });
}

function countFadeIns(page: Page): Promise<number> {
  return page.evaluate(() => window.fadeInCount);
}
