import { once } from 'node:events';
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Environment } from '../config.ts';
import { getErrorMessage } from '../error-message.ts';

/** Where a command reads its settings and the user's answers, and prints its output. `process` is one example. */
export interface Terminal {
  readonly env: Environment;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

export type OutputStream = Writable & { readonly isTTY?: boolean };

export function printLine(stream: OutputStream, line: string): void {
  stream.write(`${line}\n`);
}

/** An error whose message is printed as it is, without "The command failed". */
export class CommandError extends Error {}

/** Parses a command line. @throws CommandError if an option is invalid; its message ends with the usage. */
export function parseCommandLine<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new CommandError(`${getErrorMessage(error)}\n${usage}`);
  }
}

/**
 * The name for the audit log: the value of the option `--as`, by default the name of the user. Under sudo, that is the
 * name of the user who called sudo (SUDO_USER).
 * @throws CommandError if the option is blank.
 */
export function getActor({ env }: Terminal, name = env.SUDO_USER || getOsUser()): string {
  if (name.trim() === '') throw new CommandError('--as: Must not be empty');
  return name;
}

function getOsUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user without a name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/**
 * Asks the user a question. The end of the input (Ctrl+D) means no. Returns undefined without a terminal, as in a
 * script.
 */
export async function askYesNo({ stdin, stdout }: Terminal, question: string): Promise<boolean | undefined> {
  if (!stdin.isTTY) return undefined;
  const prompt = createInterface({ input: stdin, output: stdout });
  // After the end of the input, the promise of `prompt.question` stays pending.
  const closed = once(prompt, 'close').then(() => '');
  const answer = await Promise.race([prompt.question(`${question} (yes/no) `), closed]);
  prompt.close();
  return /^y(es)?$/i.test(answer.trim());
}
