import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { mutate, textAt } from './graphql-call.ts';
import { setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { type FieldCalls, restCallsByField } from './rest-calls-by-field.ts';
import { hostUrl } from './rest-host.ts';
import { schemaMutations, schemaQueries } from './schema-fields.ts';

const rest = setUpRestHost();
let shared: TestGateway | undefined;
const started: TestGateway[] = [];
afterEach(() => Promise.all(started.splice(0).map((shop) => shop.close())));
afterAll(() => shared?.close());

/** The calls of requirements.md 7. */
const specified = [
  'POST /loginByContact',
  'GET /getUserBycontact',
  'POST /sendotp',
  'POST /verifyOTP',
  'PUT /resetUserPassword',
  'POST /addUser',
  'GET /getUserById/{id}',
  'PUT /updateUser/{id}',
  'GET /getallproducts',
  'GET /getproductbyid/{id}',
  'GET /productsByCategory',
  'GET /CategoryByCategoryName',
  'GET /ProductsByPublisher',
  'GET /ProductsByAuthor',
  'GET /ProductsByLanguage',
  'GET /getallCategory',
  'GET /AllPublishers',
  'GET /AllAuthors',
  'GET /AllLanguages',
  'GET /AllCoupons',
  'GET /TodaysNotifications',
  'GET /AllMarketting',
  'GET /AllSlideImages',
  'POST /createContact',
  'POST /addToWishlist',
  'PUT /moveToCart',
  'DELETE /removeFromWishlist',
  'DELETE /removeProductFromUser',
  'GET /OrdersByUserEmail',
  'POST /createShipment',
];

const keptLists = [...new Set(restCallsByField.flatMap(({ kept = [] }) => kept))];

/** A call as the fake host notes it. */
const noted = (call: string) => call.replace('/', '').replace(/\/.*/, '');
const sorted = (calls: readonly string[]) => [...new Set(calls.map(noted))].sort();

/** What the host was asked from now on, without what the gateway asks in the background. */
function watched(): () => string[] {
  const background = new Set(keptLists.map(noted));
  const before = rest.host.calls.length;
  return () => sorted(rest.host.calls.slice(before).filter((call) => !background.has(call)));
}

/** One shop for all rows. */
async function shopOfAll(): Promise<TestGateway> {
  Object.assign(rest.host.shopper(7), { productIds: [1], wishlistProductIds: [3] });
  shared ??= await startGateway();
  return shared;
}

async function variablesOf(
  { field, variables }: FieldCalls,
  shop: TestGateway,
): Promise<Record<string, unknown> | undefined> {
  if (field !== 'Mutation.resetPassword') return variables;
  const proof = { email: 'reader@shop.example', otp: '123456' };
  const resetToken = textAt(
    await mutate(shop.graphql, 'verifyPasswordReset', proof, 'resetToken'),
    'resetToken',
  );
  return { input: { resetToken, newPassword: 'long enough' } };
}

describe('a field calls the REST host for', () => {
  it.each(restCallsByField.map((row): [string, FieldCalls] => [row.field, row]))('%s', async (_, row) => {
    const shop = await shopOfAll();
    // Anew, since some rows end sessions.
    const token = await signIn(shop);
    const variables = await variablesOf(row, shop);
    const calls = watched();
    const { data, errors } = await shop.graphql(row.operation, variables, token);
    expect(errors).toEqual([]);
    expect(JSON.stringify(data)).not.toContain('"code"');
    expect(calls()).toEqual(sorted(row.calls ?? []));
  });

  const early = restCallsByField.filter(({ beforeFirstLoad = [] }) => beforeFirstLoad.length > 0);
  it.each(early.map((row): [string, FieldCalls] => [row.field, row]))(
    '%s before the first load',
    async (_, row) => {
      rest.server.use(http.get(`${hostUrl}/getallproducts`, () => HttpResponse.error()));
      const shop = await startGateway({ wait: false });
      started.push(shop);
      const calls = watched();
      const { errors } = await shop.graphql(row.operation);
      expect(errors).toEqual([]);
      expect(calls()).toEqual(sorted(row.beforeFirstLoad ?? []));
    },
  );
});

describe('the table of calls', () => {
  it('holds every query and mutation of the schema', () => {
    const all = [
      ...schemaQueries().map(({ name }) => `Query.${name}`),
      ...schemaMutations().map(({ name }) => `Mutation.${name}`),
    ];
    const held = new Set(restCallsByField.map(({ field }) => field));
    expect(all.filter((field) => !held.has(field))).toEqual([]);
  });

  it('uses every call of the specification, and no other', () => {
    const used = restCallsByField.flatMap(({ kept = [], calls = [], beforeFirstLoad = [] }) => [
      ...kept,
      ...calls,
      ...beforeFirstLoad,
    ]);
    expect([...new Set(used)].sort()).toEqual([...specified].sort());
  });

  it('names every list that is asked for at the start', async () => {
    started.push(await startGateway());
    expect([...new Set(rest.host.calls)].sort()).toEqual(sorted(keptLists));
  });
});
