import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type RequestHandler, Router } from 'express';
import { type ContentEncoding, chooseEncoding, createEtag } from './compressed-page.ts';

const serviceWorkerPath = '/service-worker.js';

/** The extensions of the precompressed copies, by their encoding. */
const copyExtensions: Readonly<Record<ContentEncoding, string>> = { br: '.br', gzip: '.gz' };

/**
 * Serves the files of a client build and their precompressed copies, at the `base` of the build. Files with a hash in
 * their name are immutable. Browsers revalidate other files after an hour, but the service worker's script every time.
 * A request for a part of a file gets the whole file, as RFC 9110 (14.2) permits.
 */
export function serveStaticFiles(folder: string, base = '/'): RequestHandler {
  const urlPaths = new Set(listUrlPaths(folder));
  // Few and small enough to keep in memory. Files that have been served remain available if their build is removed.
  const files = new Map<string, Promise<StaticFile>>();
  const read = (urlPath: string) => {
    const file = files.get(urlPath) ?? readStaticFile(path.join(folder, urlPath));
    files.set(urlPath, file);
    file.catch(() => files.delete(urlPath));
    return file;
  };
  const router = Router();
  router.use(base, async (request, response, next) => {
    const urlPath = request.path;
    if (!urlPaths.has(urlPath)) return next();
    const encoding = chooseEncoding(request);
    const copyPath = encoding && urlPath + copyExtensions[encoding];
    const hasCopy = copyPath !== undefined && urlPaths.has(copyPath);
    const file = await read(hasCopy ? copyPath : urlPath).catch(undefinedIfMissing);
    if (file === undefined) return next();
    const isImmutable = urlPath.startsWith('/assets/');
    response
      .type(path.extname(urlPath))
      .vary('Accept-Encoding')
      .set('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      .set({ ETag: file.etag, 'X-Content-Type-Options': 'nosniff' });
    if (hasCopy) response.set('Content-Encoding', encoding);
    if (urlPath === serviceWorkerPath) {
      // Browsers must notice each new build. The worker itself only sends requests to the shop.
      response.set('Cache-Control', 'no-cache');
      response.set('Content-Security-Policy', "default-src 'none'; connect-src 'self'");
    }
    response.send(file.body);
  });
  router.use(`${base}assets`, (_request, response) => {
    // Usually a file of an older build. The storefront's page then reports a chunk-load error and reloads itself.
    response.status(404).set('Cache-Control', 'no-store').type('text/plain').send('Not found');
  });
  return router;
}

interface StaticFile {
  body: Buffer;
  /** Computed once. Otherwise, Express would compute it for each response. */
  etag: string;
}

async function readStaticFile(file: string): Promise<StaticFile> {
  const body = await readFile(file);
  return { body, etag: createEtag(body) };
}

/**
 * For `catch`: turns the error of a missing file, for example after its build was removed, into undefined, and rethrows
 * any other.
 */
function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** The URL paths of the files in a folder, except for files and folders whose names begin with a dot. */
function listUrlPaths(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${path.relative(folder, path.join(parentPath, name))}`)
    .filter((urlPath) => !urlPath.includes('/.'));
}
