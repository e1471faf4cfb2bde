import { type Browser, chromium } from 'playwright-core';

const quietly = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Starts the machine's Chromium without a window. As root it runs without its sandbox: it would refuse to start. */
export function launchChromium(executablePath: string): Promise<Browser> {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...quietly, ...asRoot] });
}
