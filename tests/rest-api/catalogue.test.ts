import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { getInvalidFields, productSchema } from './calls.ts';
import { catalogue } from './catalogue.ts';
import { onEachEngine } from './engines.ts';
import { setUpService } from './service-setup.ts';
import { runShopJson } from './shop-command.ts';

const productsSchema = z.array(productSchema);
const enquiriesSchema = z.array(z.object({ id: z.int() }));

onEachEngine((start) => {
  const { call, getService, runCommand } = setUpService(start);

  describe('product lists', () => {
    test('GET /getallproducts returns all products with all imported fields', async () => {
      const response = await call('GET /getallproducts');
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.body).toEqual(catalogue);
    });

    test.each(catalogue)('GET /getproductbyid/$id returns $productName', async (product) => {
      const response = await call(`GET /getproductbyid/${product.id}`);
      expect(response.status).toBe(200);
      expect(response.body).toEqual(product);
    });

    test.each([
      ['/productsByCategory?category=', 'category', 'Travel & Places', 2],
      ['/ProductsByPublisher?publisher=', 'publisher', 'Deccan House', 2],
      ['/ProductsByAuthor?author=', 'author', 'आशा राणे', 1],
      ['/ProductsByLanguage?language=', 'language', 'हिन्दी', 2],
    ] as const)(
      'GET %s returns only the products with the requested value',
      async (path, field, value, count) => {
        const response = await call(`GET ${path}${encodeURIComponent(value)}`);
        const found = productsSchema.parse(response.body);
        expect(found).toHaveLength(count);
        expect(found.every((product) => product[field] === value)).toBe(true);
      },
    );

    test.each(['/productsByCategory?category=', '/ProductsByAuthor?author='])(
      'GET %s returns an empty list for a value that no product has',
      async (path) => {
        const response = await call(`GET ${path}nobody`);
        expect([response.status, response.body]).toEqual([200, []]);
      },
    );

    test('a request for a list without its query parameter is rejected, and the parameter is named', async () => {
      const response = await call('GET /ProductsByAuthor');
      expect(response.status).toBe(400);
      expect(getInvalidFields(response)).toEqual(['author']);
    });
  });

  describe('the other lists', () => {
    test.each([
      [
        '/getallCategory',
        ['id', 'categoryName', 'thumbnail', 'categoryNameEn', 'categoryNameMr', 'categoryNameHi'],
        3,
      ],
      ['/AllPublishers', ['id', 'publisherName', 'thumbnailFile'], 2],
      ['/AllAuthors', ['id', 'authorName', 'thumbnailFile'], 3],
      ['/AllLanguages', ['id', 'languageName'], 3],
    ])(
      'GET %s returns the expected number of records, with exactly the expected fields',
      async (path, fields, count) => {
        const response = await call(`GET ${path}`);
        const rows = z.array(z.record(z.string(), z.unknown())).parse(response.body);
        expect(rows).toHaveLength(count);
        for (const row of rows) expect(Object.keys(row)).toEqual(fields);
      },
    );

    test.each(['/AllCoupons', '/TodaysNotifications', '/AllMarketting', '/AllSlideImages'])(
      'GET %s returns an empty list if the shop has no such content',
      async (path) => {
        const response = await call(`GET ${path}`);
        expect([response.status, response.body]).toEqual([200, []]);
      },
    );

    test('GET /CategoryByCategoryName returns the category, or 404 if there is none', async () => {
      const found = await call('GET /CategoryByCategoryName?categoryName=Travel%20%26%20Places');
      expect(found.body).toMatchObject({ categoryName: 'Travel & Places', thumbnail: null });
      expect((await call('GET /CategoryByCategoryName?categoryName=None')).status).toBe(404);
    });
  });

  describe('the headers of responses', () => {
    test.each([
      '/getallproducts',
      '/getproductbyid/1',
      '/ProductsByAuthor?author=Asha%20Rane',
      '/getallCategory',
      '/AllCoupons',
    ])('GET %s with the current ETag returns 304 without a body', async (path) => {
      const first = await call(`GET ${path}`);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).not.toBe('');
      expect(first.headers.get('cache-control')).toBe('no-cache');
      // fetch would add `Cache-Control: no-cache`, which the gateway does not send.
      expect(await fetchConditionally(getService().url + path, etag)).toEqual({ status: 304, length: 0 });
      expect((await fetchConditionally(getService().url + path, '"another"')).status).toBe(200);
    });

    test('whole lists declare that their records were validated', async () => {
      for (const path of ['/getallproducts', '/AllAuthors', '/AllCoupons']) {
        expect((await call(`GET ${path}`)).headers.get('catalogue-validated')).toBe('true');
      }
    });

    test('a large list varies by Accept-Encoding, even in a 304', async () => {
      const { headers } = await call('HEAD /getallproducts');
      const { status, vary } = await fetchRaw(`${getService().url}/getallproducts`, {
        'If-None-Match': headers.get('etag') ?? '',
      });
      expect([status, vary, headers.get('vary')]).toEqual([304, 'Accept-Encoding', 'Accept-Encoding']);
    });

    test('a large list is compressed for a client that accepts gzip, and its content is the same', async () => {
      const plain = await fetchRaw(`${getService().url}/getallproducts`, { 'Accept-Encoding': 'identity' });
      const gzipped = await fetchRaw(`${getService().url}/getallproducts`, { 'Accept-Encoding': 'gzip' });
      expect(plain.encoding).toBeUndefined();
      expect(gzipped.encoding).toBe('gzip');
      expect(gunzipSync(gzipped.body).equals(plain.body)).toBe(true);
      expect(gzipped.body.length).toBeLessThan(plain.body.length);
    });
  });

  describe('rejected requests', () => {
    test.each([
      ['GET /getproductbyid/999', 404],
      ['GET /getproductbyid/99999999999', 400],
      ['GET /getproductbyid/one', 400],
      ['GET /getproductbyid/1.5', 400],
      ['GET /getproductbyid/1e3', 400],
      ['GET /getproductbyid/__proto__', 400],
      ['GET /nowhere', 404],
      ['GET /alllanguages', 404],
      ['GET /getproductbyid/%E0%A4%A', 400],
      ['GET /files/..%2frest-api.lock', 404],
      ['GET /ProductsByAuthor?author=a&author=b', 400],
      ['GET /ProductsByAuthor?author=%00', 400],
    ])('%s is rejected with %i and a JSON message', async (line, status) => {
      const response = await call(line);
      expect(response.status).toBe(status);
      expect(response.body).toMatchObject({ message: expect.any(String) });
    });

    test.each([
      ['2147483648', 'Is larger than any id'],
      ['99999999999', 'Is larger than any id'],
      ['one', 'Must be a whole number'],
    ])('the id %s is rejected, and the message states the reason', async (id, reason) => {
      const { body } = await call(`GET /getproductbyid/${id}`);
      expect(body).toMatchObject({ message: expect.stringContaining(reason) });
    });

    test('an unsupported method is rejected with 405 and the list of supported methods', async () => {
      const response = await call('DELETE /getallproducts');
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD');
    });
  });

  test('the health checks report a live service and a ready database', async () => {
    expect((await call('GET /health/live')).status).toBe(200);
    expect((await call('GET /health/ready')).status).toBe(200);
  });

  test('the metrics count waiting e-mails, open enquiries, and requests by route', async () => {
    const fetchMetrics = async () => (await fetch(`${getService().url}/metrics`)).text();
    const readCounts = (metrics: string) =>
      ['rest_api_emails{state="waiting"}', 'rest_api_emails{state="failed"}', 'rest_api_open_enquiries'].map(
        (name) =>
          Number(
            metrics
              .split('\n')
              .find((line) => line.startsWith(`${name} `))
              ?.slice(name.length),
          ),
      );
    const [waiting = NaN, failed = NaN, open = NaN] = readCounts(await fetchMetrics());
    await call('GET /getproductbyid/1');
    await call('GET /no-such-path');
    const enquiry = { name: 'Ravi', phoneNumber: '9876543210', remark: 'When is it back?' };
    for (const _ of [1, 2]) await call('POST /createContact', { body: enquiry });
    const enquiries = await runShopJson(enquiriesSchema, getService().settings, 'enquiries', 'list');
    const id = String(enquiries[0]?.id);
    expect(await runCommand('enquiries', 'done', id)).toBe(`Enquiry ${id} is done.\n`);
    const metrics = await fetchMetrics();
    expect(metrics).toMatch(
      /^rest_api_request_seconds_count\{method="GET",route="\/getproductbyid\/:id",status="200"\} \d+$/m,
    );
    expect(metrics).toContain('rest_api_request_seconds_count{method="GET",route="none",status="404"}');
    expect(readCounts(metrics)).toEqual([waiting + 2, failed, open + 1]);
  });

  test('a response has the id of the request, forbids content sniffing, scripts and frames, and does not name the framework', async () => {
    const response = await call('GET /AllCoupons', { headers: { 'X-Request-Id': 'from-the-gateway-1' } });
    expect(response.headers.get('x-request-id')).toBe('from-the-gateway-1');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    expect(response.headers.get('x-powered-by')).toBeNull();
  });

  test.each(['two words', 'x'.repeat(65)])(
    'a request with the invalid id "%s" gets another id, which is safe to log',
    async (id) => {
      const response = await call('GET /AllCoupons', { headers: { 'X-Request-Id': id } });
      expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    },
  );
});

async function fetchConditionally(url: string, etag: string) {
  const { status, body } = await fetchRaw(url, { 'If-None-Match': etag });
  return { status, length: body.length };
}

/** Sends a GET without the headers that fetch would add. Returns the body as it was sent, without decompression. */
function fetchRaw(url: string, headers: Record<string, string>) {
  return new Promise<{ status?: number; encoding?: string; vary?: string; body: Buffer }>(
    (resolve, reject) => {
      request(url, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode,
            encoding: response.headers['content-encoding'],
            vary: response.headers.vary,
            body: Buffer.concat(chunks),
          }),
        );
      })
        .on('error', reject)
        .end();
    },
  );
}
