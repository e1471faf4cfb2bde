import { Agent } from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { userRecord } from '#rest-api/shoppers/user-record.ts';
import { createSeededRandom } from '#tests/seeded-random.ts';
import { type Call, createRegistration, createShipmentBody, productSchema, register } from './calls.ts';
import { onEachEngine, type TestService } from './engines.ts';
import { hostileTexts, mutateRequest, type RawRequest, send, type ValidRequest } from './mutations.ts';
import { setUpService } from './service-setup.ts';

const root = path.join(import.meta.dirname, '..', '..');
const seed = 20_261_120;
const mutationCount = 1000;

/** Matches stack traces, source locations, database URLs and SQL statements. No mutation contains such text itself. */
const leakPattern =
  /\bat .{0,200}:\d+:\d+|\.[cm]?[jt]s:\d+|node_modules|node:internal|\bpostgres(ql)?:\/\/|Failed query|\b(insert into|select ") /;

onEachEngine((start) => {
  const { call, fetchOrders, getService } = setUpService(start);

  test(`${mutationCount} mutations of valid requests cause no 5xx and no leak, and the service keeps running`, async () => {
    const validRequests = await createValidRequests(call);
    const random = createSeededRandom(seed);
    const requests = Array.from({ length: mutationCount }, (_, index) => {
      const request = validRequests[index % validRequests.length];
      if (request === undefined) throw new Error('There is no request to mutate.');
      return mutateRequest(request, random);
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const statuses = new Map<number, number>();
    const failures: string[] = [];
    const queue = requests.entries();
    const worker = async () => {
      for (const [index, request] of queue) {
        const { status, failure } = await sendAndCheck(getService(), request, agent);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (failure !== undefined) failures.push(`${index}: ${describeRequest(request)}\n  ${failure}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    agent.destroy();
    expect(failures).toEqual([]);
    // Some of the mutated requests are accepted, and the others fail in many ways.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 404, 405, 409, 413, 415]));
    expect(getService().process.exitCode).toBeNull();
    expect(getService().output()).not.toContain('request failed');
    expect((await call('GET /health/ready')).status).toBe(200);
    expect(z.array(productSchema).parse((await call('GET /getallproducts')).body)).toHaveLength(10);
  }, 60_000);

  test('texts with SQL, markup and other code are stored and returned unchanged', async () => {
    for (const hostile of hostileTexts) {
      const { addresses, ...rest } = createRegistration();
      const home = { ...addresses[0], address: hostile, area: hostile, landmark: hostile };
      const registered = await call('POST /addUser', {
        body: { ...rest, username: hostile, addresses: [home] },
      });
      const user = userRecord.parse(registered.body);
      expect(user.username).toBe(hostile);
      const body = { ...user, [hostile]: { note: hostile } };
      expect((await call(`PUT /updateUser/${user.id}`, { body })).status).toBe(200);
      const read = await call(`GET /getUserById/${user.id}`);
      expect(read.body).toMatchObject({ username: hostile, addresses: [home], [hostile]: { note: hostile } });
      expect(read.headers.get('content-type')).toMatch(/^application\/json/);
      const shipment = {
        ...createShipmentBody(user),
        address: hostile,
        landmark: hostile,
      };
      expect((await call('POST /createShipment', { body: shipment })).status).toBe(201);
      expect(await fetchOrders(user.email)).toMatchObject([{ address: hostile, landmark: hostile }]);
      const response = await call(`GET /ProductsByAuthor?author=${encodeURIComponent(hostile)}`);
      expect(response).toMatchObject({ status: 200, body: [] });
      const enquiry = { name: hostile, phoneNumber: '9800000000', remark: hostile };
      expect((await call('POST /createContact', { body: enquiry })).status).toBe(201);
    }
    expect(z.array(productSchema).parse((await call('GET /getallproducts')).body)).toHaveLength(10);
  });
});

async function sendAndCheck(
  service: TestService,
  request: RawRequest,
  agent: Agent,
): Promise<{ status: number; failure: string | undefined }> {
  try {
    const { status, headers, body } = await send(service.url, request, agent);
    const responseText = `${JSON.stringify(headers)} ${body}`;
    const containsPath =
      responseText.includes(root) || responseText.includes(service.settings.DATA_DIR ?? root);
    const isSafe = status < 500 && !leakPattern.test(responseText) && !containsPath;
    return { status, failure: isSafe ? undefined : `${status} ${body.slice(0, 300)}` };
  } catch (error) {
    return { status: 0, failure: String(error) };
  }
}

function describeRequest({ method, target, headers, body }: RawRequest): string {
  return `${method} ${target.slice(0, 200)} ${JSON.stringify(headers).slice(0, 200)} ${body?.slice(0, 300) ?? ''}`;
}

/**
 * Well-formed requests for most endpoints of requirements.md 7, and for a file. `/verifyOTP` and `/resetUserPassword`
 * reject theirs even without a mutation.
 */
async function createValidRequests(call: Call): Promise<ValidRequest[]> {
  const user = await register(call);
  const ids = { userId: String(user.id), productId: '2' };
  const { id, ...fields } = user;
  const get = (target: string, query?: Record<string, string>): ValidRequest => ({
    method: 'GET',
    path: target,
    ...(query && { query }),
  });
  const lists = ['getallCategory', 'AllCoupons', 'TodaysNotifications', 'getallproducts'];
  return [
    { method: 'POST', path: '/addUser', body: createRegistration() },
    { method: 'POST', path: '/addUser', body: createRegistration() },
    { method: 'POST', path: '/loginByContact', body: { contact: user.contact, password: 'a good password' } },
    {
      method: 'PUT',
      path: `/updateUser/${id}`,
      body: { ...fields, productIds: [1, 1, 2], note: { list: [1, 'a'] } },
    },
    { method: 'PUT', path: `/updateUser/${id}`, body: { ...fields, wishlistProductIds: [3] } },
    { method: 'POST', path: '/sendotp', query: { email: user.email } },
    { method: 'POST', path: '/verifyOTP', query: { email: user.email, otp: '123456' } },
    { method: 'PUT', path: '/resetUserPassword', body: { email: user.email, password: 'another password' } },
    get('/getUserBycontact', { contact: user.contact }),
    get(`/getUserById/${id}`),
    get('/getproductbyid/1'),
    get('/productsByCategory', { category: 'Poetry' }),
    get('/ProductsByPublisher', { publisher: 'Deccan House' }),
    get('/ProductsByAuthor', { author: 'आशा राणे' }),
    get('/ProductsByLanguage', { language: 'मराठी' }),
    get('/CategoryByCategoryName', { categoryName: 'Poetry' }),
    ...lists.map((list) => get(`/${list}`)),
    get('/files/covers/1.svg'),
    get('/OrdersByUserEmail', { email: user.email }),
    { method: 'POST', path: '/addToWishlist', query: ids },
    { method: 'PUT', path: '/moveToCart', query: ids },
    { method: 'DELETE', path: '/removeFromWishlist', query: ids },
    { method: 'DELETE', path: '/removeProductFromUser', query: ids },
    {
      method: 'POST',
      path: '/createContact',
      body: { name: 'A', phoneNumber: '98', remark: 'B', author: '' },
    },
    {
      method: 'POST',
      path: '/createShipment',
      body: createShipmentBody(user),
    },
    {
      method: 'POST',
      path: '/createShipment',
      body: createShipmentBody(user, [{ productId: 2, quantity: 2 }]),
    },
  ];
}
