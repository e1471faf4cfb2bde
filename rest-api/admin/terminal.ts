import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';

/** An error in the command's usage. It is printed without a stack trace. */
export class UsageError extends Error {}

/** The user of the operating system, for the log of changes. */
export function getOsUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user without a name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Asks the user a question. Returns undefined without a terminal, as in a script. */
export async function askYesNo(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} (yes/no) `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
