import { Agent, createServer } from 'node:http';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { closeServer, listenOnFreePort } from '#tests/listen.ts';
import { send } from '#tests/rest-api/mutations.ts';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { createHostListener } from './host-server.ts';
import { createPdf, createPlainImage, fetchCoverUrl } from './image-host.ts';
import { hostUrl } from './rest-host.ts';

const rest = setUpRestHost();
let shop: TestGateway;
beforeEach(async () => {
  shop = await startGateway();
});
afterEach(() => shop.close());

function serveCover(response: () => Response) {
  rest.server.use(http.all(`${hostUrl}/files/covers/1.svg`, response));
}

/** Serves a cover as most hosts do: with its length, `HEAD` and ranges of the form `bytes=3-`. */
function serveWithRanges(bytes: Uint8Array<ArrayBuffer>, type: string) {
  rest.server.use(
    http.all(`${hostUrl}/files/covers/1.svg`, ({ request: { method, headers } }) => {
      const start = Number(/^bytes=(\d+)-$/.exec(headers.get('range') ?? '')?.[1] ?? 0);
      // The first chunk is too short to identify the type.
      const body = new Blob([bytes.slice(start, start + 3), bytes.slice(start + 3)]);
      return new HttpResponse(method === 'HEAD' ? null : body.stream(), {
        status: start > 0 ? 206 : 200,
        headers: {
          'content-type': type,
          'content-length': `${body.size}`,
          'accept-ranges': 'bytes',
          ...(start > 0 && { 'content-range': `bytes ${start}-${bytes.byteLength - 1}/${bytes.byteLength}` }),
        },
      });
    }),
  );
}

describe('an image or PDF of the REST host', () => {
  it('is served from the shop\u2019s own URL, cacheable and, if it is an SVG, unable to run scripts', async () => {
    serveCover(
      () => new HttpResponse('<svg/>', { headers: { 'content-type': 'image/svg+xml', etag: '"1"' } }),
    );
    const url = await fetchCoverUrl(shop);
    expect(url.startsWith(`${shop.url}/media/`)).toBe(true);
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('<svg/>');
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(response.headers.get('cache-control')).toMatch(/public, max-age=\d{5,}/);
    expect(response.headers.get('etag')).toBe('"1"');
  });

  it('is served as image/jpeg if the host sends the unregistered type image/jpg', async () => {
    serveCover(() => new HttpResponse('a picture', { headers: { 'content-type': 'image/jpg' } }));
    const response = await fetch(await fetchCoverUrl(shop));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
  });

  it('is served if the host sends its Content-Type twice', async () => {
    const image = new Uint8Array(await createPlainImage(200, 300).png().toBuffer());
    serveCover(() => new HttpResponse(image, { headers: { 'content-type': 'image/png, image/png' } }));
    const url = await fetchCoverUrl(shop);
    const original = await fetch(url);
    expect(original.status).toBe(200);
    expect(original.headers.get('content-type')).toBe('image/png');
    expect((await fetch(`${url}?width=160`)).status).toBe(200);
  });

  it.each([
    ['avif', 'application/octet-stream'],
    ['gif', 'binary/octet-stream'],
    ['jpeg', ''],
    ['png', 'application/octet-stream'],
    ['webp', 'application/octet-stream'],
    ['pdf', 'application/octet-stream'],
  ] as const)(
    "is recognized as %s by its first bytes if the host sends the type '%s'",
    async (format, type) => {
      const file =
        format === 'pdf' ? await createPdf() : await createPlainImage(200, 300).toFormat(format).toBuffer();
      const bytes = new Uint8Array(file);
      serveWithRanges(bytes, type);
      const url = await fetchCoverUrl(shop);
      const original = await fetch(url);
      expect(original.status).toBe(200);
      const recognizedType = format === 'pdf' ? 'application/pdf' : `image/${format}`;
      expect(original.headers.get('content-type')).toBe(recognizedType);
      expect(original.headers.get('content-length')).toBe(`${bytes.byteLength}`);
      expect(original.headers.get('x-content-type-options')).toBe('nosniff');
      // Ranges are not supported for such a file, because only its first bytes identify its type.
      expect(original.headers.get('accept-ranges')).toBeNull();
      expect(new Uint8Array(await original.arrayBuffer())).toEqual(bytes);
      const head = await fetch(url, { method: 'HEAD' });
      expect(head.status).toBe(200);
      expect(head.headers.get('content-type')).toBe(recognizedType);
      expect(head.headers.get('content-length')).toBe(`${bytes.byteLength}`);
      expect(head.headers.get('accept-ranges')).toBeNull();
      const range = await fetch(url, { headers: { range: 'bytes=3-' } });
      expect(range.status).toBe(200);
      expect(range.headers.get('content-type')).toBe(recognizedType);
      expect(range.headers.get('content-range')).toBeNull();
      expect(new Uint8Array(await range.arrayBuffer())).toEqual(bytes);
      const resized = await fetch(`${url}?width=160`, { headers: { accept: 'image/webp' } });
      expect(resized.status).toBe(200);
      expect(resized.headers.get('content-type')).toBe('image/webp');
    },
  );

  it('is served if it is slightly smaller than the maximum', async () => {
    const image = new Uint8Array(19_000_000);
    serveCover(
      () =>
        new HttpResponse(image, { headers: { 'content-type': 'image/png', 'content-length': '19000000' } }),
    );
    const response = await fetch(await fetchCoverUrl(shop));
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBe(image.byteLength);
  });

  it.each([
    ['an HTML page', () => HttpResponse.html('<script>alert(1)</script>'), 502],
    [
      'an SVG sent as application/octet-stream',
      () =>
        new HttpResponse('<svg><script>alert(1)</script></svg>', {
          headers: { 'content-type': 'application/octet-stream' },
        }),
      502,
    ],
    ['a script', () => new HttpResponse('alert(1)', { headers: { 'content-type': 'text/javascript' } }), 502],
    ['a redirect to another host', () => HttpResponse.redirect('http://169.254.169.254/', 302), 502],
    [
      'a file that is too large',
      () => new HttpResponse('', { headers: { 'content-type': 'image/png', 'content-length': '20000001' } }),
      502,
    ],
    ['a connection error', () => HttpResponse.error(), 502],
    ['status 404', () => new HttpResponse('no', { status: 404 }), 404],
    ['status 410', () => new HttpResponse('no', { status: 410 }), 404],
  ])('is not forwarded if the request to the host results in %s', async (_, response, status) => {
    serveCover(response);
    const forwarded = await fetch(await fetchCoverUrl(shop));
    expect(forwarded.status).toBe(status);
    expect(await forwarded.text()).not.toContain('alert');
    // Otherwise, a cache could still respond with the error once the file is available on the host.
    expect(forwarded.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['', '?width=160'])(
    'is served if the host closes the connection at the first request, for the query "%s"',
    async (query) => {
      const image = await createPlainImage(200, 300).png().toBuffer();
      const sendRecords = createHostListener(rest.host);
      let requestCount = 0;
      const host = createServer((request, response) => {
        if (request.url?.startsWith('/files/') !== true) return void sendRecords(request, response);
        requestCount += 1;
        if (requestCount === 1) request.socket.destroy();
        else response.setHeader('content-type', 'image/png').end(image);
      });
      const restApiUrl = `http://127.0.0.1:${await listenOnFreePort(host)}`;
      const gateway = await startGateway({ restApiUrl });
      onTestFinished(async () => {
        await gateway.close();
        await closeServer(host);
      });
      expect((await fetch(`${await fetchCoverUrl(gateway)}${query}`)).status).toBe(200);
      expect(requestCount).toBe(2);
    },
  );

  it('is cut off if it is too large and the host does not state its length', async () => {
    // An SVG may have at most 2,000,000 bytes.
    const tooLarge = new Blob([new Uint8Array(2_000_000), new Uint8Array(1)]);
    serveCover(() => new HttpResponse(tooLarge.stream(), { headers: { 'content-type': 'image/svg+xml' } }));
    const response = await fetch(await fetchCoverUrl(shop));
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  it('has its type and length, and for an SVG the Content-Security-Policy, in the response to a HEAD request', async () => {
    serveCover(
      () => new HttpResponse(null, { headers: { 'content-type': 'image/svg+xml', 'content-length': '6' } }),
    );
    const head = await fetch(await fetchCoverUrl(shop), { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-type')).toBe('image/svg+xml');
    expect(head.headers.get('content-length')).toBe('6');
    expect(head.headers.get('content-security-policy')).toContain('sandbox');
  });

  it.each([
    ['its ETag', 'etag', '"1"', 'if-none-match'],
    ['its date of modification', 'last-modified', 'Fri, 20 Nov 2026 09:30:00 GMT', 'if-modified-since'],
  ])(
    'is not sent again to a client whose copy is current according to %s',
    async (_, name, validator, condition) => {
      rest.server.use(
        http.get(`${hostUrl}/files/covers/1.svg`, ({ request: { headers } }) => {
          const isCurrent = headers.get(condition) === validator;
          return new HttpResponse(isCurrent ? null : 'picture', {
            status: isCurrent ? 304 : 200,
            headers: { 'content-type': 'image/png', [name]: validator },
          });
        }),
      );
      const url = await fetchCoverUrl(shop);
      expect((await fetch(url)).headers.get(name)).toBe(validator);
      const repeated = await fetch(url, { headers: { [condition]: validator } });
      expect(repeated.status).toBe(304);
      expect(repeated.headers.get(name)).toBe(validator);
    },
  );

  it('is served only at its signed URL', async () => {
    serveCover(() => new HttpResponse('<svg/>', { headers: { 'content-type': 'image/svg+xml' } }));
    const url = new URL(await fetchCoverUrl(shop));
    const agent = new Agent();
    for (const path of [
      url.pathname.replace('/1.svg', '/2.svg'),
      url.pathname.replace('/covers/1.svg', '/covers/../covers/1.svg'),
      `${url.pathname}?x=1`,
      '/media/files/covers/1.svg',
      '/media/http://169.254.169.254/',
      '/media/',
    ]) {
      // Unlike `fetch`, this does not resolve `..` in the path.
      const { status } = await send(
        shop.url,
        { method: 'GET', target: path, headers: {}, body: undefined },
        agent,
      );
      expect(status, path).toBe(404);
    }
    agent.destroy();
  });
});

describe('a request for a part of a file, with If-Range,', () => {
  /** Serves the second version of a file, and honours `Range` and `If-Range`. */
  function serveSecondVersion() {
    rest.server.use(
      http.get(`${hostUrl}/files/covers/1.svg`, ({ request: { headers } }) => {
        const isPart = headers.get('range') === 'bytes=3-' && [null, '"2"'].includes(headers.get('if-range'));
        return new HttpResponse(isPart ? 'ond' : 'second', {
          status: isPart ? 206 : 200,
          headers: {
            'content-type': 'image/png',
            etag: '"2"',
            ...(isPart && { 'content-range': 'bytes 3-5/6' }),
          },
        });
      }),
    );
  }

  it.each([
    ['the part if the client has the same version', '"2"', 206, 'ond'],
    ['the whole file if the client has another version', '"1"', 200, 'second'],
  ])('returns %s', async (_, etag, status, text) => {
    serveSecondVersion();
    const response = await fetch(await fetchCoverUrl(shop), {
      headers: { range: 'bytes=3-', 'if-range': etag },
    });
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(text);
  });
});

it('a request for a part after the end of a file gets the length of the file', async () => {
  serveCover(() => new HttpResponse(null, { status: 416, headers: { 'content-range': 'bytes */6' } }));
  const response = await fetch(await fetchCoverUrl(shop), { headers: { range: 'bytes=9-' } });
  expect(response.status).toBe(416);
  expect(response.headers.get('content-range')).toBe('bytes */6');
});

describe('a request for several parts of a file', () => {
  /** Responds to any range with a `multipart/byteranges` body, as most hosts do to several ranges. */
  function serveParts() {
    rest.server.use(
      http.all(`${hostUrl}/files/covers/1.svg`, ({ request: { method, headers } }) => {
        const range = headers.get('range');
        if (range === null) {
          return new HttpResponse(method === 'HEAD' ? null : 'picture', {
            headers: { 'content-type': 'image/png', 'content-length': '7', 'accept-ranges': 'bytes' },
          });
        }
        return new HttpResponse(method === 'HEAD' ? null : '--b\r\n', {
          status: 206,
          headers: { 'content-type': 'multipart/byteranges; boundary=b' },
        });
      }),
    );
  }

  it.each(['GET', 'HEAD'])('gets the same response as a request for the whole file (%s)', async (method) => {
    serveParts();
    const headers = { range: 'bytes=0-1,5-6', 'if-range': '"1"' };
    const response = await fetch(await fetchCoverUrl(shop), { method, headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-length')).toBe('7');
    expect(await response.text()).toBe(method === 'HEAD' ? '' : 'picture');
  });
});

describe('a URL that is not signed', () => {
  /** The lowest CPU time of several requests for a path. Unlike the duration, it does not depend on other processes. */
  async function measureCpuTime(path: string): Promise<number> {
    const times: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      const start = process.cpuUsage();
      expect((await fetch(`${shop.url}${path}`)).status).toBe(404);
      const { user, system } = process.cpuUsage(start);
      times.push(user + system);
    }
    return Math.min(...times);
  }

  it('that repeats the parameter `width` thousands of times takes less than ten times the CPU time of an ordinary one of the same length', async () => {
    // msw rejects URLs of this length, even those that it passes through to the gateway.
    await rest.server.disable();
    onTestFinished(() => rest.server.enable());
    const parameters = '?width='.repeat(2_000);
    const ordinaryTime = await measureCpuTime(`/media/signature/${'x'.repeat(parameters.length)}`);
    expect(await measureCpuTime(`/media/signature/file${parameters}&`)).toBeLessThan(ordinaryTime * 10);
  });
});

describe('a file that is downloaded slowly', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** How long the gateway waits for the next part from the host. */
  const idleTimeoutMs = 30_000;

  /** Serves the cover as a stream and replaces the timers. Returns its URL and the host's side of the stream. */
  async function streamCover() {
    const { readable, writable } = new TransformStream<Uint8Array>();
    serveCover(() => new HttpResponse(readable, { headers: { 'content-type': 'image/png' } }));
    const url = await fetchCoverUrl(shop);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return { url, host: writable.getWriter() };
  }

  it('is received completely as long as each part arrives in time', async () => {
    const { url, host } = await streamCover();
    const chunk = new Uint8Array(1_000);
    const sent = host.write(chunk);
    const client = (await fetch(url)).body?.getReader() ?? expect.fail('no body');
    await sent;
    for (const _ of [1, 2, 3]) {
      expect((await client.read()).value?.byteLength).toBe(chunk.byteLength);
      vi.advanceTimersByTime(idleTimeoutMs - 1);
      await host.write(chunk);
    }
    await client.read();
    await host.close();
    expect((await client.read()).done).toBe(true);
  });

  it('is cut off if the host stops sending', async () => {
    const { url, host } = await streamCover();
    const sent = host.write(new Uint8Array(1_000));
    const client = (await fetch(url)).body?.getReader() ?? expect.fail('no body');
    await sent;
    await client.read();
    vi.advanceTimersByTime(idleTimeoutMs);
    await expect(client.read()).rejects.toThrow('terminated');
  });

  it('is cut off when the time limit of the whole download has passed', async () => {
    const total = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(total.signal);
    const { url, host } = await streamCover();
    const sent = host.write(new Uint8Array(1_000));
    const client = (await fetch(url)).body?.getReader() ?? expect.fail('no body');
    await sent;
    await client.read();
    total.abort();
    await expect(client.read()).rejects.toThrow('terminated');
  });
});
