import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { stopProcess, waitForOutput } from '#tests/child-process.ts';
import packageJson from '../../package.json' with { type: 'json' };

/** The built demo shop, which runs in processes of its own. */
export interface BuiltShop {
  readonly url: string;
  /** The id of the process that runs the gateway and the storefront. */
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts the shop as `npm start` does once everything is built, and waits until it accepts requests.
 * @throws Error if the shop exits before it is ready.
 */
export async function startBuiltShop(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<BuiltShop> {
  const [, ...options] = packageJson.scripts.start.split(' ');
  const shop = spawn(process.execPath, options, {
    cwd: path.dirname(path.dirname(import.meta.dirname)),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SESSION_SECRET: randomBytes(32).toString('hex'),
      PORT: '0',
      REST_API_PORT: '0',
      DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [, url = ''] = await waitForOutput(shop, /Shop +(http:\S+)\n/);
  return { url, pid: z.number().parse(shop.pid), stop: () => stopProcess(shop) };
}
