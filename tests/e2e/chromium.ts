import { type Browser, chromium } from 'playwright-core';

/** Stop Chromium's background requests to its vendor. */
const offlineFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Starts headless Chromium. Its sandbox is off for root, because Chromium refuses to start with it. */
export function launchChromium(executablePath: string): Promise<Browser> {
  const sandboxFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...offlineFlags, ...sandboxFlags] });
}
