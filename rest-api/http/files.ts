import path from 'node:path';
import express, { type RequestHandler } from 'express';

/** A drawing may carry its own styles, fonts and pictures, and nothing else. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

/**
 * Serves the pictures and PDFs in `directory`. Requests wait until the files are `ready`. A file keeps
 * its name for good, so it may be kept as long; a drawing must not run scripts when opened by itself.
 */
export function serveFiles(directory: string, ready: Promise<unknown>): RequestHandler[] {
  const serve = express.static(directory, {
    index: false,
    redirect: false,
    immutable: true,
    maxAge: '1y',
    setHeaders: (response, file) => {
      if (path.extname(file) === '.svg') {
        response.setHeader('Content-Security-Policy', drawingPolicy);
      } else {
        response.removeHeader('Content-Security-Policy');
      }
      response.removeHeader('Cache-Control');
    },
  });
  const wait: RequestHandler = async (_request, _response, next) => {
    await ready;
    next();
  };
  return [wait, serve];
}
