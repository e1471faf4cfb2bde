/** Manages the API keys of partners: `npm run partners -- add NAME`, `list` or `revoke NAME`. */

import { pino } from 'pino';
import {
  digestKey,
  FilePartnerStore,
  generatePartnerKey,
  type PartnerStore,
  partnerSchema,
  RedisPartnerStore,
} from '../auth/partners.ts';
import { exitWithError, print, StartupError } from '../cli.ts';
import { type Config, quotaRange, readStorageConfig } from '../config.ts';
import { accessDataDir, createDataDir } from '../storage/data-dir.ts';
import { StoreUnavailableError } from '../storage/key-value.ts';
import { connectRedis } from '../storage/redis-store.ts';

/** Points per minute without `--budget`. */
const defaultBudget = 1_000_000;

const usage = `Partners and their keys:

  npm run partners -- add NAME [--budget N]   creates a key and shows it once; N points per minute (${defaultBudget})
  npm run partners -- list                    lists names, budgets and creation dates
  npm run partners -- revoke NAME             rejects the key within a second or two`;

try {
  const command = parsePartnerCommand(process.argv.slice(2));
  await withPartnerStore(readStorageConfig(), (store) => runPartnerCommand(command, store));
} catch (error) {
  exitWithError(error);
}

/** A parsed command. */
type PartnerCommand =
  | { action: 'add'; name: string; budget: number }
  | { action: 'list' }
  | { action: 'revoke'; name: string };

/** Parses the command's arguments. @throws {StartupError} with the valid usage. */
function parsePartnerCommand([action, ...args]: readonly string[]): PartnerCommand {
  if (action === 'list' && args.length === 0) return { action };
  const [name, ...rest] = args;
  if (action === 'revoke' && name !== undefined && rest.length === 0) return { action, name };
  if (action !== 'add' || name === undefined) throw new StartupError(usage);
  if (!partnerSchema.shape.name.safeParse(name).success) {
    throw new StartupError(
      `The name '${name}' cannot be used: it must be up to 40 lowercase letters, digits and hyphens, for example acme-books.`,
    );
  }
  return { action, name, budget: parseBudget(rest) };
}

function parseBudget(options: readonly string[]): number {
  const [option, value, ...rest] = options;
  if (option === undefined) return defaultBudget;
  if (option !== '--budget' || rest.length > 0) throw new StartupError(usage);
  const budget = partnerSchema.shape.budget.safeParse(Number(value));
  if (budget.success) return budget.data;
  throw new StartupError(
    `The budget '${value ?? ''}' cannot be used: it must be a whole number of points from ${quotaRange.min} to ${quotaRange.max}.`,
  );
}

/** Runs a command and prints its result. @throws {StartupError} if the command fails. */
async function runPartnerCommand(command: PartnerCommand, store: PartnerStore): Promise<void> {
  if (command.action === 'list') await list(store);
  else if (command.action === 'add') await add(store, command.name, command.budget);
  else if (await store.remove(command.name)) print(`The key of ${command.name} is revoked.`);
  else throw new StartupError(`There is no partner '${command.name}'. 'list' shows all partners.`);
}

async function add(store: PartnerStore, name: string, budget: number): Promise<void> {
  const key = generatePartnerKey();
  const digest = digestKey(key) ?? '';
  if (!(await store.add({ name, digest, budget, addedAt: new Date().toISOString() }))) {
    throw new StartupError(
      `'${name}' already has a key. Revoke it first, or choose another name such as ${name.slice(0, 38)}-2.`,
    );
  }
  print(`Key of ${name}, ${budget} points per minute. It is not stored and cannot be shown again:`);
  print('');
  print(`  ${key}`);
  print('');
  print('Send it with each request to /graphql in the header X-API-Key.');
}

async function list(store: PartnerStore): Promise<void> {
  const unreadable: string[] = [];
  const partners = await store.list((name) => unreadable.push(name));
  if (partners.length + unreadable.length === 0) print("No partners yet. 'add NAME' creates a key.");
  const nameWidth = Math.max(4, ...partners.map(({ name }) => name.length));
  for (const { name, budget, addedAt } of partners) {
    print(
      `${name.padEnd(nameWidth)}  ${String(budget).padStart(10)} points per minute  since ${addedAt.slice(0, 10)}`,
    );
  }
  for (const name of unreadable)
    print(`${name}: its record cannot be read; revoke this partner and add it again.`);
}

/**
 * Runs an operation on the store that gateways read partners from: Redis if configured, otherwise the data
 * directory.
 *
 * @throws {StartupError} when Redis is unavailable; {ConfigError} when the data directory cannot be used.
 */
async function withPartnerStore<Result>(
  { dataDir, redisUrl }: Pick<Config, 'dataDir' | 'redisUrl'>,
  operation: (store: PartnerStore) => Promise<Result>,
): Promise<Result> {
  if (redisUrl === undefined) {
    await createDataDir(dataDir);
    return accessDataDir(dataDir, operation(new FilePartnerStore(dataDir)));
  }
  const redis = connectRedis(redisUrl, pino({ level: 'silent' }));
  try {
    return await operation(new RedisPartnerStore(redis));
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    throw new StartupError(`The Redis server at REDIS_URL is unavailable (${error.message}).`);
  } finally {
    redis.disconnect();
  }
}
