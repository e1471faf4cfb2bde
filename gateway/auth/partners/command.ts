import { print, StartupError } from '../../cli.ts';
import { quotaRange } from '../../config.ts';
import { type PartnerStore, partnerSchema } from './partner.ts';
import { digestOfKey, newPartnerKey } from './partner-key.ts';

/** What a partner may ask for in a minute unless the command says otherwise, in points. */
const defaultBudget = 1_000_000;

const usage = `Partners and their keys:

  npm run partners -- add NAME [--budget N]   makes a key, shown this once; N points a minute (${defaultBudget})
  npm run partners -- list                    names, budgets and when they came
  npm run partners -- revoke NAME             its key is refused within a second or two`;

/** What the command is to do. */
export type PartnerCommand =
  | { act: 'add'; name: string; budget: number }
  | { act: 'list' }
  | { act: 'revoke'; name: string };

/** Reads the words after the command's name. @throws {StartupError} saying what would be right. */
export function readCommand([act, ...words]: readonly string[]): PartnerCommand {
  if (act === 'list' && words.length === 0) return { act };
  const [name, ...rest] = words;
  if (act === 'revoke' && name !== undefined && rest.length === 0) return { act, name };
  if (act !== 'add' || name === undefined) throw new StartupError(usage);
  if (!partnerSchema.shape.name.safeParse(name).success) {
    throw new StartupError(
      `The name '${name}' cannot be used: it must be up to 40 small letters, digits and hyphens, for example acme-books.`,
    );
  }
  return { act, name, budget: readBudget(rest) };
}

function readBudget(words: readonly string[]): number {
  const [option, given, ...rest] = words;
  if (option === undefined) return defaultBudget;
  if (option !== '--budget' || rest.length > 0) throw new StartupError(usage);
  const budget = partnerSchema.shape.budget.safeParse(Number(given));
  if (budget.success) return budget.data;
  throw new StartupError(
    `The budget '${given ?? ''}' cannot be used: it must be a whole number of points from ${quotaRange.min} to ${quotaRange.max}.`,
  );
}

/** Does what was asked and says what came of it. @throws {StartupError} when it cannot be done. */
export async function runCommand(command: PartnerCommand, registry: PartnerStore): Promise<void> {
  if (command.act === 'list') await list(registry);
  else if (command.act === 'add') await add(registry, command.name, command.budget);
  else if (await registry.remove(command.name)) print(`The key of ${command.name} is revoked.`);
  else throw new StartupError(`There is no partner '${command.name}'. 'list' shows those there are.`);
}

async function add(registry: PartnerStore, name: string, budget: number): Promise<void> {
  const key = newPartnerKey();
  const digest = digestOfKey(key) ?? '';
  if (!(await registry.add({ name, digest, budget, addedAt: new Date().toISOString() }))) {
    throw new StartupError(
      `'${name}' has a key. Revoke it first, or choose another name such as ${name.slice(0, 38)}-2.`,
    );
  }
  print(`Key of ${name}, ${budget} points a minute. It is shown this once and kept nowhere:`);
  print('');
  print(`  ${key}`);
  print('');
  print('It is sent with each request to /graphql as the header X-API-Key.');
}

async function list(registry: PartnerStore): Promise<void> {
  const unreadable: string[] = [];
  const partners = await registry.list((name) => unreadable.push(name));
  if (partners.length + unreadable.length === 0) print("No partners yet. 'add NAME' makes a key.");
  const widest = Math.max(4, ...partners.map(({ name }) => name.length));
  for (const { name, budget, addedAt } of partners) {
    print(
      `${name.padEnd(widest)}  ${String(budget).padStart(10)} points a minute  since ${addedAt.slice(0, 10)}`,
    );
  }
  for (const name of unreadable)
    print(`${name}: what is kept of it cannot be read; revoke it and add it anew.`);
}
