import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { hasChromium, useBrowser } from './browser.ts';

const folder = path.join(path.dirname(path.dirname(import.meta.dirname)), 'web/sandbox');
const examples = z
  .array(
    z.object({
      title: z.string(),
      operation: z.string(),
      variables: z.record(z.string(), z.unknown()),
      needsSession: z.boolean(),
    }),
  )
  .parse(JSON.parse(readFileSync(path.join(folder, 'examples.json'), 'utf8')));

const answerShape = z.object({
  data: z.record(z.string(), z.unknown()).optional(),
  errors: z.array(z.unknown()).optional(),
});

async function ask(operation: string, variables: unknown, token: string) {
  const query = readFileSync(path.join(folder, `examples/${operation}.graphql`), 'utf8');
  const answer = await fetch(`${inject('shopUrl')}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  return answerShape.parse(await answer.json());
}

/** What one example's answer holds that a later one needs. */
const known = { token: '', addressId: '', total: 0 };
const learn: Record<string, (answer: unknown) => void> = {
  login: (answer) => {
    known.token = z.object({ token: z.string() }).parse(answer).token;
  },
  shopper: (answer) => {
    const address = z.object({ id: z.string() });
    known.addressId = z.object({ addresses: z.tuple([address]) }).parse(answer).addresses[0].id;
  },
  quote: (answer) => {
    known.total = z.object({ grandTotal: z.number() }).parse(answer).grandTotal;
  },
};
/** Variables that an example leaves to whoever tries it; the shopper is the one that `register` made. */
const filledIn: Record<string, () => Record<string, unknown>> = {
  login: () => ({ contact: '9000000008', password: 'a long password' }),
  order: () => ({ addressId: known.addressId, expectedTotal: known.total }),
};

describe('The examples of the sandbox', () => {
  it('answer one after another, from a new account to its order', async () => {
    for (const { operation, variables, needsSession } of examples) {
      const fill = filledIn[operation]?.();
      const input = z.record(z.string(), z.unknown()).optional().parse(variables.input);
      const given = fill === undefined ? variables : { ...variables, input: { ...input, ...fill } };
      const { data, errors } = await ask(operation, given, needsSession ? known.token : '');
      expect({ operation, errors }).toEqual({ operation, errors: undefined });
      const [answer] = Object.values(data ?? {});
      expect(answer, operation).toBeTruthy();
      expect(answer, operation).not.toMatchObject({ userErrors: [expect.anything()] });
      learn[operation]?.(answer);
    }
  });
});

describe.skipIf(!hasChromium)('The sandbox', () => {
  const { visit } = useBrowser();

  it('is where /graphql leads a browser, and runs its examples under its own content security policy', async () => {
    const { page } = await visit();
    await page.goto('/graphql');
    expect(new URL(page.url()).pathname).toBe('/sandbox');
    const run = page.getByRole('button', { name: /execute query/i });
    const result = page.getByRole('region', { name: /result/i });
    const operation = page.getByRole('region', { name: /editor/i }).first();

    await operation.getByText('totalCount').waitFor();
    await run.click();
    await result.getByText('totalCount').waitFor();

    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await operation.getByText('LoginInput').waitFor();
    await run.click();
    await result.getByText('Demo Shopper').waitFor();

    await page.getByRole('button', { name: 'The signed-in shopper' }).click();
    await operation.getByText('orderDate').waitFor();
    await run.click();
    await result.getByText('demo.shopper@example.com').waitFor();
  });
});
