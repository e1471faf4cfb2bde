import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import {
  digestKey,
  FilePartnerStore,
  generatePartnerKey,
  partnerKeySchema,
} from '#gateway/auth/partner-keys.ts';
import { at, postGraphQL, textAt } from './graphql-call.ts';

const run = promisify(execFile);

/** Runs `npm run partners -- <args>`, but without npm. */
export async function runPartnersCommand(
  settings: Record<string, string>,
  ...args: string[]
): Promise<{ stdout: string; stderr: string; exitCode: unknown }> {
  const env = { ...process.env, ...settings, NODE_ENV: 'production' };
  try {
    const { stdout, stderr } = await run(process.execPath, ['gateway/bin/partners.ts', ...args], { env });
    return { stdout, stderr, exitCode: 0 };
  } catch (error) {
    return {
      stdout: textAt(error, 'stdout'),
      stderr: textAt(error, 'stderr'),
      exitCode: at(error, 'code'),
    };
  }
}

/** Runs `npm run partners -- <args>` to create a key, and returns the key. */
export async function createKeyByCommand(
  settings: Record<string, string>,
  ...args: string[]
): Promise<string> {
  const { stdout, stderr } = await runPartnersCommand(settings, ...args);
  expect(stderr).toBe('');
  return /obk_[\w-]{43}/.exec(stdout)?.[0] ?? expect.fail(`no key in ${stdout}`);
}

/** Adds a partner to the data directory of a gateway, as `npm run partners` does. Returns the partner's key. */
export async function createPartnerKey(dataDir: string, name: string, quota: number): Promise<string> {
  const key = generatePartnerKey();
  const record = { name, digest: digestKey(key), budget: quota, addedAt: new Date().toISOString() };
  const wasAdded = await new FilePartnerStore(dataDir).add(partnerKeySchema.parse(record));
  if (!wasAdded) throw new Error(`The partner ${name} already has a key.`);
  return key;
}

/** Sends a GraphQL query with additional headers. Returns the response with its parsed body. */
export async function sendQuery(
  url: string,
  query: string,
  headers: Record<string, string> = {},
  variables?: Record<string, unknown>,
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const response = await postGraphQL(url, { query, variables }, headers);
  return { status: response.status, headers: response.headers, body: await response.json() };
}
