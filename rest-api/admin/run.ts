import path from 'node:path';
import { type Config, readConfig, SettingError } from '../config.ts';
import { DataDirectoryInUseError } from '../database/data-directory-lock.ts';
import { getErrorMessage } from '../error-message.ts';
import { HttpError } from '../http/errors.ts';
import { parseInput } from '../http/input.ts';
import type { Command, CommandOutput } from './command.ts';
import { commands } from './commands.ts';
import { requireDatabase, runWithDatabase } from './connect.ts';
import { importUsage, runImport } from './import-command.ts';
import { type OutputFile, openOutputFile } from './output-file.ts';
import { loadPicture, type Picture } from './pictures.ts';
import { restoreUsage, runRestore } from './restore-command.ts';
import { requestCommand } from './socket-client.ts';
import { formatJson } from './table.ts';
import { askYesNo, CommandError, getActor, parseCommandLine, printLine, type Terminal } from './terminal.ts';

/** The options that all commands in `commands.ts` share. */
const commonOptions = {
  json: { type: 'boolean' },
  output: { type: 'string' },
  as: { type: 'string' },
  yes: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const commonUsage = `Options of all commands except restore:
  --json         prints JSON instead of text; for a script, start with npm run --silent shop --
  --output FILE  writes to a file, as JSON if its name ends in .json (not for catalogue import)
  --as NAME      the name for the audit log (default: your user name on this system)
  --yes          answers questions with yes`;

/** Runs a command line of the back office, and returns the exit code. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    if (!args.includes('--help')) {
      if (args[0] === 'catalogue' && args[1] === 'import') return await runImport(args.slice(2), terminal);
      if (args[0] === 'restore') return await runRestore(args.slice(1), terminal);
    }
    const command = selectCommand(args);
    if (command === undefined) {
      printLine(terminal.stdout, composeHelp(args[0] === 'help' ? args[1] : args[0]));
      return 0;
    }
    await runCommand(command, args.slice(command.name.split(' ').length), terminal);
    return 0;
  } catch (error) {
    const isExpected =
      error instanceof CommandError ||
      error instanceof HttpError ||
      error instanceof SettingError ||
      error instanceof DataDirectoryInUseError;
    printLine(terminal.stderr, isExpected ? error.message : `The command failed: ${getErrorMessage(error)}`);
    return 1;
  }
}

/** Returns the command that the arguments name; undefined if they request help. */
function selectCommand(args: readonly string[]): Command | undefined {
  const [first = 'help', second = ''] = args;
  if (first === 'help' || args.includes('--help')) return undefined;
  const command = commands.find(({ name }) => name === `${first} ${second}` || name === first);
  if (command !== undefined) return command;
  const names = helpEntries.map(({ name }) => name);
  const group = names.filter((name) => name.startsWith(`${first} `));
  const available = group.length > 0 ? group : listGroups(names);
  const requested = group.length > 0 ? `${first} ${second}`.trim() : first;
  throw new CommandError(`There is no command "${requested}". Available: ${available.join(', ')}.`);
}

function listGroups(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.split(' ')[0] ?? name))];
}

/** What the help says about each command. */
const helpEntries = [
  ...commands.map((command) => ({
    name: command.name,
    text: `  ${formatSyntax(command)}\n      ${command.description}`,
  })),
  { name: 'catalogue import', text: importUsage },
  { name: 'restore', text: restoreUsage },
];

/** Composes the help of a command or a group of commands. If neither has this name, composes the help of all. */
function composeHelp(topic: string | undefined): string {
  const shown = helpEntries.filter(
    ({ name }) =>
      name === topic || name.startsWith(`${topic} `) || (topic === 'backup' && name === 'restore'),
  );
  const lines = (shown.length > 0 ? shown : helpEntries).map(({ text }) => text);
  const options = topic === 'restore' ? [] : ['', commonUsage];
  return ['Usage: npm run shop -- COMMAND', '', ...lines, ...options].join('\n');
}

function formatSyntax({ name, usage = '' }: Command): string {
  return `${name} ${usage}`.trim();
}

function formatUsageMessage(command: Command): string {
  return `Usage: npm run shop -- ${formatSyntax(command)}`;
}

async function runCommand(
  command: Command,
  commandLine: readonly string[],
  terminal: Terminal,
): Promise<void> {
  const { positionals, values } = parseCommandLine(
    commandLine,
    { ...command.options, ...commonOptions },
    formatUsageMessage(command),
  );
  const { json = false, output: file, as, yes = false, help: _, ...options } = values;
  const actor = getActor(terminal, typeof as === 'string' ? as : undefined);
  const config = readConfig(terminal.env);
  requireDatabase(config);
  const args: Record<string, unknown> = { ...options, ...nameArguments(command, positionals) };
  // The service may run in another directory.
  if (typeof args.file === 'string') args.file = path.resolve(args.file);
  if (command.question !== undefined && yes !== true) await requireConfirmation(terminal, command.question);
  const outputFile = typeof file === 'string' ? await openOutputFile(file) : undefined;
  let output: CommandOutput;
  try {
    const pictures: Picture[] = [];
    for (const [name, value] of Object.entries(options)) {
      const isPicture = /^picture(-|$)/.test(name) && typeof value === 'string' && value !== '';
      if (!isPicture) continue;
      const picture = await loadPicture(config.dataDirectory, value);
      args[name] = picture.url;
      pictures.push(picture);
    }
    // Rejects invalid arguments before the pictures are stored, because nothing would delete these pictures.
    parseInput(command.input, args);
    for (const picture of pictures) await picture.store();
    output = await executeCommand(config, command, args, actor);
  } catch (error) {
    await outputFile?.discard();
    throw error;
  }
  const asJson = json === true || outputFile?.name.endsWith('.json') === true;
  const content = asJson ? formatJson(output.data) : output.text;
  if (outputFile === undefined) printLine(terminal.stdout, content);
  else await writeOutput(terminal, content, outputFile);
}

/** Maps positional arguments to the names of the command's parameters. */
function nameArguments(command: Command, positionals: readonly string[]): Record<string, unknown> {
  const { parameters = [] } = command;
  const last = parameters.at(-1);
  const isVariadic = last?.endsWith('...') === true;
  const hasTooFew = positionals.length < parameters.length;
  const hasTooMany = positionals.length > parameters.length && !isVariadic;
  if (hasTooFew || hasTooMany) throw new CommandError(formatUsageMessage(command));
  return Object.fromEntries(
    parameters.map((name, index) =>
      name.endsWith('...') ? [name.slice(0, -3), positionals.slice(index)] : [name, positionals[index]],
    ),
  );
}

async function requireConfirmation(terminal: Terminal, question: string): Promise<void> {
  const isConfirmed = await askYesNo(terminal, question);
  if (isConfirmed === undefined) throw new CommandError(`${question} Add --yes to confirm.`);
  if (!isConfirmed) throw new CommandError('Nothing was changed.');
}

function executeCommand(
  config: Config,
  command: Command,
  args: unknown,
  actor: string,
): Promise<CommandOutput> {
  return runWithDatabase(
    config,
    ({ database }) =>
      command.run({ database, dataDirectory: config.dataDirectory, mailSettings: config, actor }, args),
    (socketPath) => requestCommand(socketPath, { name: command.name, args, actor }),
  );
}

/** Without it, spreadsheet programs read a CSV file in an older encoding, and Devanagari is lost when they save it. */
const byteOrderMark = '\uFEFF';

/**
 * Writes the output of a command to a file. If that fails, prints it, because a command that has changed something
 * cannot be repeated to get its output.
 */
async function writeOutput(
  { stdout, stderr }: Terminal,
  content: string,
  outputFile: OutputFile,
): Promise<void> {
  try {
    await outputFile.write(`${outputFile.name.endsWith('.csv') ? byteOrderMark : ''}${content}\n`);
  } catch (error) {
    printLine(stdout, content);
    throw new CommandError(
      `The command succeeded, but ${outputFile.name} could not be written (${getErrorMessage(error)})`,
    );
  }
  printLine(stderr, `Written to ${outputFile.name}.`);
}
