import { mkdir, rename, rmdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveStaticFiles } from '#web/server/static-files.ts';
import { closeServer, listenOnFreePort } from '../listen.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const script = 'console.log("Namaste");';
const scriptPath = '/assets/entry-1a2b.js';
let folder: string;
let server: ReturnType<typeof createServer>;
let origin: string;

beforeEach(async () => {
  folder = await createTemporaryFolder();
  await mkdir(path.join(folder, 'assets'));
  await mkdir(path.join(folder, '.vite'));
  await writeFile(path.join(folder, '.vite/manifest.json'), '{}');
  await writeFile(path.join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(path.join(folder, 'service-worker.js'), script);
  await writeFile(path.join(folder, scriptPath), script);
  await writeFile(path.join(folder, `${scriptPath}.br`), brotliCompressSync(script));
  await writeFile(path.join(folder, `${scriptPath}.gz`), gzipSync(script));
  server = createServer(express().use(serveStaticFiles(folder)));
  origin = `http://127.0.0.1:${await listenOnFreePort(server)}`;
});
afterEach(() => closeServer(server));

function request(urlPath: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(origin + urlPath, { headers: { 'accept-encoding': 'identity', ...headers } });
}

describe('a file of a build', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0', null],
    ['identity', null],
  ])('is sent with an encoding that the client accepts, or with none: %s', async (accepted, encoding) => {
    const response = await request(scriptPath, { 'accept-encoding': accepted });
    expect(await response.text()).toBe(script);
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
  });

  it('is not sent again to a client that has it', async () => {
    const etag = (await request(scriptPath)).headers.get('etag') ?? '';
    // Otherwise, fetch adds `Cache-Control: no-cache`.
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect((await request(scriptPath, headers)).status).toBe(304);
  });

  it.each([
    [scriptPath, 'public, max-age=31536000, immutable', null],
    ['/favicon.svg', 'public, max-age=3600', null],
    ['/service-worker.js', 'no-cache', "default-src 'none'; connect-src 'self'"],
  ])('has the caching and security headers for its path: %s', async (urlPath, caching, policy) => {
    const { headers } = await request(urlPath);
    expect(headers.get('cache-control')).toBe(caching);
    expect(headers.get('content-security-policy')).toBe(policy);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is sent as a whole in response to a range request', async () => {
    const response = await request(scriptPath, { range: 'bytes=0-3' });
    expect([response.status, await response.text()]).toEqual([200, script]);
  });

  it('is not found while it is missing, and is served again once it is back', async () => {
    const file = path.join(folder, scriptPath);
    await rename(file, `${file}.moved`);
    const response = await request(scriptPath);
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
    await rename(`${file}.moved`, file);
    expect(await (await request(scriptPath)).text()).toBe(script);
  });

  it('can be requested again after it could not be read', async () => {
    const file = path.join(folder, scriptPath);
    await rename(file, `${file}.moved`);
    await mkdir(file);
    expect((await request(scriptPath)).status).toBe(500);
    await rmdir(file);
    await rename(`${file}.moved`, file);
    expect(await (await request(scriptPath)).text()).toBe(script);
  });

  it('is still served after the build has been removed, if it was served before', async () => {
    await request(scriptPath);
    await rename(path.join(folder, 'assets'), path.join(folder, 'removed'));
    expect(await (await request(scriptPath)).text()).toBe(script);
  });

  it.each(['/assets/entry-0000.js', '/.vite/manifest.json'])(
    'is not served if it does not exist or is hidden: %s',
    async (urlPath) => {
      expect((await request(urlPath)).status).toBe(404);
    },
  );
});
