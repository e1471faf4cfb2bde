import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';

/** Flags that stop Chromium's background requests to its vendor. */
const offlineFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Starts headless Chromium. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch(createLaunchOptions(executablePath));
}

/** Starts headless Chromium for several processes, which connect to its WebSocket URL. */
export function launchChromiumServer(executablePath: string): Promise<BrowserServer> {
  return chromium.launchServer({ ...createLaunchOptions(executablePath), host: '127.0.0.1' });
}

/** Chromium's sandbox is off for root, for whom Chromium refuses to start with it. */
function createLaunchOptions(executablePath: string): LaunchOptions {
  const sandboxFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return { executablePath, args: [...offlineFlags, ...sandboxFlags] };
}
