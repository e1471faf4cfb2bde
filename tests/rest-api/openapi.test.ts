import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, type CallResponse, createCall } from './calls.ts';
import { renderFieldTables } from './field-tables.ts';
import { createExample, type OpenApiDocument, openApiDocumentSchema } from './openapi-document.ts';
import { parseOtp, readNewestEmail } from './outbox.ts';
import { createCatalogueDirectory } from './prepared-data.ts';
import { type RunningService, removeDataDirectory, startService } from './service.ts';
import { runShop } from './shop-command.ts';

let service: RunningService;
let settings: { DATA_DIR: string };
let document: OpenApiDocument;

beforeAll(async () => {
  settings = { DATA_DIR: await createCatalogueDirectory() };
  service = await startService(settings);
  document = openApiDocumentSchema.parse((await createCall(service.url)('GET /openapi.json')).body);
  return async () => {
    await service.stop();
    await removeDataDirectory(settings.DATA_DIR);
  };
});

/** Whether a response, given as `METHOD /path status`, is covered by other tests. */
const isCoveredElsewhere = (response: string) =>
  /default|429|502|503/.test(response) || ['PUT /moveToCart 409', 'POST /sendotp 422'].includes(response);

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('the token is optional, because only a service with REST_API_TOKEN requires it, and health checks need none', () => {
  expect(document.security).toEqual([{}, { token: [] }]);
  const publicPaths = Object.entries(document.paths).filter(([, { get }]) => get?.security !== undefined);
  expect(publicPaths.map(([route, { get }]) => [route, get?.security])).toEqual([
    ['/health/live', []],
    ['/health/ready', []],
  ]);
});

test('each path rejects another method with 405 and lists the documented ones', async () => {
  for (const [route, operations] of Object.entries(document.paths)) {
    const { status, headers } = await createCall(service.url)(`PATCH ${route.replace('{id}', '1')}`);
    const methods = Object.keys(operations).map((method) => method.toUpperCase());
    expect([route, status]).toEqual([route, 405]);
    expect(headers.get('allow')?.split(', ')).toEqual(
      methods.includes('GET') ? [...methods, 'HEAD'] : methods,
    );
  }
});

test('only the calls that choose the language of their e-mails by Accept-Language declare this header', () => {
  const declaring = Object.entries(document.paths).flatMap(([route, operations]) =>
    Object.entries(operations)
      .filter(([, { parameters }]) => parameters.some(({ name }) => name === 'Accept-Language'))
      .map(([method]) => `${method.toUpperCase()} ${route}`),
  );
  // A cancellation uses the language of the order.
  expect(declaring.sort()).toEqual(['POST /createShipment', 'POST /sendotp', 'PUT /updateUser/{id}']);
});

test('each response is as described, and the examples of the bodies are accepted', async () => {
  const checked = new Set<string>();
  const call = createCheckedCall(checked);
  /** Sends bodies that the service must reject, then the example with some values replaced. */
  const send = async (line: string, changes: object = {}, { target = line, headers = {} } = {}) => {
    const [method = '', route = ''] = line.split(' ');
    const body = document.paths[route]?.[method.toLowerCase()]?.requestBody?.content['application/json'];
    await call(line, target, { body: 'text', headers: { 'Content-Type': 'text/plain' } });
    await call(line, target, { body: { text: 'x'.repeat(300_000) } });
    await call(line, target, { body: [] });
    const example = Object(createExample(document, body?.schema ?? {}));
    const response = await call(line, target, { body: { ...example, ...changes }, headers });
    return { ...response, body: Object(response.body) };
  };
  /** Sends an invalid request (if given), then a valid one, and repeats the latter with the ETag of the response. */
  const read = async (line: string, idOrQuery: string, invalidIdOrQuery?: string) => {
    const createTarget = (value: string) =>
      line.includes('{id}') ? line.replace('{id}', value) : line + value;
    if (invalidIdOrQuery !== undefined) await call(line, createTarget(invalidIdOrQuery));
    const target = createTarget(idOrQuery);
    const { headers } = await call(line, target);
    await call(line, target, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
  };

  const email = 'asha@example.com';
  const user = await send('POST /addUser');
  await send('POST /addUser');
  await send('POST /loginByContact');
  await send('POST /loginByContact', { password: 'another password' });
  await read('GET /getUserById/{id}', user.body.id, 'x');
  await call('GET /getUserById/{id}', 'GET /getUserById/999');
  await read('GET /getUserBycontact', '?contact=9812345678', '');
  await call('GET /getUserBycontact', 'GET /getUserBycontact?contact=9000000000');
  const update = (id: number, changes: object, headers = {}) =>
    send('PUT /updateUser/{id}', { id, ...changes }, { target: `PUT /updateUser/${id}`, headers });
  const other = await send('POST /addUser', { email: 'ravi@example.com', contact: '9812345679' });
  await update(user.body.id, {});
  await update(other.body.id, {});
  await update(user.body.id, {}, { 'If-Match': '"old"' });
  await update(999, {});

  for (const line of [
    'POST /addToWishlist',
    'DELETE /removeFromWishlist',
    'PUT /moveToCart',
    'DELETE /removeProductFromUser',
  ]) {
    await call(line, `${line}?userId=x`);
    await call(line, `${line}?userId=999&productId=1`);
    await call(line, `${line}?userId=${user.body.id}&productId=5`);
  }
  await call('POST /addToWishlist', `POST /addToWishlist?userId=${user.body.id}&productId=1`);

  const idempotencyHeaders = { 'Idempotency-Key': 'order-1' };
  const order = await send('POST /createShipment', { coupon: null }, { headers: idempotencyHeaders });
  await send('POST /createShipment', { coupon: null, landmark: 'The mill' }, { headers: idempotencyHeaders });
  await send('POST /createShipment', { coupon: null, userEmail: 'nobody@example.com' });
  await send('POST /createShipment', { coupon: null, shipmentProducts: [{ productId: 9, quantity: 10 }] });
  await send(
    'POST /createShipment',
    { coupon: null, totalPrice: 1 },
    { headers: { 'Verify-Total': 'true' } },
  );
  const listOrders = (headers = {}) =>
    call('GET /OrdersByUserEmail', `GET /OrdersByUserEmail?email=${email}`, { headers });
  const { body: packedOrder } = await send('POST /createShipment', { coupon: null });
  await runShop(settings, 'orders', 'pack', packedOrder.orderId);
  await listOrders();
  await listOrders({ Range: 'orders=0-0' });
  await listOrders({ Range: 'orders=9-9' });
  await call('GET /OrdersByUserEmail');
  await send('POST /cancelOrder', { orderId: order.body.orderId });
  await send('POST /cancelOrder', { orderId: packedOrder.orderId });
  await send('POST /cancelOrder');
  expect((await send('POST /createContact')).status).toBe(201);

  await call('POST /sendotp');
  await call('POST /sendotp', 'POST /sendotp?email=nobody@example.com');
  await call('POST /sendotp', `POST /sendotp?email=${email}`);
  await send('PUT /resetUserPassword');
  await call('POST /verifyOTP', `POST /verifyOTP?email=${email}&otp=abcdef`);
  const otp = parseOtp(await readNewestEmail({ settings }, email));
  await call('POST /verifyOTP', `POST /verifyOTP?email=${email}&otp=${otp}`);
  await send('PUT /resetUserPassword');

  await read('GET /getproductbyid/{id}', '1', 'x');
  await call('GET /getproductbyid/{id}', 'GET /getproductbyid/999');
  await read('GET /productsByCategory', '?category=Poetry', '');
  await read('GET /ProductsByPublisher', '?publisher=Deccan House', '');
  await read('GET /ProductsByAuthor', '?author=Asha Rane', '');
  await read('GET /ProductsByLanguage', '?language=English', '');
  await read('GET /CategoryByCategoryName', '?categoryName=Poetry', '');
  await call('GET /CategoryByCategoryName', 'GET /CategoryByCategoryName?categoryName=None');
  const hasNoParameters = (route: string) => /All|Todays|getall|health|metrics|openapi/.test(route);
  for (const route of Object.keys(document.paths).filter(hasNoParameters)) await read(`GET ${route}`, '');

  const documented = Object.entries(document.paths).flatMap(([route, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) =>
      Object.keys(responses).map((status) => `${method.toUpperCase()} ${route} ${status}`),
    ),
  );
  const missing = documented.filter((response) => !checked.has(response) && !isCoveredElsewhere(response));
  expect(missing).toEqual([]);
});

const docsFile = path.join(import.meta.dirname, '..', '..', 'docs', 'rest-api.md');

// To update the tables after a field has changed, run `npx vitest run --project rest-api openapi -u`.
test('the field tables of docs/rest-api.md are up to date', async () => {
  const docs = await readFile(docsFile, 'utf8');
  const fieldTablesPattern = /(?<=<!-- fields -->\n).*(?=\n<!-- end of fields -->)/s;
  expect(docs).toMatch(fieldTablesPattern);
  const expected = docs.replace(fieldTablesPattern, () => `\n${renderFieldTables(document)}\n`);
  await expect(expected).toMatchFileSnapshot(docsFile);
});

test('each field of a body has an example', () => {
  const withoutExample = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, value]) => value.examples === undefined && !/#\/components/.test(JSON.stringify(value)))
      .map(([field]) => `${name}.${field}`),
  );
  expect(withoutExample).toEqual([]);
});

test('docs/rest-api.md lists the calls with their statuses', async () => {
  const docs = await readFile(docsFile, 'utf8');
  const rows = docs.matchAll(/^\| (`(?:GET|POST|PUT|DELETE) \/.*?) \| (.* \|)$/gm);
  const listed = [...rows].flatMap(([, calls = '', responses = '']) => {
    const matches = [...calls.matchAll(/(?:`|, )(?:(GET|POST|PUT|DELETE) )?(\/[\w/.{}]+)/g)];
    let method = '';
    return matches.map(([, ownMethod, route]) => {
      method = ownMethod ?? method;
      return `${method} ${route}: ${[...new Set(responses.match(/\b[2-5]\d\d\b/g))].sort().join(' ')}`;
    });
  });
  /** Statuses that any call may have, which the docs list in a table of their own. */
  const commonStatuses = new Set(['400', '413', '415', '503', 'default']);
  const documented = Object.entries(document.paths).flatMap(([route, operations]) =>
    Object.entries(operations).map(([method, { responses }]) => {
      const statuses = Object.keys(responses).filter((status) => !commonStatuses.has(status));
      return `${method.toUpperCase()} ${route}: ${statuses.join(' ')}`;
    }),
  );
  expect(listed.map((line) => line.replaceAll(/ (400|413|503)/g, '')).sort()).toEqual(documented.sort());
});

/** Creates a function that calls the service, validates the response against the document and adds it to `checked`. */
function createCheckedCall(checked: Set<string>) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const send = createCall(service.url);
  return async (line: string, target = line, options: CallOptions = {}): Promise<CallResponse> => {
    const response = await send(target, options);
    const [method = '', route = ''] = line.split(' ');
    const responses = document.paths[route]?.[method.toLowerCase()]?.responses ?? {};
    const status = String(response.status);
    expect.soft(Object.keys(responses), `${target}: ${status}`).toContain(status);
    const [mediaType, content] = Object.entries(responses[status]?.content ?? {})[0] ?? [];
    if (content === undefined) expect.soft(response.body, `${target}: ${status}`).toBe('');
    else {
      expect.soft(response.headers.get('content-type'), `${target}: ${status}`).toContain(mediaType);
      const validate = ajv.compile({ ...content.schema, components: document.components });
      validate(response.body);
      expect.soft(validate.errors, `${target}: ${status}`).toBeNull();
    }
    checked.add(`${method} ${route} ${status}`);
    return response;
  };
}
