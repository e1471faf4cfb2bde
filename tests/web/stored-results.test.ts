import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { offlineQueries } from '#web/apollo/stored-results-link.ts';

/** The texts of the storefront's operations. */
const texts = Object.values(
  z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync('web/generated/trusted-documents.json', 'utf8'))),
);

it.each([...offlineQueries])(
  '%s, whose stored result is shown offline, is a query that selects nothing about orders',
  (name) => {
    const text = texts.find((candidate) => new RegExp(`^query ${name}\\b`).test(candidate));
    expect(text).toBeDefined();
    expect(text).not.toMatch(/\b(orders?|shipments?)\b/);
  },
);
