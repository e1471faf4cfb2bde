import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import { environment, type Settings } from './service.ts';

const main = path.join(import.meta.dirname, '..', '..', 'rest-api', 'admin', 'main.ts');

export interface ShopRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run shop -- <args>` and waits for its exit. */
export async function runShop(settings: Settings, ...args: string[]): Promise<ShopRun> {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...environment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [exitCode] = await once(child, 'close');
  return { exitCode: z.number().nullable().parse(exitCode), stdout, stderr };
}

/** Runs a command with `--json` and parses its output. Throws Error if it fails. */
export async function runShopJson<Schema extends z.ZodType>(
  schema: Schema,
  settings: Settings,
  ...args: string[]
): Promise<z.output<Schema>> {
  const { exitCode, stdout, stderr } = await runShop(settings, ...args, '--json');
  if (exitCode !== 0) throw new Error(stderr);
  return schema.parse(JSON.parse(stdout));
}
