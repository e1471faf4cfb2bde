import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { at, textAt } from './graphql-call.ts';

const run = promisify(execFile);

/** Runs the command for partners; what it said on both outputs, and its exit code. */
export async function runPartners(
  settings: Record<string, string>,
  ...words: string[]
): Promise<{ said: string; wrong: string; code: unknown }> {
  const env = { ...process.env, ...settings, NODE_ENV: 'production' };
  try {
    const { stdout, stderr } = await run(process.execPath, ['gateway/bin/partners.ts', ...words], { env });
    return { said: stdout, wrong: stderr, code: 0 };
  } catch (error) {
    return { said: textAt(error, 'stdout'), wrong: textAt(error, 'stderr'), code: at(error, 'code') };
  }
}

/** Makes a partner by the command; gives the key. */
export async function makeKey(
  settings: Record<string, string>,
  name: string,
  budget: number,
): Promise<string> {
  const { said, wrong } = await runPartners(settings, 'add', name, '--budget', String(budget));
  const key = /obk_[\w-]{43}/.exec(said)?.[0];
  if (key === undefined) throw new Error(`no key for ${name}: ${said}${wrong}`);
  return key;
}

/** Asks GraphQL with headers of one's own; the answer is not looked into. */
export async function askWith(
  url: string,
  query: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; answer: unknown }> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, headers: response.headers, answer: await response.json() };
}
