import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { collectOutput, stopProcess } from '../child-process.ts';
import { copyRepository } from '../copy-repository.ts';
import { environment } from '../rest-api/service.ts';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';

describe('The development server', () => {
  let copy: string;
  let server: ChildProcess;
  let output: () => string;

  beforeAll(async () => {
    copy = await copyRepository();
    // `npm run dev` runs this program after installing the packages, generating code and building the sandbox.
    server = spawn(process.execPath, ['gateway/bin/dev.ts'], {
      cwd: copy,
      env: {
        ...environment,
        PORT: '0',
        REST_API_PORT: '0',
        DATA_DIR: path.join(copy, '.data'),
        SANDBOX: 'false',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    output = collectOutput(server);
    await vi.waitUntil(() => findUrl('Shop'), { timeout: 60_000 });
  });
  afterAll(async () => {
    await stopProcess(server);
    await rm(copy, { recursive: true, force: true });
  });

  /** The URL that the server has last printed with this label. */
  function findUrl(label: string): string | undefined {
    return [...output().matchAll(new RegExp(`^${label} +(http\\S+)`, 'gm'))].at(-1)?.[1];
  }

  /** Replaces the file as a whole, so that the server never reads an empty one. */
  async function edit(file: string, change: (text: string) => string): Promise<void> {
    const filePath = path.join(copy, file);
    const newFile = path.join(copy, 'edited');
    await writeFile(newFile, change(await readFile(filePath, 'utf8')));
    await rename(newFile, filePath);
  }

  /** The message of the REST service for an unknown path; undefined while the service is not running. */
  async function fetchRestMessage(): Promise<string | undefined> {
    const response = await fetch(`${findUrl('REST host')}/nowhere`).catch(() => undefined);
    return response?.text();
  }

  it('restarts the REST service after each change, even after a syntax error', async () => {
    const message = 'There is no such path';
    await expect.poll(fetchRestMessage).toContain(message);
    await edit('rest-api/http/errors.ts', (text) => `${text}\nconst unfinished = ;`);
    await expect.poll(output).toContain('Expression expected');
    await edit('rest-api/http/errors.ts', (text) => text.replace(/\nconst unfinished = ;$/, ''));
    await edit('rest-api/http/app.ts', (text) => text.replace(message, 'No page here'));
    await expect.poll(fetchRestMessage).toContain('No page here');
  });

  it('restarts the gateway after a change of a storefront module that Vite does not load', async () => {
    // With PORT=0, the gateway listens on another port after each restart.
    const fetchRobots = async () => {
      const response = await fetch(`${findUrl('Shop')}/robots.txt`).catch(() => undefined);
      return response?.text();
    };
    await expect.poll(fetchRobots).toContain('Disallow: /graphql\n');
    await edit('web/server/search-engines.ts', (text) =>
      text.replace('Disallow: /graphql', 'Disallow: /secret'),
    );
    await expect.poll(fetchRobots).toContain('Disallow: /secret\n');
    expect(output()).toContain('Restarting the gateway …');
    expect(output()).not.toContain('Stopping');
  });

  describe.skipIf(!hasChromium)('in a browser', () => {
    const { visit } = useBrowser();

    it('hydrates pages without warnings when a link has tracking parameters', async () => {
      const { page } = await visit({ shopUrl: findUrl('Shop') ?? '' });
      for (const path of ['/', '/product', '/product/1']) {
        await openHydrated(page, `${path}?utm_source=mail&search=a`);
        expect(new URL(page.url()).searchParams.get('utm_source')).toBe('mail');
      }
    });

    it('updates an edited text on the open page without losing typed input', async () => {
      const { page } = await visit({ shopUrl: findUrl('Shop') ?? '' });
      // A page that is not connected yet would miss the change.
      let isConnected = false;
      page.on('websocket', (socket) =>
        socket.once('framereceived', () => {
          isConnected = true;
        }),
      );
      await openHydrated(page, '/login');
      await expect.poll(() => isConnected).toBe(true);
      // The contact form in the footer also has a field with the label 'Phone number'.
      const main = page.getByRole('main');
      await main.getByLabel('Mobile number').fill('98123');
      await edit('web/i18n/locales/en.json', (text) => text.replaceAll('"Mobile number"', '"Phone number"'));
      await main.getByLabel('Phone number').waitFor();
      expect(await main.getByLabel('Phone number').inputValue()).toBe('98123');
    });
  });
});
