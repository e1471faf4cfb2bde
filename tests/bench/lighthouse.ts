import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '#tests/external-programs.ts';
import { startBuiltShop } from './built-shop.ts';
import { median } from './compare.ts';
import { report, withMax } from './measurement.ts';
import { measureInteractions } from './storefront/interactions.ts';
import { reportRenderTime } from './storefront/rendering.ts';
import {
  installLighthouse,
  type PageLoadResult,
  runLighthouse,
  type Throttling,
} from './storefront/run-lighthouse.ts';
import { startTlsProxy } from './storefront/tls-proxy.ts';

/**
 * Measures the first load of the built shop with the demo catalogue on an emulated phone. A proxy serves the shop over
 * HTTP/2 with TLS, as in production, and another one over HTTP/1.1 for comparison. Reports the median of several
 * page loads. Also measures the CPU time for rendering a page, and how fast the shop reacts to interactions.
 */

const runCount = 5;
const pages = {
  home: '/',
  listing: '/product',
  product: '/product/1',
  category: '/category/Poetry',
  'author list': '/author',
};

const browser = chromium.find();
if (browser === undefined) throw new Error(chromium.installationHint);
installLighthouse();
const folder = await mkdtemp(path.join(tmpdir(), 'lighthouse-'));
const shop = await startBuiltShop(path.join(folder, 'data'), {
  TRUSTED_PROXIES: '1',
  // The benchmark requests more pages than a visitor may.
  VISITOR_BUDGET: 'unlimited',
});
try {
  await reportRenderTime(shop, pages.listing);
  const http2 = await startTlsProxy(shop.url, 'HTTP/2', folder);
  const http1 = await startTlsProxy(shop.url, 'HTTP/1.1', folder);
  for (const [page, pagePath] of Object.entries(pages)) {
    await requestImages(pagePath);
    const measure = (origin: string, throttling: Throttling) => {
      console.error(`Loading ${origin}${pagePath} ${runCount} times, throttling: ${throttling} …`);
      return repeat(() => runLighthouse(browser, origin + pagePath, throttling));
    };
    reportPage(page, {
      simulated: await measure(http2.url, 'simulate'),
      simulatedHttp1: await measure(http1.url, 'simulate'),
      applied: await measure(http2.url, 'devtools'),
      appliedHttp1: await measure(http1.url, 'devtools'),
    });
  }
  for (const line of await measureInteractions(browser, http2.url, runCount)) report(line);
  http1.close();
  http2.close();
} finally {
  await shop.stop();
}

async function repeat(run: () => Promise<PageLoadResult>): Promise<PageLoadResult[]> {
  const results: PageLoadResult[] = [];
  // Retries a failed run once, because on a busy machine a trace may lack data that Lighthouse needs.
  while (results.length < runCount) results.push(await run().catch(run));
  return results;
}

/** Requests all images of a page, so that they are already resized and cached, as for all but the first visitor. */
async function requestImages(pagePath: string): Promise<void> {
  const html = await (await fetch(shop.url + pagePath)).text();
  const imagePaths = new Set(html.replaceAll('&amp;', '&').match(/\/media\/[^\s",]+/g));
  for (const imagePath of imagePaths) {
    await (await fetch(shop.url + imagePath, { headers: { accept: 'image/avif,image/webp' } })).bytes();
  }
}

/** Results of a page, with throttling that Lighthouse simulates or the browser applies, over HTTP/2 and HTTP/1.1. */
interface PageResults {
  simulated: PageLoadResult[];
  simulatedHttp1: PageLoadResult[];
  applied: PageLoadResult[];
  appliedHttp1: PageLoadResult[];
}

function reportPage(page: string, { simulated, simulatedHttp1, applied, appliedHttp1 }: PageResults): void {
  const formatMilliseconds = (value: number) => `${value.toFixed(0)} ms`;
  const reportMetric = (
    name: string,
    metric: keyof Omit<PageLoadResult, 'scores'>,
    results: [http2: PageLoadResult[], http1: PageLoadResult[]],
    { max, format = formatMilliseconds }: { max: number; format?: (value: number) => string },
  ) => {
    const [http2, http1] = results.map((list) => median(list.map((result) => result[metric])));
    report({
      ...withMax(
        { name: `${page}: ${name}`, measured: format(http2 ?? Number.NaN) },
        http2,
        max,
        format(max),
      ),
      reference: `HTTP/1.1 ${format(http1 ?? Number.NaN)}`,
    });
  };
  reportMetric(
    'largest contentful paint, simulated',
    'largestContentfulPaintMs',
    [simulated, simulatedHttp1],
    { max: 2000 },
  );
  reportMetric(
    'largest contentful paint, DevTools throttling',
    'largestContentfulPaintMs',
    [applied, appliedHttp1],
    { max: 1300 },
  );
  reportMetric('total blocking time', 'totalBlockingTimeMs', [simulated, simulatedHttp1], { max: 150 });
  const formatDecimals = (value: number) => value.toFixed(3);
  reportMetric('cumulative layout shift', 'cumulativeLayoutShift', [simulated, simulatedHttp1], {
    max: 0.01,
    format: formatDecimals,
  });
  reportMetric(
    'cumulative layout shift, DevTools throttling',
    'cumulativeLayoutShift',
    [applied, appliedHttp1],
    { max: 0.01, format: formatDecimals },
  );
  for (const [category, minScore] of Object.entries({
    performance: 95,
    accessibility: 100,
    'best-practices': 100,
    seo: 100,
  })) {
    const score = median(simulated.map(({ scores }) => scores[category] ?? 0));
    report({
      name: `${page}: ${category}`,
      measured: score.toFixed(0),
      reference: `HTTP/1.1 ${median(simulatedHttp1.map(({ scores }) => scores[category] ?? 0)).toFixed(0)}`,
      limit: `at least ${minScore}`,
      isMet: score >= minScore,
    });
  }
}
