import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { z } from 'zod';
import { run } from '#rest-api/admin/run.ts';
import type { Terminal } from '#rest-api/admin/terminal.ts';
import type { Settings } from './service.ts';

/** The script that `npm run shop` runs. */
export const shopMain = path.join(import.meta.dirname, '..', '..', 'rest-api', 'admin', 'main.ts');

interface ShopRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs `npm run shop -- <args>` without a terminal. Uses this process, because starting another one takes about a
 * second.
 */
export function runShop(settings: Settings, ...args: string[]): Promise<ShopRun> {
  return runWithInput(Readable.from([]), settings, args);
}

/** Runs `npm run shop -- <args>` in a terminal in which the user types the input and then Ctrl+D. */
export function runShopInTerminal(input: string, settings: Settings, ...args: string[]): Promise<ShopRun> {
  return runWithInput(Object.assign(Readable.from([input]), { isTTY: true }), settings, args);
}

async function runWithInput(
  stdin: Terminal['stdin'],
  settings: Settings,
  args: readonly string[],
): Promise<ShopRun> {
  const output = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof output) =>
    new Writable({
      decodeStrings: false,
      write: (text, _encoding, done) => {
        output[name] += String(text);
        done();
      },
    });
  const exitCode = await run(args, {
    env: settings,
    stdin,
    stdout: collect('stdout'),
    stderr: collect('stderr'),
  });
  return { exitCode, ...output };
}

/** Runs a command with `--json` and parses its output. @throws {Error} if the command fails. */
export async function runShopJson<Schema extends z.ZodType>(
  schema: Schema,
  settings: Settings,
  ...args: string[]
): Promise<z.output<Schema>> {
  const { exitCode, stdout, stderr } = await runShop(settings, ...args, '--json');
  if (exitCode !== 0) throw new Error(stderr);
  return schema.parse(JSON.parse(stdout));
}
