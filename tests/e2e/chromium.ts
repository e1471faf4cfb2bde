import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';

/** The flag `--blink-settings` replaces the one that Playwright passes, so this list includes Playwright's settings. */
const blinkSettings = [
  // The browser has a mouse.
  'primaryHoverType=2',
  'availableHoverTypes=2',
  'primaryPointerType=4',
  'availablePointerTypes=4',
  // The headless shell doesn't know how fast the network is and would load lazy images far below the window. This is
  // the distance in pixels that Chromium uses on fast networks.
  'lazyLoadingImageMarginPxUnknown=1250',
];

export const chromiumFlags: readonly string[] = [
  // Prevent background requests to the vendor.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--blink-settings=${blinkSettings.join(',')}`,
  // Chromium refuses to start as root with its sandbox.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Starts headless Chromium. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch(createLaunchOptions(executablePath));
}

/** Starts headless Chromium for several processes, which connect to its WebSocket URL. */
export function launchChromiumServer(executablePath: string): Promise<BrowserServer> {
  return chromium.launchServer({ ...createLaunchOptions(executablePath), host: '127.0.0.1' });
}

function createLaunchOptions(executablePath: string): LaunchOptions {
  return { executablePath, args: [...chromiumFlags] };
}
