import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildSchema, Kind, parse } from 'graphql';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { fillVariables } from '#web/sandbox/example-variables.ts';
import { formatFeedCommand } from '#web/sandbox/feed-command.ts';
import type { DemoLogin } from '#web/server/sandbox.ts';
import { createGraphQLClient, type SendOperation, textAt } from '../gateway/graphql-call.ts';
import { createPartnerKey } from '../gateway/partner-calls.ts';
import { expectNoViolations } from './accessibility.ts';
import { hasChromium, useBrowser } from './browser.ts';
import { type IsolatedShop, startIsolatedShop } from './isolated-shop.ts';
import { waitForOtp } from './mailbox.ts';
import { readOverflowWidth } from './overflow.ts';
import { createShopper } from './shop-api.ts';

const root = path.dirname(path.dirname(import.meta.dirname));
const sandboxFolder = path.join(root, 'web/sandbox');
const examples = z
  .array(
    z.object({
      title: z.string(),
      id: z.string(),
      variables: z.record(z.string(), z.unknown()),
      needsSession: z.boolean(),
    }),
  )
  .parse(JSON.parse(readFileSync(path.join(sandboxFolder, 'examples.json'), 'utf8')));
const readExample = (id: string) => readFileSync(path.join(sandboxFolder, `examples/${id}.graphql`), 'utf8');

const registeredSchema = z.object({ email: z.string(), contact: z.string(), password: z.string() });
const loggedInSchema = z.object({ login: z.object({ token: z.string() }) });
const resetSchema = z.object({ verifyPasswordReset: z.object({ resetToken: z.string() }) });

/** Fills in the values that a user of the sandbox has to type. */
function fillTypedFields(variables: Record<string, unknown>, typedValues: ReadonlyMap<string, string>) {
  return z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(JSON.stringify(variables), (key, value: unknown) => typedValues.get(key) ?? value));
}

/** Runs an example, expects it to succeed, and returns its data. */
async function expectSuccess(
  sendOperation: SendOperation,
  id: string,
  variables: Record<string, unknown>,
  token: string | undefined,
): Promise<unknown> {
  expect(JSON.stringify(variables), id).not.toContain('{{');
  const { data, errors } = await sendOperation(readExample(id), variables, token);
  expect({ id, errors }).toEqual({ id, errors: [] });
  for (const result of Object.values(z.record(z.string(), z.unknown()).parse(data))) {
    expect(result, id).toBeTruthy();
    expect(result, id).not.toEqual([]);
    const { userErrors = [] }: { userErrors?: unknown } = Object(result);
    expect(userErrors, id).toEqual([]);
  }
  return data;
}

describe('The sandbox examples', () => {
  it('cover every query and mutation that is not deprecated', () => {
    const covered = examples.flatMap(({ id }) =>
      parse(readExample(id)).definitions.flatMap((definition) =>
        definition.kind === Kind.OPERATION_DEFINITION
          ? definition.selectionSet.selections.map((field) => ('name' in field ? field.name.value : ''))
          : [],
      ),
    );
    const schema = buildSchema(readFileSync(path.join(root, 'schema.graphql'), 'utf8'));
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {}),
    );
    expect(fields.length).toBeGreaterThan(40);
    expect(
      fields
        .filter(({ name, deprecationReason }) => deprecationReason == null && !covered.includes(name))
        .map(({ name }) => name),
    ).toEqual([]);
    const files = readdirSync(path.join(sandboxFolder, 'examples'));
    expect(files.sort()).toEqual(examples.map(({ id }) => `${id}.graphql`).sort());
  });

  it('succeed in order, from registration to the end of the session', async () => {
    // Uses a separate gateway, because the password reset ends all sessions of the demo reader.
    const shop = await startIsolatedShop(inject('restUrl'));
    onTestFinished(() => shop.close());
    const sendOperation = createGraphQLClient(shop.url);
    let token: string | undefined;
    let shopper: DemoLogin | null = null;
    /** Values that a user of the sandbox has to type, by field: they come from an e-mail or an earlier result. */
    const typedValues = new Map<string, string>();
    for (const { id, variables, needsSession } of examples) {
      if (id === 'verify-reset') typedValues.set('otp', await waitForOtp('demo.reader@example.com'));
      const filled = await fillVariables(
        variables,
        (query, values) => sendOperation(query, values, token),
        shopper,
      );
      const complete = fillTypedFields(filled, typedValues);
      const data = await expectSuccess(sendOperation, id, complete, needsSession ? token : undefined);
      shopper = registeredSchema.safeParse(filled.input).data ?? shopper;
      token = loggedInSchema.safeParse(data).data?.login.token ?? token;
      const reset = resetSchema.safeParse(data).data?.verifyPasswordReset;
      if (reset !== undefined) typedValues.set('resetToken', reset.resetToken);
    }
  });

  it('use the book that an earlier example added, even if other books were in the cart before', async () => {
    const { token } = await createShopper();
    const sendOperation = createGraphQLClient(inject('shopUrl'));
    const runExample = async (title: string) => {
      const { id, variables } =
        examples.find((example) => example.title === title) ?? expect.fail(`There is no example ${title}.`);
      const filled = await fillVariables(
        variables,
        (query, values) => sendOperation(query, values, token),
        null,
      );
      await expectSuccess(sendOperation, id, filled, token);
      return textAt(filled, 'input.productId');
    };
    const idInCart = await runExample('Add to cart');
    const addedId = await runExample('Add to cart');
    expect(addedId).not.toBe(idInCart);
    expect(await runExample('Change the quantity')).toBe(addedId);
    expect(await runExample('Remove from cart')).toBe(addedId);
    const idOnWishlist = await runExample('Add to wish list');
    expect(await runExample('Move to cart')).toBe(idOnWishlist);
  });
});

it("The sandbox's feed command downloads the feed with a partner's key", async () => {
  const dataDirectory = path.dirname(inject('mailFolder'));
  const key = await createPartnerKey(dataDirectory, 'sandbox-test', 1_000_000);
  // The gateway may reject a new key until it reads the keys again.
  const feedUrl = `${inject('shopUrl')}/feed/products.csv`;
  const requestFeed = () => fetch(feedUrl, { method: 'HEAD', headers: { 'x-api-key': key } });
  await expect.poll(async () => (await requestFeed()).status).toBe(200);
  const { stdout } = await promisify(execFile)('sh', ['-c', formatFeedCommand(inject('shopUrl'))], {
    env: { ...process.env, KEY: key },
    maxBuffer: 64 * 1024 * 1024,
  });
  const [firstLine = ''] = stdout.split('\n');
  expect(JSON.parse(firstLine)).toMatchObject({ sku: expect.any(String), price: expect.any(Number) });
});

describe.skipIf(!hasChromium)('The sandbox', () => {
  const { visit } = useBrowser();
  let shopWithoutDemoLogin: IsolatedShop;
  beforeAll(async () => {
    shopWithoutDemoLogin = await startIsolatedShop(inject('restUrl'));
  });
  afterAll(() => shopWithoutDemoLogin.close());

  const getEditor = (page: Page) => page.getByRole('region', { name: /editor/i }).first();
  const getResult = (page: Page) => page.getByRole('region', { name: /result/i });
  const openExample = (page: Page, title: string) =>
    page.getByRole('button', { name: title, exact: true }).click();

  const waitForEditorText = (page: Page, text: string) => getEditor(page).getByText(text).first().waitFor();

  /** Runs the operation in the editor. Returns the response's text, because a small screen shows only a part of it. */
  async function runOperation(page: Page): Promise<string> {
    // GraphiQL may still be loading the schema.
    const responsePromise = page.waitForResponse(
      (response) =>
        response.url().endsWith('/graphql') &&
        response.request().postData()?.includes('IntrospectionQuery') === false,
    );
    await page.getByRole('button', { name: /execute query/i }).click();
    const text = await (await responsePromise).text();
    await getResult(page).getByText('"data"').waitFor();
    return text;
  }

  async function signIn(page: Page): Promise<void> {
    await page.goto('/sandbox');
    await page.getByRole('button', { name: 'Sign in as the demo shopper' }).click();
    await page.getByText('Signed in as Demo Shopper').waitFor();
  }

  it('opens when a browser visits /graphql, and runs its first example', async () => {
    const { page } = await visit();
    await page.goto('/graphql');
    expect(new URL(page.url()).pathname).toBe('/sandbox');
    await waitForEditorText(page, 'totalCount');
    expect(await runOperation(page)).toContain('totalCount');
  });

  it.each([360, 1280])(
    'signs in with one click, runs the order examples, and is accessible in light and dark mode: %i px',
    async (width) => {
      const { page } = await visit({ width });
      const placeOrder = async () => {
        await openExample(page, 'Place an order');
        await waitForEditorText(page, 'createShipment');
        expect(await runOperation(page)).toContain('PLACED');
      };
      await signIn(page);
      await placeOrder();
      await expect.poll(() => readOverflowWidth(page)).toBe(0);
      // GraphiQL's tabs contain the buttons that close them.
      await expectNoViolations(page, { disabledRule: 'nested-interactive' });

      await openExample(page, 'Cancel an order');
      await waitForEditorText(page, 'cancelOrder');
      expect(await runOperation(page)).toContain('CANCELLED');
      expect(await page.getByRole('tab').count()).toBe(1);

      // After a reload, the sandbox shows the operation that is in the URL.
      await page.waitForURL((url) => decodeURIComponent(url.hash).includes('cancelOrder'));
      await page.emulateMedia({ colorScheme: 'dark' });
      // GraphiQL chooses the colours of its editors when it starts.
      await page.reload();
      await page.getByText('Signed in as Demo Shopper').waitFor();
      await placeOrder();
      await expectNoViolations(page, { rule: 'color-contrast' });
    },
  );

  it.each([
    ['Add to cart', 'addToCart'],
    ['Add to wish list', 'addToWishlist'],
  ])(
    "runs the example %s without errors, although the demo shopper's cart is not empty",
    async (title, field) => {
      const { page } = await visit();
      await signIn(page);
      await openExample(page, title);
      await waitForEditorText(page, field);
      expect(await runOperation(page)).toContain('"userErrors":[]');
    },
  );

  it.each([360, 1280])(
    'shows whole lines of an example, without scrolling sideways: %i px',
    async (width) => {
      const { page } = await visit({ width });
      await page.goto('/sandbox#example=authors');
      await waitForEditorText(page, '$initial');
      const readHiddenWidth = () =>
        getEditor(page).evaluate((editor) => {
          const readRightEdge = (element: Element) => element.getBoundingClientRect().right;
          const lines = [...editor.querySelectorAll('.view-line > span')];
          const area = editor.querySelector('.editor-scrollable') ?? editor;
          if (lines.length === 0) return Number.POSITIVE_INFINITY;
          return Math.max(...lines.map(readRightEdge)) - readRightEdge(area);
        });
      await expect.poll(readHiddenWidth).toBeLessThanOrEqual(0);
    },
  );

  it('scrolls to the response on a small screen', async () => {
    const { page } = await visit({ width: 360 });
    await page.goto('/sandbox');
    await waitForEditorText(page, 'Listing');
    await runOperation(page);
    const isVisible = () =>
      getResult(page).evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      });
    await expect.poll(isVisible).toBe(true);
  });

  it('says how to leave an editor with the keyboard', async () => {
    const { page } = await visit();
    await page.goto('/sandbox');
    await waitForEditorText(page, 'totalCount');
    await page
      .getByText('Press Ctrl+M (Ctrl+Shift+M on a Mac) so that Tab moves the focus out of an editor.')
      .waitFor();
    await getEditor(page).getByText('totalCount').first().click();
    await page.keyboard.press('Control+m');
    await page.keyboard.press('Tab');
    const runButton = page.getByRole('button', { name: /execute query/i });
    await expect.poll(() => runButton.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('keeps the session after a reload, until the shopper signs out', async () => {
    const { page } = await visit({ width: 360 });
    await signIn(page);
    await page.reload();
    await page.getByText('Signed in as Demo Shopper').waitFor();
    await openExample(page, 'Get the signed-in shopper');
    await waitForEditorText(page, 'Shopper');
    expect(await runOperation(page)).toContain('demo.shopper@example.com');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in as the demo shopper' }).waitFor();
    expect(await runOperation(page)).toContain('"user":null');
  });

  it('shares a query with its variables by URL, without the session', async () => {
    const { page } = await visit({ width: 360 });
    await signIn(page);
    await openExample(page, 'Search across scripts');
    await waitForEditorText(page, 'publisher');
    await page.waitForURL((url) => decodeURIComponent(url.hash).includes('shyamchi'));
    await page.getByRole('button', { name: 'Copy link to this query' }).click();
    await page.getByRole('button', { name: /Link copied|The link is in the address bar/ }).waitFor();
    const link = page.url();
    expect(link).not.toContain('Bearer');

    const { page: other } = await visit({ width: 360 });
    await other.goto(link);
    await waitForEditorText(other, 'publisher');
    expect(await runOperation(other)).toContain('श्यामची आई');
    await other.goto(`/sandbox?query=${encodeURIComponent('{ languages { productCount } }')}`);
    await waitForEditorText(other, 'productCount');
  });

  it('offers no demo login in a shop that has none', async () => {
    const { page } = await visit({ shopUrl: shopWithoutDemoLogin.url });
    await page.goto('/sandbox');
    await page.getByText('You are a visitor').waitFor();
    expect(await page.getByRole('button', { name: /Sign in/ }).count()).toBe(0);
    expect(await page.content()).not.toContain('demo-shopper');
  });
});
