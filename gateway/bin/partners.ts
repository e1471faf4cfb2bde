/** Manages the API keys of partners: `npm run partners -- add NAME`, `rotate NAME`, `list` or `revoke NAME`. */

import { pino } from 'pino';
import { type PartnerCommand, parsePartnerCommand, partnersUsage } from '../auth/partner-command.ts';
import {
  digestKey,
  FilePartnerStore,
  generatePartnerKey,
  getRecordName,
  isExpired,
  type PartnerKey,
  type PartnerStore,
  parseRecordName,
  RedisPartnerStore,
} from '../auth/partner-keys.ts';
import {
  FileUsageStore,
  type PartnerUsage,
  type PartnerUsageStore,
  RedisUsageStore,
} from '../auth/partner-usage.ts';
import { exitWithError, OperatorError, print } from '../cli.ts';
import { type Config, readStorageConfig } from '../config.ts';
import { formatDateInIndia, formatDateTimeInIndia } from '../domain/date.ts';
import { accessDataDir, createDataDir } from '../storage/data-dir.ts';
import { StoreUnavailableError } from '../storage/key-value.ts';
import { connectRedis } from '../storage/redis-store.ts';

/** Where the keys and the usage of partners are stored. */
interface Stores {
  partners: PartnerStore;
  usage: PartnerUsageStore;
  /** For messages. */
  location: string;
}

// A key cannot be shown again, so a command whose output is lost, for example on a full disk, must not succeed. EPIPE
// means that the reader needs no more output.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  const advice = "Run 'list', and revoke any key that you have not seen.";
  exitWithError(new OperatorError(`The output was lost (${error.message}). ${advice}`));
});

try {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    print(partnersUsage);
  } else {
    const command = parsePartnerCommand(args);
    await withStores(readStorageConfig(), (stores) => runPartnerCommand(command, stores));
  }
} catch (error) {
  exitWithError(error);
}

/**
 * Runs a command and prints its result.
 *
 * @throws {OperatorError} if the existing keys do not allow the command. Also throws the errors of the stores.
 */
async function runPartnerCommand(command: PartnerCommand, stores: Stores): Promise<void> {
  if (command.action === 'list') return command.isJson ? listAsJson(stores) : list(stores);
  if (command.action === 'revoke') return revoke(stores.partners, command);
  const keys = await listKeys(stores.partners, command.name);
  if (command.action === 'rotate') return rotate(stores, keys, command);
  if (keys.length > 0) throw new OperatorError(describeExistingKeys(command.name, keys.length));
  const { name, budget, allowedOrigins, expiresAt } = command;
  return addKey(stores, { name, budget, allowedOrigins, expiresAt, keyNumber: 1 });
}

async function listKeys(store: PartnerStore, partnerName: string): Promise<PartnerKey[]> {
  const { partnerKeys } = await store.list();
  return partnerKeys.filter(({ name }) => name === partnerName);
}

function describeExistingKeys(name: string, keyCount: number): string {
  const reason =
    keyCount === 1
      ? `'${name}' already has a key. 'rotate ${name}' creates a second one.`
      : `'${name}' already has two keys. To replace one of them, run 'revoke ${name} --key 1', then 'rotate ${name}'.`;
  return `${reason} For another partner, choose another name, such as ${name.slice(0, 38)}-2.`;
}

/**
 * Says why a key was not added although its number seemed unused: another command has just added a key with this
 * number, or the partner already has an invalid record for it.
 */
async function describeExistingRecord(
  store: PartnerStore,
  { name, keyNumber }: Pick<PartnerKey, 'name' | 'keyNumber'>,
): Promise<string> {
  const keys = await listKeys(store, name);
  return keys.some((key) => key.keyNumber === keyNumber)
    ? describeExistingKeys(name, keys.length)
    : describeInvalidRecord(getRecordName({ name, keyNumber }));
}

function describeInvalidRecord(recordName: string): string {
  const { name, keyNumber } = parseRecordName(recordName);
  return `Key ${keyNumber} of ${name} is not valid, because its record cannot be read. 'revoke ${name} --key ${keyNumber}' removes it.`;
}

/** Creates another key for a partner, so that its programs can switch to it while the previous key is still valid. */
function rotate(
  stores: Stores,
  [key, ...others]: readonly PartnerKey[],
  { name, expiresAt }: Extract<PartnerCommand, { action: 'rotate' }>,
): Promise<void> {
  if (key === undefined) throw new OperatorError(`There is no partner '${name}'. 'list' shows all partners.`);
  if (others.length > 0)
    throw new OperatorError(`'${name}' has two keys. Revoke one of them first: 'revoke ${name} --key 1'.`);
  const { budget, allowedOrigins } = key;
  const keyNumber = key.keyNumber === 1 ? 2 : 1;
  return addKey(stores, { name, budget, allowedOrigins, expiresAt, keyNumber });
}

async function addKey(
  { partners, usage, location }: Stores,
  settings: Omit<PartnerKey, 'digest' | 'addedAt'>,
): Promise<void> {
  const { name, budget, keyNumber } = settings;
  const key = generatePartnerKey();
  const digest = digestKey(key) ?? '';
  if (!(await partners.add({ ...settings, digest, addedAt: new Date().toISOString() })))
    throw new OperatorError(await describeExistingRecord(partners, settings));
  print(
    `Key ${keyNumber} of ${name}, ${budget} points per minute. Copy it now: only its hash is stored, so it cannot be shown again:`,
  );
  print('');
  print(`  ${key}`);
  print('');
  print('Send it with each request to /graphql in the header X-API-Key.');
  print(`Its hash is stored in ${location}.`);
  if (!(await usage.isGatewayRunning()))
    print(
      'No running gateway reads keys from there. Start one with the same DATA_DIR or REDIS_URL, or repeat this command with those of your gateway.',
    );
}

async function revoke(
  store: PartnerStore,
  { name, keyNumber }: Extract<PartnerCommand, { action: 'revoke' }>,
): Promise<void> {
  const numbers = keyNumber === null ? ([1, 2] as const) : [keyNumber];
  const removals = numbers.map((number) => store.remove(getRecordName({ name, keyNumber: number })));
  const removed = (await Promise.all(removals)).filter(Boolean).length;
  if (removed === 0) {
    const key = keyNumber === null ? 'partner' : `key ${keyNumber} of the partner`;
    throw new OperatorError(`There is no ${key} '${name}'. 'list' shows all partners.`);
  }
  if (keyNumber !== null) print(`Key ${keyNumber} of ${name} is revoked.`);
  else print(removed === 1 ? `The key of ${name} is revoked.` : `The keys of ${name} are revoked.`);
}

async function list({ partners: store, usage }: Stores): Promise<void> {
  const { partnerKeys, invalidNames } = await store.list();
  if (partnerKeys.length + invalidNames.length === 0) print("No partners yet. 'add NAME' creates a key.");
  const usages = await usage.list();
  const nameWidth = Math.max(4, ...partnerKeys.map(({ name }) => name.length));
  for (const partnerKey of partnerKeys) {
    const { name, keyNumber, digest, budget, addedAt, expiresAt, allowedOrigins } = partnerKey;
    const used = usages.get(digest);
    const details = [
      `${name.padEnd(nameWidth)}  key ${keyNumber}  ${String(budget).padStart(10)} points per minute`,
      `since ${formatDateInIndia(new Date(addedAt))}`,
      expiresAt !== null &&
        `${isExpired(partnerKey) ? 'expired' : 'expires'} ${formatDateInIndia(new Date(expiresAt))}`,
      used === undefined ? 'never used' : `last used ${formatDateTimeInIndia(new Date(used.lastUsedAt))}`,
      `${getPointsToday(used)} points today`,
      allowedOrigins.length > 0 && `for pages of ${allowedOrigins.join(', ')}`,
    ];
    print(details.filter((detail) => detail !== false).join('  '));
  }
  for (const recordName of invalidNames) print(describeInvalidRecord(recordName));
}

async function listAsJson({ partners: store, usage }: Stores): Promise<void> {
  const { partnerKeys, invalidNames } = await store.list();
  const usages = await usage.list();
  const keys = partnerKeys.map(({ digest, ...key }) => {
    const used = usages.get(digest);
    return { ...key, lastUsedAt: used?.lastUsedAt ?? null, pointsToday: getPointsToday(used) };
  });
  print(JSON.stringify({ keys, invalidKeys: invalidNames.map(parseRecordName) }, null, 2));
}

function getPointsToday(usage: PartnerUsage | undefined): number {
  return usage?.day === formatDateInIndia(new Date()) ? Math.round(usage.points) : 0;
}

/**
 * Runs an operation on the stores that gateways read partners from: Redis if configured, otherwise the data
 * directory.
 *
 * @throws {OperatorError} when Redis is unavailable; {ConfigError} when the data directory cannot be used.
 */
async function withStores<Result>(
  { dataDir, redisUrl }: Pick<Config, 'dataDir' | 'redisUrl'>,
  operation: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  if (redisUrl === undefined) {
    await createDataDir(dataDir);
    const [partners, usage] = [new FilePartnerStore(dataDir), new FileUsageStore(dataDir)];
    return accessDataDir(dataDir, operation({ partners, usage, location: `the data directory ${dataDir}` }));
  }
  const redis = connectRedis(redisUrl, pino({ level: 'silent' }));
  try {
    const [partners, usage] = [new RedisPartnerStore(redis), new RedisUsageStore(redis)];
    return await operation({ partners, usage, location: 'the Redis server at REDIS_URL' });
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    throw new OperatorError(`The Redis server at REDIS_URL is unavailable (${error.message}).`);
  } finally {
    redis.disconnect();
  }
}
