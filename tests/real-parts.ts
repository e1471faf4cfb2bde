import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** A program the tests use as a shopper's machine would have it. */
export interface RealPart {
  /** Where it is; undefined when it cannot be had here. */
  path: string | undefined;
  /** What to install, for whoever reads that it is missing. */
  advice: string;
}

const chromiumAdvice =
  'Chromium was not found. Install it (Debian and Ubuntu: `sudo apt-get install chromium`) or name it in CHROMIUM_PATH, then run `npm test` again.';

const chromiumPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Finds Chromium, and installs Debian's where that needs nobody's leave: as root on Debian. */
export function findChromium(): RealPart {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && !existsSync(named)) {
    return { path: undefined, advice: `CHROMIUM_PATH names '${named}', which does not exist.` };
  }
  const found = named ?? findIn(chromiumPlaces);
  if (found === undefined && mayInstallDebianPackages()) installDebianPackages(['chromium']);
  return { path: found ?? findIn(chromiumPlaces), advice: chromiumAdvice };
}

function findIn(places: string[]): string | undefined {
  return places.find((place) => existsSync(place));
}

function mayInstallDebianPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
}

function installDebianPackages(packages: string[]): void {
  console.log(`Installing Debian's ${packages.join(', ')} …`);
  const options: SpawnSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-q'], options);
  spawnSync('apt-get', ['install', '-y', '-q', ...packages], options);
}
