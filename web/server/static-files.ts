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
 * Serves a client build from memory, in the encodings the build wrote, below the build's `base`. Files with a hash in
 * their name are immutable; browsers revalidate the others after an hour.
 */
export function staticFiles(folder: string, base = '/'): RequestHandler {
  const files = readFiles(folder, base);
  const immutablePath = `${base}assets/`;
  return (request, response, next) => {
    const file = files.get(request.path);
    if (file !== undefined) return send(file, request, response, request.path.startsWith(immutablePath));
    if (!request.path.startsWith(immutablePath)) return next();
    // A file of an older build. The page reports a chunk-load error and reloads itself.
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
  const compressed = encoding === 'br' ? file.br : encoding === 'gzip' ? file.gzip : undefined;
  if (compressed !== undefined && encoding !== false) response.set('Content-Encoding', encoding);
  response.end(compressed ?? file.content);
}

function readFiles(folder: string, base: string): Map<string, StaticFile> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && types[path.extname(entry.name)] !== undefined)
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((name) => !name.includes(`${path.sep}.vite${path.sep}`));
  return new Map(
    names.map((name) => {
      const content = readFileSync(name);
      const urlPath = `${base}${path.relative(folder, name).split(path.sep).join('/')}`;
      return [
        urlPath,
        {
          content,
          type: types[path.extname(name)] ?? 'application/octet-stream',
          // A weak ETag, because all encodings share it.
          etag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
          br: readIfExists(`${name}.br`),
          gzip: readIfExists(`${name}.gz`),
        },
      ];
    }),
  );
}

function readIfExists(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
