import { readFileSync } from 'node:fs';
import { createServer as createTcpServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RequestHandler } from 'express';
import type { PageAnswer, PageRequest } from '../entry-server.tsx';
import { type AssetsOf, productionAssets } from './assets.ts';
import { staticFiles } from './static-files.ts';

const webFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Renders pages and serves the files they load. */
export interface Renderer {
  render: (request: PageRequest) => Promise<PageAnswer>;
  assetsOf: AssetsOf;
  files: RequestHandler;
  close: () => Promise<void>;
}

interface ServerEntry {
  render: Renderer['render'];
}

/** @throws when the storefront has not been built. */
export async function productionRenderer(): Promise<Renderer> {
  const folder = currentBuild();
  const clientFolder = path.join(folder, 'client');
  const entry = path.join(folder, 'server/entry-server.js');
  const { render }: ServerEntry = await import(pathToFileURL(entry).href);
  return {
    render,
    assetsOf: productionAssets(clientFolder),
    files: staticFiles(clientFolder),
    close: async () => undefined,
  };
}

/** The folder of the newest build: this process keeps to it, however many are made meanwhile. */
function currentBuild(): string {
  const builds = path.join(webFolder, 'dist/storefront');
  try {
    return path.join(builds, readFileSync(path.join(builds, 'current'), 'utf8'));
  } catch (cause) {
    throw new Error('The storefront is not built: npm run build does it.', { cause });
  }
}

/** Straight from the sources, by Vite: a change shows at once. */
export async function developmentRenderer(): Promise<Renderer> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: webFolder,
    appType: 'custom',
    server: { middlewareMode: true, ws: { port: await freePort() } },
    logLevel: 'warn',
  });
  return {
    async render(request) {
      const entry = await vite.ssrLoadModule('/entry-server.tsx');
      const answer: PageAnswer = await entry.render(request);
      if (answer.kind === 'redirect') return answer;
      return { ...answer, html: await vite.transformIndexHtml(request.address, answer.html) };
    },
    assetsOf: () => ({
      scripts: ['/entry-client.tsx'],
      preloadedModules: [],
      // Vite brings the styles with the scripts; the first paint needs these before.
      styles: [{ href: '/app/styles/index.css' }],
      fonts: [],
    }),
    files: vite.middlewares,
    close: () => vite.close(),
  };
}

/** For the hot reload's own socket, so that several shops can run on one machine. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createTcpServer().once('error', reject);
    probe.listen(0, () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
