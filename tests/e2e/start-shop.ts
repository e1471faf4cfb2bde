import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the shop that the end-to-end tests share. */
    shopUrl: string;
    /** Address of the REST service behind it. */
    restUrl: string;
  }
}

const root = path.dirname(path.dirname(import.meta.dirname));

/** Starts the whole shop as `npm start` does, on free ports and an empty database, once for all files. */
export default async function startShop(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'bookshop-e2e-'));
  const shop = spawn(process.execPath, ['gateway/start.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SESSION_SECRET: randomBytes(32).toString('hex'),
      PORT: '0',
      REST_API_PORT: '0',
      DATA_DIR: dataDirectory,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const addresses = await printedAddresses(shop);
  project.provide('shopUrl', addresses.shop);
  project.provide('restUrl', addresses.rest);
  return async () => {
    if (shop.exitCode === null) {
      shop.kill('SIGTERM');
      await once(shop, 'exit');
    }
    await rm(dataDirectory, { recursive: true, force: true });
  };
}

/** Waits for the lines in which `npm start` names its addresses; goes on reading, so that it can go on writing. */
function printedAddresses(shop: ChildProcess): Promise<{ shop: string; rest: string }> {
  return new Promise((resolve, reject) => {
    let printed = '';
    shop.stdout?.on('data', (chunk) => {
      printed += String(chunk);
      const shopUrl = /shop\s+(http:\S+)/i.exec(printed)?.[1];
      const restUrl = /rest\s+(http:\S+)/i.exec(printed)?.[1];
      if (shopUrl !== undefined && restUrl !== undefined) resolve({ shop: shopUrl, rest: restUrl });
    });
    shop.once('exit', () => {
      reject(new Error(`The shop ended before it was ready. It printed:\n${printed}`));
    });
  });
}
