import { type RequestHandler, Router } from 'express';
import sirv from 'sirv';

const serviceWorkerPath = '/service-worker.js';

/**
 * Serves the files of a client build and their precompressed copies, at the `base` of the build. Files with a hash in
 * their name are immutable. Browsers revalidate other files after an hour, but the service worker's script every time.
 * A request for a part of a file gets the whole file.
 */
export function serveStaticFiles(folder: string, base = '/'): RequestHandler {
  const router = Router();
  router.use(
    base,
    (request, _response, next) => {
      // A server may ignore `Range` (RFC 9110, 14.2). sirv sends status 416 with the `Cache-Control` of the file, and
      // misreads ranges such as `bytes=-5`.
      delete request.headers.range;
      next();
    },
    sirv(folder, {
      brotli: true,
      gzip: true,
      etag: true,
      extensions: [],
      setHeaders(response, path) {
        const isImmutable = path.startsWith('/assets/');
        response.setHeader(
          'Cache-Control',
          isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        );
        if (path === serviceWorkerPath) {
          // Browsers must notice each new build. The worker itself only sends requests to the shop.
          response.setHeader('Cache-Control', 'no-cache');
          response.setHeader('Content-Security-Policy', "default-src 'none'; connect-src 'self'");
        }
        response.setHeader('X-Content-Type-Options', 'nosniff');
      },
    }),
  );
  router.use(`${base}assets`, (_request, response) => {
    // Usually a file of an older build. The storefront's page then reports a chunk-load error and reloads itself.
    response.status(404).set('Cache-Control', 'no-store').type('text/plain').send('Not found');
  });
  return router;
}
