import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { TestProject } from 'vitest/node';
import { stopProcess, waitForOutput } from '../child-process.ts';
import { chromium } from '../external-programs.ts';
import { listenOnFreePort } from '../listen.ts';
import { launchChromiumServer } from './chromium.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the shop that all end-to-end tests share. */
    shopUrl: string;
    /** URL of that shop's REST service. */
    restUrl: string;
    /** Folder where the mail server saves each mail from the shop as a file, numbered in order of arrival. */
    mailFolder: string;
    /** WebSocket URL of the browser that all test files share; undefined on machines without Chromium. */
    browserUrl: string | undefined;
  }
}

const root = path.dirname(path.dirname(import.meta.dirname));

/**
 * Vitest's global setup. It starts the shop as `npm start` does, on free ports, with a new database that contains the
 * demo. It also starts a mail server and, if Chromium is installed, a browser. It returns the function that stops them
 * all.
 */
export default async function startShop(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'bookshop-e2e-'));
  const mailFolder = path.join(dataDirectory, 'mails');
  await mkdir(mailFolder);
  const mailServer = await startMailServer(mailFolder);
  const chromiumPath = chromium.find();
  const browser = chromiumPath === undefined ? undefined : await launchChromiumServer(chromiumPath);
  const shop = spawn(process.execPath, ['gateway/bin/start.ts'], {
    cwd: root,
    env: {
      ...process.env,
      // By default, production has no demo logins.
      NODE_ENV: '',
      PORT: '0',
      REST_API_PORT: '0',
      // Makes tests fail if a page sends a document that is missing from the build's manifest.
      STOREFRONT_DOCUMENTS: 'trusted',
      // Lets tests choose the network from which they log in.
      TRUSTED_PROXIES: '1',
      DATA_DIR: dataDirectory,
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}?from=shop@example.com`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const urls = /Shop +(http:\S+)\n.*REST +(http:\S+)\n/s;
  const [, shopUrl = '', restUrl = ''] = await waitForOutput(shop, urls).catch(async (error: unknown) => {
    await browser?.close();
    await mailServer.close();
    throw error;
  });
  project.provide('browserUrl', browser?.wsEndpoint());
  project.provide('shopUrl', shopUrl);
  project.provide('restUrl', restUrl);
  project.provide('mailFolder', mailFolder);
  return async () => {
    await browser?.close();
    await stopProcess(shop);
    await mailServer.close();
    await rm(dataDirectory, { recursive: true, force: true });
  };
}

/** Starts an SMTP server that accepts every mail and saves it in the folder. */
async function startMailServer(folder: string): Promise<{ port: number; close: () => Promise<void> }> {
  let received = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      received += 1;
      const file = path.join(folder, `${String(received).padStart(4, '0')}.eml`);
      // Tests must not read an incomplete mail.
      const unfinished = path.join(path.dirname(folder), `${path.basename(file)}.unfinished`);
      buffer(stream)
        .then((mail) => writeFile(unfinished, mail))
        .then(() => rename(unfinished, file))
        .then(() => done(), done);
    },
  });
  const port = await listenOnFreePort(server.server);
  return { port, close: () => new Promise((resolve) => server.close(resolve)) };
}
