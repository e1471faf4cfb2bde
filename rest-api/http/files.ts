import path from 'node:path';
import express, { type RequestHandler } from 'express';
import { getUploadsDirectory } from '../database/data-directory.ts';

/** An SVG may contain inline styles, fonts and images. Everything else is blocked, most importantly scripts. */
const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

/**
 * Serves the images and PDFs in `directory`. Requests wait until the files are `ready`. Clients may cache an uploaded
 * picture for a year, because its name is a hash of its content. The demo's files have the same names in every release,
 * but a release may change them, so clients may cache them for a day.
 */
export function serveFiles(directory: string, ready: Promise<unknown>): RequestHandler[] {
  const uploadsDirectory = getUploadsDirectory(directory);
  const serve = express.static(directory, {
    index: false,
    redirect: false,
    immutable: true,
    maxAge: '1y',
    setHeaders: (response, file) => {
      if (path.extname(file) === '.svg') {
        response.setHeader('Content-Security-Policy', svgPolicy);
      } else {
        // The default policy of all responses would disable the PDF viewers of some browsers.
        response.removeHeader('Content-Security-Policy');
      }
      if (path.dirname(file) === uploadsDirectory) {
        // Otherwise express.static would keep `no-store`, the default of all responses.
        response.removeHeader('Cache-Control');
      } else {
        response.setHeader('Cache-Control', 'public, max-age=86400');
      }
    },
  });
  const waitUntilReady: RequestHandler = async (_request, _response, next) => {
    await ready;
    next();
  };
  return [waitUntilReady, serve];
}
