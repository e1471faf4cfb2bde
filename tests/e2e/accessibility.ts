import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Expects that axe finds nothing on a page as it is now, with one of its rules or all of them. */
export async function expectNoViolations(page: Page, rule?: string): Promise<void> {
  // Sections that are not rendered yet keep the colours of the mode before, which nobody sees.
  await page.addStyleTag({ content: '* { content-visibility: visible !important; }' });
  // During a transition between the modes, axe would judge intermediate colours.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  // Legacy mode does not open a second page. It skips cross-origin frames, which the shop does not have.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rule === undefined ? axe : axe.withRules(rule)).analyze();
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
  expect({ at: page.url(), found }).toEqual({ at: page.url(), found: [] });
}
