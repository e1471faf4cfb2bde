import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Collects what a process writes to standard output and standard error. Calls `onOutput` with the output so far at each
 * write. Returns a function that returns the output so far.
 */
export function collectOutput(
  child: ChildProcess,
  onOutput: (output: string) => void = () => undefined,
): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      onOutput(output);
    });
  }
  return () => output;
}

/**
 * Waits for the first message of a process.
 * @throws {Error} if the process exits before it sends one. The error's message includes the result of `getOutput`.
 */
export async function waitForFirstMessage(
  child: ChildProcess,
  getOutput: () => string = () => '',
): Promise<unknown> {
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`The process exited with ${code} before it was ready.\n${getOutput()}`);
  });
  const [message] = await Promise.race([once(child, 'message'), exited]);
  return message;
}

/**
 * Waits until what a process has written matches the pattern. Later output is read too: a full pipe would block the
 * process.
 * @throws {Error} if the process exits before that. The error's message includes what it has written.
 */
export function waitForOutput(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const getOutput = collectOutput(child, (output) => {
      const match = pattern.exec(output);
      if (match !== null) resolve(match);
    });
    child.once('exit', (code) => {
      reject(new Error(`The process exited with ${code} before it was ready.\n${getOutput()}`));
    });
  });
}

/** Ends a process, unless it has exited, and waits for its exit. */
export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
}
