import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import { collectOutput } from '../child-process.ts';
import { environment, type Settings } from './service.ts';
import { runShop, shopMain } from './shop-command.ts';

/** The file with a catalogue of ten books. */
export const testCatalogueFile = path.join(import.meta.dirname, 'catalogue.json');

interface ImportRun {
  readonly exitCode: number | null;
  readonly output: string;
}

/** Runs `npm run catalogue:import -- <args>` in this process. */
export async function importCatalogue(args: readonly string[], settings: Settings): Promise<ImportRun> {
  const { exitCode, stdout, stderr } = await runShop(settings, 'catalogue', 'import', ...args);
  return { exitCode, output: stdout + stderr };
}

/**
 * Runs `npm run catalogue:import -- <args>` in a separate process and waits for its exit. Calls `onOutput` at each
 * write, with all output so far.
 */
export async function importInNewProcess(
  args: readonly string[],
  settings: Settings,
  onOutput: (process: ChildProcess, output: string) => void = () => undefined,
): Promise<ImportRun> {
  // Without this option, V8 spends CPU time in every process on optimizing the code of the embedded database.
  const command = ['--liftoff-only', shopMain, 'catalogue', 'import', ...args];
  const child = spawn(process.execPath, command, {
    env: { ...environment, ...settings },
  });
  const getOutput = collectOutput(child, (output) => onOutput(child, output));
  const [exitCode] = await once(child, 'close');
  return { exitCode: z.number().nullable().parse(exitCode), output: getOutput() };
}

/** Imports `catalogue.json`. @throws {Error} with the output if the import fails. */
export async function importTestCatalogue(settings: Settings): Promise<void> {
  const { exitCode, output } = await importInNewProcess([testCatalogueFile], settings);
  if (exitCode !== 0) throw new Error(output);
}
