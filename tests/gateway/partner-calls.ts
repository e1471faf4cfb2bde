import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
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

/** Creates a partner with `npm run partners`. Returns the partner's key. */
export async function createPartnerKey(
  settings: Record<string, string>,
  name: string,
  quota: number,
): Promise<string> {
  const { stdout, stderr } = await runPartnersCommand(settings, 'add', name, '--budget', String(quota));
  const key = /obk_[\w-]{43}/.exec(stdout)?.[0];
  if (key === undefined) throw new Error(`No key was created for ${name}: ${stdout}${stderr}`);
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
