import path from 'node:path';
import express, { type RequestHandler } from 'express';

/** An SVG may contain inline styles, fonts and images. Everything else is blocked, most importantly scripts. */
const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

/**
 * Serves the images and PDFs in `directory`. Requests wait until the files are `ready`. The content of a file never
 * changes, so clients may cache it for a year: an uploaded picture is named after a hash of its content, and the demo's
 * files are the same on every run.
 */
export function serveFiles(directory: string, ready: Promise<unknown>): RequestHandler[] {
  const serve = express.static(directory, {
    index: false,
    redirect: false,
    immutable: true,
    maxAge: '1y',
    setHeaders: (response, file) => {
      if (path.extname(file) === '.svg') {
        response.setHeader('Content-Security-Policy', svgPolicy);
      } else {
        // The policy of the other responses would disable the PDF viewers of some browsers.
        response.removeHeader('Content-Security-Policy');
      }
      // Otherwise express.static would keep the `no-store` of the other responses.
      response.removeHeader('Cache-Control');
    },
  });
  const waitUntilReady: RequestHandler = async (_request, _response, next) => {
    await ready;
    next();
  };
  return [waitUntilReady, serve];
}
