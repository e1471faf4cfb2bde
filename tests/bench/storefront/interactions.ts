import { type CDPSession, chromium, type Page } from 'playwright-core';
import { median } from '../compare.ts';
import { type Measurement, withMax } from '../measurement.ts';
import { browserFlags } from './run-lighthouse.ts';

const cpuSlowdown = 4;
const maxMs = 200;
/** The pause after an action. The browser reports the last events of an interaction only after the next paint. */
const reportDelayMs = 1500;

const phone = { width: 412, height: 823 };
/** Wide enough that the filters are not in a drawer. */
const desktop = { width: 1280, height: 800 };

interface Interaction {
  path: string;
  viewport: { width: number; height: number };
  act: (page: Page) => Promise<void>;
}

const interactions: Record<string, Interaction> = {
  'choose a filter': {
    path: '/product',
    viewport: desktop,
    act: (page) => page.getByRole('checkbox').first().tap(),
  },
  'add to the cart': {
    path: '/product',
    viewport: phone,
    act: (page) => page.getByRole('button', { name: /^Add/ }).first().tap(),
  },
  'add to the wish list': {
    path: '/product',
    viewport: phone,
    act: (page) => page.locator('main button[aria-pressed]').first().tap(),
  },
  'open the menu': {
    path: '/',
    viewport: phone,
    act: (page) => page.locator('header button[aria-haspopup="dialog"]').first().tap(),
  },
  'type in the search': {
    path: '/product',
    viewport: desktop,
    act: async (page) => {
      await page.locator('header input[type="search"]').tap();
      await page.keyboard.type('god', { delay: 100 });
    },
  },
};

/**
 * Measures interaction to next paint (web.dev/inp) with a slowed-down processor. Each visit performs one action. Its
 * slowest interaction counts: typing, for example, is one interaction per key.
 */
export async function measureInteractions(
  executablePath: string,
  shopUrl: string,
  runCount: number,
): Promise<Measurement[]> {
  const browser = await chromium.launch({ executablePath, args: browserFlags });
  try {
    const lines: Measurement[] = [];
    for (const [name, { path, viewport, act }] of Object.entries(interactions)) {
      const delays: number[] = [];
      while (delays.length < runCount) {
        const context = await browser.newContext({ viewport, hasTouch: true, ignoreHTTPSErrors: true });
        const page = await context.newPage();
        await page.addInitScript(recordInteractions);
        await slowDown(await context.newCDPSession(page));
        await page.goto(shopUrl + path);
        await page.locator('html[data-hydrated]').waitFor();
        await act(page);
        await page.waitForTimeout(reportDelayMs);
        delays.push(await page.evaluate(() => Number(Reflect.get(window, 'maxInteractionMs'))));
        await context.close();
      }
      const delay = median(delays);
      const line = { name: `interaction to next paint: ${name}`, measured: `${delay.toFixed(0)} ms` };
      lines.push(withMax(line, delay, maxMs, `${maxMs} ms`));
    }
    return lines;
  } finally {
    await browser.close();
  }
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

/** Runs in the page. Chromium reports only events that take at least 16 ms. */
function recordInteractions(): void {
  Reflect.set(window, 'maxInteractionMs', 0);
  const options = { type: 'event', durationThreshold: 16, buffered: true };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!('interactionId' in entry) || entry.interactionId === 0) continue;
      const max = Math.max(Number(Reflect.get(window, 'maxInteractionMs')), entry.duration);
      Reflect.set(window, 'maxInteractionMs', max);
    }
  }).observe(options);
}
