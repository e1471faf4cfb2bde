import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { HttpResponse, http } from 'msw';
import { afterAll, describe, expect, it } from 'vitest';
import { mutate, textAt } from './graphql-call.ts';
import { setUpGateways, setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { type FieldRestCalls, restCallsByField } from './rest-calls-by-field.ts';
import { hostUrl } from './rest-host.ts';
import { createOrderRecord } from './rest-records.ts';
import { listSchemaMutations, listSchemaQueries } from './schema-fields.ts';

const rest = setUpRestHost();
let sharedShop: TestGateway | undefined;
const { start } = setUpGateways();
afterAll(() => sharedShop?.close());

/** The REST calls that every host must support (docs/rest-api.md). */
const requiredCalls = [
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

/** The calls that a host may support in addition. */
const optionalCalls = ['POST /cancelOrder'];

const cachedLists = [...new Set(restCallsByField.flatMap((row) => row.cachedLists ?? []))];

/** Calls that the docs list with a condition that the operation of the field does not meet. */
const callsWithUnmetCondition: Record<string, readonly string[]> = {
  'User.order': ['GET /OrdersByUserEmail'],
  'Mutation.login': ['GET /getUserById/{id}'],
  'Mutation.register': ['GET /getUserBycontact'],
  'Mutation.requestPasswordReset': ['GET /getUserBycontact'],
};

/** A row of the table in docs/rest-api.md. `fields` is its first cell. */
interface DocumentedRow
  extends Required<Pick<FieldRestCalls, 'cachedLists' | 'calls' | 'callsBeforeFirstLoad'>> {
  fields: string;
}

async function readDocumentedRows(): Promise<DocumentedRow[]> {
  const docs = await readFile(path.join(import.meta.dirname, '..', '..', 'docs', 'rest-api.md'), 'utf8');
  const [, section = ''] = docs.split('\n## Which field uses which call\n');
  const [, catalogue = ''] = /"Catalogue" means (.*?)\.\n/s.exec(section) ?? [];
  const readCalls = (cell = '') => {
    let method = '';
    const matches = cell.replace(/^catalogue$/, catalogue).matchAll(/`(?:([A-Z]+) )?(\/[\w/{}]+)`/g);
    const calls = [...matches].map(([, ownMethod, route]) => {
      method = ownMethod ?? method;
      return `${method} ${route}`;
    });
    return [...new Set(calls)].sort();
  };
  return [...section.matchAll(/^\| (`.*?) \| (.*?) \| (.*?) \| (.*?) \|$/gm)].map(
    ([, fields = '', ...cells]) => ({
      fields,
      cachedLists: readCalls(cells[0]),
      calls: readCalls(cells[1]),
      callsBeforeFirstLoad: readCalls(cells[2]),
    }),
  );
}

/** Finds the row of the docs that names the field with its arguments, or else the field alone. */
function findDocumentedRow(
  rows: readonly DocumentedRow[],
  { field }: FieldRestCalls,
): DocumentedRow | undefined {
  const name = field.replace(/^(Query|Mutation)\./, '');
  const nameAlone = name.replace(/[(,].*/, '');
  return [name, nameAlone]
    .map((text) => rows.find(({ fields }) => fields.includes(`\`${text}\``)))
    .find(Boolean);
}

/** Whether the call reads the product that the operation selects only to reach a nested field. */
function readsParentProduct({ field, operation }: FieldRestCalls, call: string): boolean {
  return (
    call.startsWith('GET /getproductbyid') &&
    !field.startsWith('Query.') &&
    operation.startsWith('{ product(')
  );
}

/** Converts a call to an entry of the fake host's log, which names the endpoint without parameters. */
const toRecordedCall = (call: string) => call.replace('/', '').replace(/\/.*/, '');
const toSortedCalls = (calls: readonly string[]) => [...new Set(calls.map(toRecordedCall))].sort();

/** Returns a function that lists the calls from now on, except those that refresh lists in the background. */
function recordCalls(): () => string[] {
  const background = new Set(cachedLists.map(toRecordedCall));
  const before = rest.host.calls.length;
  return () => toSortedCalls(rest.host.calls.slice(before).filter((call) => !background.has(call)));
}

/** Gives shopper 7 a cart, a wish list and an order. */
function prepareShopper(): void {
  Object.assign(rest.host.getShopper(7), { productIds: [1], wishlistProductIds: [3] });
  rest.host.orders.push(createOrderRecord());
}

async function prepareVariables(
  { field, variables }: FieldRestCalls,
  shop: TestGateway,
): Promise<Record<string, unknown> | undefined> {
  if (field !== 'Mutation.resetPassword') return variables;
  const otpInput = { email: 'reader@shop.example', otp: '123456' };
  const resetToken = textAt(
    await mutate(shop.graphql, 'verifyPasswordReset', otpInput, 'resetToken'),
    'resetToken',
  );
  return { input: { resetToken, newPassword: 'long enough' } };
}

describe('exactly the documented REST calls are sent for the field', () => {
  it.each(restCallsByField.map((row): [string, FieldRestCalls] => [row.field, row]))('%s', async (_, row) => {
    prepareShopper();
    sharedShop ??= await startGateway();
    const shop = sharedShop;
    // Each row signs in again because some rows end sessions.
    const token = await signIn(shop);
    const variables = await prepareVariables(row, shop);
    const calls = recordCalls();
    const { data, errors } = await shop.graphql(row.operation, variables, token);
    expect(errors).toEqual([]);
    expect(JSON.stringify(data)).not.toContain('"code"');
    // Some calls are sent after the response.
    await expect.poll(calls).toEqual(toSortedCalls(row.calls ?? []));
  });

  const rowsBeforeFirstLoad = restCallsByField.filter(
    ({ callsBeforeFirstLoad = [] }) => callsBeforeFirstLoad.length > 0,
  );
  it.each(rowsBeforeFirstLoad.map((row): [string, FieldRestCalls] => [row.field, row]))(
    '%s before the first load of the lists',
    async (_, row) => {
      rest.server.use(http.get(`${hostUrl}/getallproducts`, () => HttpResponse.error()));
      prepareShopper();
      const shop = await start({ waitForCatalogue: false });
      const token = await signIn(shop);
      const calls = recordCalls();
      const { errors } = await shop.graphql(row.operation, row.variables, token);
      expect(errors).toEqual([]);
      await expect
        .poll(calls)
        .toEqual(toSortedCalls([...(row.calls ?? []), ...(row.callsBeforeFirstLoad ?? [])]));
    },
  );
});

describe('the table of REST calls', () => {
  it('contains every query and mutation of the schema', () => {
    const all = [
      ...listSchemaQueries().map(({ name }) => `Query.${name}`),
      ...listSchemaMutations().map(({ name }) => `Mutation.${name}`),
    ];
    const listed = new Set(restCallsByField.map(({ field }) => field));
    expect(
      all.filter((field) => !listed.has(field)),
      'Add rows for these fields to tests/gateway/rest-calls-by-field.ts and to the table in docs/rest-api.md',
    ).toEqual([]);
  });

  it('contains every required and optional call, and no others', () => {
    const used = restCallsByField.flatMap((row) => [
      ...(row.cachedLists ?? []),
      ...(row.calls ?? []),
      ...(row.callsBeforeFirstLoad ?? []),
    ]);
    expect(
      [...new Set(used)].sort(),
      'Update requiredCalls or optionalCalls in this file, and the calls in docs/rest-api.md',
    ).toEqual([...requiredCalls, ...optionalCalls].sort());
  });

  it('has the same calls as the table of docs/rest-api.md', async () => {
    const documented = await readDocumentedRows();
    const actual = documented.map(({ fields }): DocumentedRow => {
      const rows = restCallsByField.filter((row) => findDocumentedRow(documented, row)?.fields === fields);
      const toCalls = (select: (row: FieldRestCalls) => readonly string[] | undefined) =>
        [...new Set(rows.flatMap((row) => select(row) ?? []))].sort();
      return {
        fields,
        cachedLists: toCalls((row) => row.cachedLists),
        calls: toCalls((row) => [...(row.calls ?? []), ...(callsWithUnmetCondition[row.field] ?? [])]),
        callsBeforeFirstLoad: toCalls((row) =>
          row.callsBeforeFirstLoad?.filter((call) => !readsParentProduct(row, call)),
        ),
      };
    });
    expect(
      actual,
      'Make tests/gateway/rest-calls-by-field.ts and "Which field uses which call" in docs/rest-api.md agree',
    ).toEqual(documented);
    const undocumented = restCallsByField.filter((row) => findDocumentedRow(documented, row) === undefined);
    expect(
      undocumented.map(({ field }) => field),
      'Add these fields to the table "Which field uses which call" in docs/rest-api.md',
    ).toEqual([]);
  });

  it('contains every list that is loaded at startup', async () => {
    await start();
    expect([...new Set(rest.host.calls)].sort()).toEqual(toSortedCalls(cachedLists));
  });
});
