import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Request, RequestHandler, Response } from 'express';

interface StaticFile {
  content: Buffer;
  type: string;
  etag: string;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.ttf': 'font/ttf',
};

/**
 * Serves a build for the browser out of memory, compressed as the build left it, at the build's `base`.
 * Files whose name holds their digest never change and are kept for good; the few others are asked for again.
 */
export function staticFiles(folder: string, base = '/'): RequestHandler {
  const files = readFiles(folder, base);
  const forGood = `${base}assets/`;
  return (request, response, next) => {
    const file = files.get(request.path);
    if (file !== undefined) return send(file, request, response, request.path.startsWith(forGood));
    if (!request.path.startsWith(forGood)) return next();
    // A script of an older build: the page reports it and loads itself anew.
    response.status(404).set('Cache-Control', 'no-store').type('text/plain').send('Not found');
  };
}

function send(file: StaticFile, request: Request, response: Response, immutable: boolean): void {
  response.set({
    'Content-Type': file.type,
    'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    ETag: file.etag,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
  });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const encoding = request.acceptsEncodings('br', 'gzip', 'identity');
  const packed = encoding === 'br' ? file.br : encoding === 'gzip' ? file.gzip : undefined;
  if (packed !== undefined && encoding !== false) response.set('Content-Encoding', encoding);
  response.end(packed ?? file.content);
}

function readFiles(folder: string, base: string): Map<string, StaticFile> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && types[path.extname(entry.name)] !== undefined)
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((name) => !name.includes(`${path.sep}.vite${path.sep}`));
  return new Map(
    names.map((name) => {
      const content = readFileSync(name);
      const address = `${base}${path.relative(folder, name).split(path.sep).join('/')}`;
      return [
        address,
        {
          content,
          type: types[path.extname(name)] ?? 'application/octet-stream',
          // Weak: the compressed forms have the same one.
          etag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
          br: readIfThere(`${name}.br`),
          gzip: readIfThere(`${name}.gz`),
        },
      ];
    }),
  );
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
