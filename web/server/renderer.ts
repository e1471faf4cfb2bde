import { access, readFile } from 'node:fs/promises';
import { createServer as createTcpServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RequestHandler } from 'express';
import type { RunOperation } from '../apollo/server-client.ts';
import type { Preferences } from '../app/preferences.ts';
import type { Shop } from '../shop/shop.ts';
import { createManifestLookup, type GetAssets } from './assets.ts';
import { findCurrentBuild } from './builds.ts';
import { createContentSecurityPolicy } from './page-headers.ts';
import { serveStaticFiles } from './static-files.ts';

const webFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

export interface PageRequest {
  /** Path and query. */
  url: string;
  origin: string;
  signal: AbortSignal;
  preferences: Preferences;
  shop: Shop;
  runOperation: RunOperation;
  /** Receives each error for which an error page is rendered. */
  onFailure: (error: unknown) => void;
}

/** What `entry-server.tsx` needs to render a page: the request, and the files of the build. */
export interface EntryRequest extends PageRequest {
  /** Looks up the files that the page's modules need. */
  getAssets: GetAssets;
  /** The text of the inline script (web/app/inline-script.ts). */
  inlineScript: string;
}

export type RenderedPage =
  | { kind: 'page'; status: number; html: string }
  | { kind: 'redirect'; status: number; location: string };

/** Renders pages and serves the files they load. */
interface Renderer {
  render: (request: PageRequest) => Promise<RenderedPage>;
  /** The Content-Security-Policy of the pages; undefined in development, where Vite inserts inline scripts. */
  contentSecurityPolicy: string | undefined;
  files: RequestHandler;
  /** Checks that the build has not been removed. @throws when its manifest is missing. */
  checkFiles: () => Promise<void>;
  close: () => Promise<void>;
}

interface ServerEntry {
  render: (request: EntryRequest) => Promise<RenderedPage>;
}

/** @throws when the storefront has not been built. */
export async function createProductionRenderer(): Promise<Renderer> {
  const folder = findCurrentBuild();
  const clientFolder = path.join(folder, 'client');
  const entry = path.join(folder, 'server/entry-server.js');
  const { render }: ServerEntry = await import(pathToFileURL(entry).href);
  const getAssets = createManifestLookup(clientFolder);
  const inlineScript = await readFile(path.join(clientFolder, '.vite/inline-script.js'), 'utf8');
  return {
    render: (request) => render({ ...request, getAssets, inlineScript }),
    contentSecurityPolicy: createContentSecurityPolicy(inlineScript),
    files: serveStaticFiles(clientFolder),
    checkFiles: () => access(path.join(clientFolder, '.vite/manifest.json')),
    close: async () => undefined,
  };
}

const getDevelopmentAssets: GetAssets = () => ({
  entry: '/entry-client.tsx',
  modules: [],
  // Vite loads styles together with the scripts, which is too late for the first paint.
  styles: [{ href: '/app/styles/index.css' }],
  fonts: [],
});

/** Renders from the sources with Vite, so that changes show immediately. */
export async function createDevelopmentRenderer(): Promise<Renderer> {
  const { createServer } = await import('vite');
  const { bundleInlineScript } = await import('../build/inline-script.ts');
  const vite = await createServer({
    root: webFolder,
    appType: 'custom',
    server: { middlewareMode: true, ws: { port: await findFreePort() } },
    logLevel: 'warn',
  });
  return {
    async render(request) {
      const entry = await vite.ssrLoadModule('/entry-server.tsx');
      const files = { getAssets: getDevelopmentAssets, inlineScript: await bundleInlineScript() };
      const page: RenderedPage = await entry.render({ ...request, ...files });
      if (page.kind === 'redirect') return page;
      return { ...page, html: await vite.transformIndexHtml(request.url, page.html) };
    },
    contentSecurityPolicy: undefined,
    files: vite.middlewares,
    checkFiles: async () => undefined,
    close: () => vite.close(),
  };
}

/** Finds a port for Vite's hot-reload socket, so that several shops can run on one machine. */
function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createTcpServer().once('error', reject);
    probe.listen(0, () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
