import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';

interface AxeOptions {
  /** The only rule to check; all by default. */
  rule?: string;
  disabledRule?: string;
  /** Selectors of elements that are not checked. */
  excluded?: readonly string[];
}

const { resolve } = createRequire(import.meta.url);
/** The path of axe's minified source, in the version that AxeBuilder would load itself. */
const axeFile = createRequire(resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js');
const axeSource = readFileSync(axeFile, 'utf8');

/** Expects axe to find no violations on the page. */
export async function expectNoViolations(
  page: Page,
  { rule, disabledRule, excluded = [] }: AxeOptions = {},
): Promise<void> {
  // After a change of the colour mode, sections outside the viewport keep the previous colours until they are rendered.
  await page.addStyleTag({ content: '* { content-visibility: visible !important; }' });
  // During the transition between the colour modes, axe would judge intermediate colours.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  await Promise.all(page.frames().map(loadAxe));
  // Legacy mode does not open a second page. It skips cross-origin frames, which the shop does not have.
  const axe = new AxeBuilder({ page, axeSource: 'void 0' })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  if (rule !== undefined) axe.withRules(rule);
  if (disabledRule !== undefined) axe.disableRules(disabledRule);
  for (const selector of excluded) axe.exclude(selector);
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
  expect({ at: page.url(), found }).toEqual({ at: page.url(), found: [] });
}

/**
 * Loads axe, unless an earlier analysis of this frame has loaded it. AxeBuilder would send axe's source and compile
 * it twice for each analysis.
 */
async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource);
}
