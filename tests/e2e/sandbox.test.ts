import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { hasChromium, useBrowser } from './browser.ts';

const sandboxFolder = path.join(path.dirname(path.dirname(import.meta.dirname)), 'web/sandbox');
const examples = z
  .array(
    z.object({
      title: z.string(),
      operation: z.string(),
      variables: z.record(z.string(), z.unknown()),
      needsSession: z.boolean(),
    }),
  )
  .parse(JSON.parse(readFileSync(path.join(sandboxFolder, 'examples.json'), 'utf8')));

const responseSchema = z.object({
  data: z.record(z.string(), z.unknown()).optional(),
  errors: z.array(z.unknown()).optional(),
});

async function runExample(operation: string, variables: unknown, token: string) {
  const query = readFileSync(path.join(sandboxFolder, `examples/${operation}.graphql`), 'utf8');
  const response = await fetch(`${inject('shopUrl')}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  return responseSchema.parse(await response.json());
}

/** Values from earlier examples' results that later examples need. */
const earlier = { token: '', addressId: '', total: 0 };
const saveResult: Record<string, (result: unknown) => void> = {
  login: (result) => {
    earlier.token = z.object({ token: z.string() }).parse(result).token;
  },
  shopper: (result) => {
    const address = z.object({ id: z.string() });
    earlier.addressId = z.object({ addresses: z.tuple([address]) }).parse(result).addresses[0].id;
  },
  quote: (result) => {
    earlier.total = z.object({ grandTotal: z.number() }).parse(result).grandTotal;
  },
};

/** The input fields that a user of the sandbox fills in. `register` creates the shopper who logs in here. */
const userInput: Record<string, () => Record<string, unknown>> = {
  login: () => ({ contact: '9000000008', password: 'a long password' }),
  order: () => ({ addressId: earlier.addressId, expectedTotal: earlier.total }),
};

describe('The sandbox examples', () => {
  it('succeed in order, from registration to placing an order', async () => {
    for (const { operation, variables, needsSession } of examples) {
      const extraInput = userInput[operation]?.();
      const input = z.record(z.string(), z.unknown()).optional().parse(variables.input);
      const mergedVariables =
        extraInput === undefined ? variables : { ...variables, input: { ...input, ...extraInput } };
      const { data, errors } = await runExample(
        operation,
        mergedVariables,
        needsSession ? earlier.token : '',
      );
      expect({ operation, errors }).toEqual({ operation, errors: undefined });
      const [result] = Object.values(data ?? {});
      expect(result, operation).toBeTruthy();
      expect(result, operation).not.toMatchObject({ userErrors: [expect.anything()] });
      saveResult[operation]?.(result);
    }
  });
});

describe.skipIf(!hasChromium)('The sandbox', () => {
  const { visit } = useBrowser();

  it('opens when a browser visits /graphql, and runs its examples under its content security policy', async () => {
    const { page } = await visit();
    await page.goto('/graphql');
    expect(new URL(page.url()).pathname).toBe('/sandbox');
    const run = page.getByRole('button', { name: /execute query/i });
    const result = page.getByRole('region', { name: /result/i });
    const operation = page.getByRole('region', { name: /editor/i }).first();

    await operation.getByText('totalCount').waitFor();
    await run.click();
    await result.getByText('totalCount').waitFor();

    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await operation.getByText('LoginInput').waitFor();
    await run.click();
    await result.getByText('Demo Shopper').waitFor();

    await page.getByRole('button', { name: 'Get the signed-in shopper' }).click();
    await operation.getByText('orderDate').waitFor();
    await run.click();
    await result.getByText('demo.shopper@example.com').waitFor();
  });
});
