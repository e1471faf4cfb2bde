import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { chromium } from '../external-programs.ts';
import { launchChromium } from './chromium.ts';

const chromiumPath = chromium.find();

/** Whether the machine has a browser to test in. */
export const hasChromium = chromiumPath !== undefined;

export interface Visit {
  page: Page;
  context: BrowserContext;
}

interface VisitOptions {
  /** The shop to visit; the shared one when left out. */
  shop?: string;
  /** Pixels; 1280 when left out. */
  width?: number;
  /** Errors that the test brings about itself and that the browser logs, such as a lost connection. */
  forgives?: RegExp;
  /** False for a browser that runs no scripts. */
  scripts?: boolean;
}

/**
 * A browser for the tests of one file. Every visit is a person of its own: nothing is shared between
 * two of them. A test fails when its pages logged an error or asked a host that is not the shop.
 */
export function useBrowser(): { visit: (options?: VisitOptions) => Promise<Visit> } {
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let complaints: string[] = [];

  beforeAll(async () => {
    browser = await launchChromium(chromiumPath ?? '');
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    const heard = complaints;
    contexts = [];
    complaints = [];
    expect(heard, 'what the pages complained of').toEqual([]);
  });

  return {
    visit: async ({ width = 1280, forgives, scripts = true, shop = inject('shopUrl') } = {}) => {
      const context = await browser.newContext({
        baseURL: shop,
        viewport: { width, height: 800 },
        javaScriptEnabled: scripts,
      });
      context.setDefaultTimeout(20_000);
      contexts.push(context);
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() !== 'error' || forgives?.test(message.text()) === true) return;
        complaints.push(`${page.url()}: ${message.text()}`);
      });
      page.on('request', (request) => {
        if (/^https?:/.test(request.url()) && !request.url().startsWith(shop)) {
          complaints.push(`${page.url()}: asked ${request.url()}`);
        }
      });
      return { page, context };
    },
  };
}
