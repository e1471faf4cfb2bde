import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { restPolicy } from '#gateway/rest/transport.ts';
import { createCertificate } from '../certificate.ts';
import { collectOutput } from '../child-process.ts';
import { runCommand } from '../contract/command.ts';
import { openssl } from '../external-programs.ts';
import { closeServer, listenOnFreePort } from '../listen.ts';
import { createCall } from './calls.ts';
import { createCatalogueDirectory } from './prepared-data.ts';
import { environment, type RunningService, removeDataDirectory, startService } from './service.ts';

/** The script that `npm run test:rest` runs. */
const main = path.join(import.meta.dirname, '..', 'contract', 'main.ts');

let directory: string;
let service: RunningService;

beforeAll(async () => {
  directory = await createCatalogueDirectory();
  service = await start();
  return async () => {
    await service.stop();
    await removeDataDirectory(directory);
  };
});

const start = (settings: Record<string, string> = {}) => startService({ DATA_DIR: directory, ...settings });

function startCheck(...args: string[]) {
  const child = spawn(process.execPath, [main, ...args], { env: environment });
  const output = collectOutput(child);
  const exitCode = once(child, 'close').then(([code]) => z.number().nullable().parse(code));
  return { child, exitCode, output };
}

async function checkInNewProcess(...args: string[]) {
  const { exitCode, output } = startCheck(...args);
  return { exitCode: await exitCode, output: output() };
}

/** Runs the checks in this process, because starting another one takes about a second. */
async function check(...args: string[]) {
  let output = '';
  const stream = {
    write: (text: string) => {
      output += text;
    },
  };
  const streams = { stdout: stream, stderr: stream };
  const exitCode = await runCommand(args, streams, new AbortController().signal);
  return { exitCode, output };
}

describe('against our own service', () => {
  test('all checks pass and every optional feature is supported', async () => {
    const { exitCode, output } = await checkInNewProcess('--url', service.url, '--write');
    expect(output).toMatch(/^\d{2} passed, 0 failed; \d{2} supported$/m);
    expect(output).not.toMatch(/✗|not checked|not supported/);
    expect(output).toMatch(/^Remaining on the host: user \d+ \(contract-check-\w+@example\.com\), order /m);
    expect(exitCode).toBe(0);
  });

  test('the order is cancelled at the end, which returns its copy to the stock', async () => {
    const call = createCall(service.url);
    const readProducts = async () => (await call('GET /getallproducts')).body;
    const before = await readProducts();
    const { output } = await check('--url', service.url, '--write');
    expect(output).toMatch(/^ {2}✓ POST \/cancelOrder +supported$/m);
    expect(output).toMatch(/^ {2}✓ POST \/cancelOrder again +supported$/m);
    const [, email = '', orderId = ''] = /\((\S+)\), order (\S+), /.exec(output) ?? [];
    const orders = await call(`GET /OrdersByUserEmail?email=${email}`);
    expect(orders.body).toMatchObject([{ orderId, status: 'Cancelled' }]);
    expect(await readProducts()).toEqual(before);
  });

  test('without --write, no check that changes data is reported', async () => {
    const { exitCode, output } = await check('--url', `${service.url}/`);
    expect(exitCode).toBe(0);
    expect(output).toContain('reading only');
    expect(output).not.toMatch(/addUser|createShipment|createContact|sendotp|Remaining on the host/);
  });

  test('a token that the host does not require causes a warning', async () => {
    vi.stubEnv('REST_API_TOKEN', 'x'.repeat(32));
    onTestFinished(() => void vi.unstubAllEnvs());
    const { exitCode, output } = await check('--url', service.url);
    expect(exitCode).toBe(0);
    expect(output).toContain('Warning: the host does not respond to a wrong token with status 401');
  });

  test('a token that is sent with --insecure causes a warning', async () => {
    vi.stubEnv('REST_API_TOKEN', 'x'.repeat(32));
    // --insecure changes this variable of the process, so it has to be restored.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', undefined);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { output } = await check('--url', service.url, '--insecure');
    expect(output).toMatch(/^Warning: --insecure .* somebody else, who also receives REST_API_TOKEN\.$/m);
  });
});

/** Responds in place of the service, whose response is `upstream`. */
type FaultHandler = (request: IncomingMessage, response: ServerResponse, upstream: Response) => Promise<void>;

const sendJson = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/**
 * Starts a proxy in front of the service. A fault handler responds to its path and the paths one segment longer. No
 * header except Content-Type is forwarded.
 */
async function startHost(faultHandlers: Readonly<Record<string, FaultHandler>>) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const { 'content-type': type = '', ...otherHeaders } = request.headers;
    // This host sends no ETag, so the checks must not send a conditional request.
    expect(otherHeaders).not.toHaveProperty('if-none-match');
    const body = await text(request);
    const upstream = await fetch(service.url + request.url, {
      method: request.method ?? 'GET',
      ...(body !== '' && { body, headers: { 'content-type': type } }),
    });
    const handleFault = faultHandlers[pathname] ?? faultHandlers[path.posix.dirname(pathname)];
    if (handleFault !== undefined) await handleFault(request, response, upstream);
    else {
      response.writeHead(upstream.status, { 'content-type': upstream.headers.get('content-type') ?? '' });
      response.end(await upstream.text());
    }
  });
  return { url: `http://127.0.0.1:${await listenOnFreePort(server)}`, close: () => closeServer(server) };
}

/** Runs the checks with these arguments against a host that `startHost` starts with these fault handlers. */
async function checkHost(args: readonly string[], faultHandlers: Readonly<Record<string, FaultHandler>>) {
  const host = await startHost(faultHandlers);
  const result = await check('--url', host.url, ...args);
  await host.close();
  return result;
}

test('conditional requests to an Express host are reported as supported', async () => {
  const app = express();
  app.use(async (request, response) => {
    const upstream = await fetch(service.url + request.url);
    response.status(upstream.status).json(await upstream.json());
  });
  const host = createServer(app);
  const { output } = await check('--url', `http://127.0.0.1:${await listenOnFreePort(host)}`);
  await closeServer(host);
  expect(output).toMatch(/GET \/getallproducts with If-None-Match +supported/);
  expect(output).toMatch(/GET \/AllAuthors with If-None-Match +supported/);
});

test('a host that responds to an order with only a message passes, and the remaining order is listed', async () => {
  const { exitCode, output } = await checkHost(['--write'], {
    '/createShipment': async (_request, response, upstream) => {
      const isCreated = upstream.status === 201;
      sendJson(response, upstream.status, isCreated ? { message: 'ok' } : await upstream.json());
    },
  });
  expect(output).toMatch(/^\d{2} passed, 0 failed;/m);
  expect(exitCode).toBe(0);
  expect(output).toMatch(/✓ GET \/OrdersByUserEmail\?email= .*the order with its line/);
  const notChecked = 'not supported: not checked: the response to an order does not contain the order';
  expect(output).toMatch(new RegExp(`again with the same Idempotency-Key +${notChecked}`));
  expect(output).toMatch(
    /^Remaining on the host: user \d+ \(\S+\), order [\w-]+, an enquiry from Contract check \w+\.$/m,
  );
  const [, email = '', orderId = ''] = /\((\S+)\), order (\S+), /.exec(output) ?? [];
  const orders = await createCall(service.url)(`GET /OrdersByUserEmail?email=${email}`);
  expect(orders.body).toMatchObject([{ orderId }]);
});

test.each<[string, Record<string, FaultHandler>, RegExp]>([
  [
    'without /cancelOrder',
    { '/cancelOrder': async (_request, response) => sendJson(response, 404, { message: 'No such path' }) },
    /POST \/cancelOrder +not supported: status 404: .*No such path/,
  ],
  [
    'whose orders are not declared cancellable',
    {
      '/createShipment': async (_request, response, upstream) => {
        const { cancellable, ...order } = recordSchema.parse(await upstream.json());
        sendJson(response, upstream.status, order);
      },
    },
    /POST \/cancelOrder +not supported: no order can be cancelled/,
  ],
])('a host %s passes', async (_, faultHandlers, message) => {
  const { exitCode, output } = await checkHost(['--write'], faultHandlers);
  expect(output).toMatch(message);
  expect(output).toMatch(/POST \/cancelOrder again +not supported: no order was cancelled/);
  expect(output).toMatch(/^\d{2} passed, 0 failed;/m);
  expect(exitCode).toBe(0);
});

test.each([
  ['passes if no token is set', '', 0, '✓'],
  ['fails if a token is set', 'x'.repeat(32), 1, '✗'],
])('a host that rejects a login with the response for a wrong token %s', async (_, token, exitCode, mark) => {
  vi.stubEnv('REST_API_TOKEN', token);
  onTestFinished(() => void vi.unstubAllEnvs());
  const result = await checkHost([], {
    '/loginByContact': async (_request, response) =>
      void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end(),
  });
  expect(result.output).toMatch(new RegExp(`${mark} POST /loginByContact with an unknown contact `));
  expect(result.exitCode).toBe(exitCode);
});

test('records that a host wrongly accepts are listed as remaining, and those of unanswered requests as possibly remaining', async () => {
  const accept: FaultHandler = async (_request, response) => sendJson(response, 201, { message: 'ok' });
  const { output } = await checkHost(['--write'], {
    '/addUser': accept,
    '/createShipment': accept,
    '/createContact': async (_request, response) => void response.destroy(),
  });
  expect(output).toMatch(
    /^Remaining on the host: user \d+ \((\S+)\), user second-\1, user \1 with the contact \d{10}, order [\w-]+, an order of \1, possibly an enquiry from Contract check \w+\.$/m,
  );
});

test('a user whose registration fails with a server error is listed as possibly remaining', async () => {
  const { output } = await checkHost(['--write'], {
    '/addUser': async (_request, response) => sendJson(response, 500, { message: 'out of order' }),
    '/getUserBycontact': async (_request, response) => sendJson(response, 500, { message: 'out of order' }),
  });
  expect(output).toMatch(
    /^Remaining on the host: possibly user contract-check-\w+@example\.com, an enquiry /m,
  );
});

const recordsSchema = z.array(z.record(z.string(), z.unknown()));
const recordSchema = z.record(z.string(), z.unknown());

test('a host passes despite deviations that the gateway tolerates', async () => {
  const changeProduct = (product: z.output<typeof recordSchema>) => ({
    ...product,
    price: ` ${product.price} `,
    discount: 'on request',
    thumbnailFile: {},
    pageCount: 'many',
    status: product.status === 'Available' ? null : product.status,
    productImages: '["/files/1.jpg"]',
  });
  const changeOrder = (order: z.output<typeof recordSchema>) => ({
    ...order,
    orderDate: [2026, 11, 20],
    totalPrice: String(order.totalPrice),
    trackingNo: 7,
    cancellable: 'yes',
  });
  const { exitCode, output } = await checkHost(['--write'], {
    '/getallproducts': async (_request, response, upstream) =>
      sendJson(response, 203, recordsSchema.parse(await upstream.json()).map(changeProduct)),
    '/getproductbyid/2147483647': async (_request, response) => void response.writeHead(204).end(),
    '/AllCoupons': async (_request, response) => void response.writeHead(204).end(),
    '/AllSlideImages': async (_request, response) => sendJson(response, 200, null),
    '/productsByCategory': async (_request, response, upstream) => {
      const list = recordsSchema.parse(await upstream.json());
      sendJson(response, list.length === 0 ? 400 : 200, list);
    },
    '/CategoryByCategoryName': async (_request, response, upstream) =>
      sendJson(response, 200, upstream.ok ? [await upstream.json()] : []),
    '/addUser': async (_request, response, upstream) =>
      upstream.ok ? void response.end('saved') : sendJson(response, upstream.status, await upstream.json()),
    '/getUserBycontact': async (_request, response, upstream) => {
      const found = recordSchema.parse(await upstream.json());
      if (!upstream.ok) response.end();
      else response.end(JSON.stringify({ id: found.id, password: null }, null, 2));
    },
    '/moveToCart': async (_request, response) => void response.writeHead(204).end(),
    '/OrdersByUserEmail': async (_request, response, upstream) =>
      sendJson(response, 200, recordsSchema.parse(await upstream.json()).map(changeOrder)),
  });
  expect(output).toMatch(/^\d{2} passed, 0 failed;/m);
  expect(exitCode).toBe(0);
});

test('a host that sends products and users in a charset other than UTF-8 fails', async () => {
  const contentType = 'application/json;charset=ISO-8859-1';
  const sendLatin1: FaultHandler = async (_request, response, upstream) => {
    const body = (await upstream.text()).replaceAll(/[^ -ÿ]/g, 'é');
    response.writeHead(upstream.status, { 'content-type': contentType }).end(body, 'latin1');
  };
  const { output } = await checkHost(['--write'], {
    '/getallproducts': sendLatin1,
    '/getUserById': sendLatin1,
  });
  const failures = [...output.matchAll(/^ {2}✗ (.*?) +failed: (.*)$/gm)].map(([, ...parts]) => parts);
  const reason = `not valid UTF-8 (Content-Type: ${contentType})`;
  expect(failures).toEqual([
    ['GET /getallproducts', reason],
    ['GET /getUserById/{id}', reason],
  ]);
});

test('a host passes even if it loses the orders of a user whose e-mail address changes, and the loss is reported', async () => {
  const { exitCode, output } = await checkHost(['--write'], {
    '/OrdersByUserEmail': async (request, response, upstream) =>
      sendJson(response, 200, request.url?.includes('new-') ? [] : await upstream.json()),
  });
  expect(output).toMatch(/ with the changed e-mail +not supported: the order is not listed$/m);
  expect(exitCode).toBe(0);
  const [, userId = ''] = /^Remaining on the host: user (\d+) /m.exec(output) ?? [];
  const user = await createCall(service.url)(`GET /getUserById/${userId}`);
  expect(user.body).toMatchObject({ email: expect.stringMatching(/^contract-check-/) });
});

/** Rejects with status 500 what the service rejects. */
const rejectWith500: FaultHandler = async (_request, response, upstream) => {
  response.writeHead(upstream.ok ? upstream.status : 500, {
    'content-type': upstream.headers.get('content-type') ?? '',
  });
  response.end(await upstream.text());
};

test('a host that rejects requests with status 500 passes where the gateway ignores the status and reads the message', async () => {
  const { exitCode, output } = await checkHost(['--write'], {
    '/addUser': rejectWith500,
    '/addToWishlist': rejectWith500,
    '/createShipment': rejectWith500,
    '/resetUserPassword': rejectWith500,
  });
  expect(output).toMatch(/^\d{2} passed, 0 failed;/m);
  expect(output).not.toMatch(/(?:user second-|possibly)/);
  expect(exitCode).toBe(0);
});

test.each([
  ['accepted', 200, 'security: anyone could sign in', 'security: anyone could set the password of any user'],
  [
    'rejected with status 500',
    500,
    'the message that the contact or the password is wrong',
    'the message that the one-time password is wrong',
  ],
])(
  'the impact of a wrong password or OTP that is %s is named',
  async (_, status, loginImpact, resetImpact) => {
    const respond: FaultHandler = async (_request, response, upstream) =>
      sendJson(response, upstream.ok ? 200 : status, { message: 'ok' });
    const { output } = await checkHost(['--write'], { '/loginByContact': respond, '/verifyOTP': respond });
    const impacts = [...output.matchAll(/^ {4}impact: {4}(.*)$/gm)].map(([, impact]) => impact);
    expect(impacts).toEqual([loginImpact, loginImpact, resetImpact]);
  },
);

test.each([
  ['/getallproducts', { id: ' ' }, 'id is not an id (is " ")'],
  ['/getallproducts', { productName: '' }, 'productName is blank (is "")'],
  ['/getallproducts', { category: {} }, 'category is not text (is {})'],
  ['/AllCoupons', { couponName: null }, 'couponName is blank (is null)'],
  ['/AllAuthors', { authorName: [] }, 'authorName is not text (is [])'],
])(
  'a record of %s with %j, which the gateway drops, fails the check, and the field is named',
  async (route, fault, message) => {
    const { exitCode, output } = await checkHost([], {
      [route]: async (_request, response) => {
        const complete = {
          id: 1,
          productName: 'A book',
          price: 10,
          couponName: 'X',
          discount: 5,
          authorName: 'A',
        };
        sendJson(response, 200, [{ ...complete, ...fault }]);
      },
    });
    expect(exitCode).toBe(1);
    expect(output).toContain(`1 of 1 are invalid; record 0: ${message}`);
  },
);

describe('against a broken host', () => {
  test('every failed check is reported with its call, expected and actual response, and impact', async () => {
    const { exitCode, output } = await checkHost(['--write'], {
      '/getallproducts': async (_request, response, upstream) => {
        const list = recordsSchema.parse(await upstream.json());
        sendJson(response, 200, list.with(1, { ...list[1], price: 'ask us' }));
      },
      '/ProductsByAuthor': async (_request, response) => sendJson(response, 404, { message: 'No such path' }),
      '/productsByCategory': async (_request, response) => {
        sendJson(response, 200, await (await fetch(`${service.url}/getallproducts`)).json());
      },
      '/TodaysNotifications': async (_request, response) =>
        sendJson(response, 500, { message: '\u001b[2JError: at shop.ts:12' }),
      '/loginByContact': async (_request, response) => sendJson(response, 200, { message: 'Welcome!' }),
      '/addUser': async (_request, response, upstream) =>
        sendJson(response, upstream.status, upstream.ok ? await upstream.json() : { message: 'taken' }),
      '/getUserById/2147483647': async (_request, response) => sendJson(response, 500, { message: 'null' }),
      '/getUserBycontact': rejectWith500,
    });
    expect(exitCode).toBe(1);
    const failures = output.slice(output.indexOf('Failed checks'));
    const failedCalls = [...failures.matchAll(/^ {2}([A-Z]+ \/.*)$/gm)].map(([, call]) => call);
    expect(failedCalls).toEqual([
      'GET /getallproducts',
      'GET /productsByCategory?category=',
      'GET /productsByCategory?category= with an unknown name',
      'GET /ProductsByAuthor?author=',
      'GET /TodaysNotifications',
      'GET /getUserById/{id} with an unknown id',
      'GET /getUserBycontact?contact= with an unknown contact',
      'POST /loginByContact with an unknown contact',
      'POST /loginByContact with a wrong password',
      'POST /addUser with a registered contact',
      'POST /addUser with a registered e-mail',
    ]);
    expect(failures).toContain('1 of 10 are invalid; record 1: price is not a number (is "ask us")');
    expect(failures).toContain('request:   GET /ProductsByAuthor?author=');
    expect(failures).toContain("expected:  the message 'Contact number already exists!'");
    expect(failures).toContain('got:       status 409: {"message":"taken"}');
    expect(failures).toMatch(/impact: {4}the notification banner/);
    expect(failures).toMatch(/impact: {4}changing the contact, and .* at a password reset/);
    expect(output).toMatch(/GET \/AllAuthors with If-None-Match +not supported: no ETag/);
    expect(output).not.toContain('\u001b');
  });

  test('a call fails after the time that the gateway would wait, which is longer for the list of all products', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const respondAfter =
      (ms: number): FaultHandler =>
      async (_request, response, upstream) => {
        const body = await upstream.json();
        vi.advanceTimersByTime(ms);
        sendJson(response, 200, body);
      };
    const { timeoutMs, catalogueTimeoutMs } = restPolicy;
    const { output } = await checkHost([], {
      '/getallproducts': respondAfter(catalogueTimeoutMs - 1),
      '/AllAuthors': respondAfter(timeoutMs - 1),
      '/AllSlideImages': respondAfter(timeoutMs),
    });
    expect(output).toMatch(/✓ GET \/getallproducts +\S/);
    expect(output).toMatch(
      /✗ GET \/AllSlideImages +failed: no complete response within the timeout of 8 s$/m,
    );
    expect(output).toMatch(/^\d{2} passed, 1 failed;/m);
  });

  test('--timeout replaces the time limit of a call', async () => {
    const { exitCode, output } = await checkHost(['--timeout', '0.2'], {
      '/AllLanguages': async () => undefined,
    });
    expect(exitCode).toBe(1);
    expect(output).toBe('no complete response within the timeout of 0.2 s\n');
  });

  test('the list of all products may take longer than the timeout while data arrives', async () => {
    const sendSlowly: FaultHandler = async (_request, response, upstream) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      // JSON may begin with whitespace.
      for (let part = 0; part < 6; part += 1) {
        response.write(' ');
        await sleep(200);
      }
      response.end(await upstream.text());
    };
    const { output } = await checkHost(['--timeout', '1'], {
      '/getallproducts': sendSlowly,
      '/AllAuthors': sendSlowly,
    });
    expect(output).toMatch(/✓ GET \/getallproducts +\S/);
    expect(output).toMatch(/✗ GET \/AllAuthors +failed: no complete response within the timeout of 1 s$/m);
  });

  test('the list of all products fails if it stops arriving', async () => {
    const { output } = await checkHost(['--timeout', '0.5'], {
      '/getallproducts': async (_request, response) => void response.writeHead(200).write('['),
    });
    expect(output).toMatch(
      /✗ GET \/getallproducts +failed: no complete response within the timeout of 0.5 s$/m,
    );
  });

  test('a list fails if it is longer than the gateway accepts; the list of all products may be longer', async () => {
    const sendLongList: FaultHandler = async (_request, response, upstream) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(' '.repeat(restPolicy.maxResponseBytes) + (await upstream.text()));
    };
    const { output } = await checkHost([], { '/getallproducts': sendLongList, '/AllAuthors': sendLongList });
    expect(output).toMatch(/✓ GET \/getallproducts +\S/);
    expect(output).toMatch(/✗ GET \/AllAuthors +failed: the response is longer than 16777216 bytes$/m);
  });

  test('an unreachable host is reported in one line', async () => {
    const host = await startHost({});
    await host.close();
    const { exitCode, output } = await checkInNewProcess('--url', host.url);
    expect(exitCode).toBe(1);
    expect(output).toMatch(/^no response \(.*ECONNREFUSED.*\)\n$/);
  });

  test('Ctrl+C stops the checks and prints the results so far', async () => {
    const host = await startHost({ '/productsByCategory': async () => undefined });
    const { child, exitCode, output } = startCheck('--url', host.url);
    await expect.poll(output).toContain('with an unknown id');
    child.kill('SIGINT');
    expect(await exitCode).toBe(1);
    await host.close();
    expect(output()).toMatch(/ passed, 0 failed.*\nStopped by a signal: not all checks were run\.\n$/s);
  });
});

test.skipIf(openssl.find() === undefined)(
  'a host with a self-signed certificate can be checked with --ca, or with --insecure and a warning',
  async () => {
    const { certificate, key } = createCertificate(directory);
    await service.stop();
    const secure = await start({ TLS_CERT: certificate, TLS_KEY: key });
    const untrusted = await checkInNewProcess('--url', secure.url);
    const trusted = await checkInNewProcess('--url', secure.url, '--ca', certificate);
    const insecure = await checkInNewProcess('--url', secure.url, '--insecure');
    await secure.stop();
    service = await start();
    expect(untrusted).toMatchObject({ exitCode: 1 });
    expect(untrusted.output).toMatch(/^no response \(.*\); specify the host's certificate with --ca FILE\n$/);
    expect(trusted).toMatchObject({ exitCode: 0 });
    expect(insecure).toMatchObject({ exitCode: 0 });
    expect(insecure.output).toContain('Warning: --insecure accepts any certificate');
  },
);

test.for([
  [[], /^--url is missing: specify the URL of the host, such as --url https:\/\/host:27443\n$/],
  [
    ['--url', 'books.example'],
    /^--url books\.example: use an http\(s\) URL without a query or fragment, .*\n$/,
  ],
  [
    ['--url', 'ftp://books.example'],
    /^--url ftp:\/\/books\.example: use an http\(s\) URL without a query or fragment, .*\n$/,
  ],
  [
    ['--url', 'https://books.example/?page=1'],
    /^--url https:\/\/books\.example\/\?page=1: use an http\(s\) URL without a query or fragment, .*\n$/,
  ],
  [['--url', 'http://me:secret@books.example'], /^--url: use a URL without a user name and password, .*\n$/],
  [
    ['--url', 'http://books.example', '--ca', '/nowhere.pem'],
    /^--ca \/nowhere\.pem: use a PEM file that this process can read\n$/,
  ],
  [['--url', 'http://books.example', '--timeout', 'soon'], /^--timeout soon: use a number of seconds, .*\n$/],
  [['--url', 'http://books.example', '--wriet'], /^Unknown option '--wriet'; see --help for the options\n$/],
] as const)('%j is rejected in one line', async ([args, line]) => {
  const { exitCode, output } = await check(...args);
  expect(exitCode).toBe(1);
  expect(output).toMatch(line);
});
