import path from 'node:path';
import { z } from 'zod';
import { StartupError } from './cli.ts';

/** A setting that cannot be used. The message is one line: the setting, its value, and what would be right. */
export class ConfigError extends StartupError {}

/** Points that the most expensive permitted GraphQL operation costs. */
export const maxOperationCost = 5_000;

/** Permitted quotas in points per minute. The smallest one covers the most expensive operation. */
export const quotaRange = { min: maxOperationCost, max: 1_000_000_000 } as const;

/** What the gateway was told, read once at start-up. */
export interface Config {
  /** Port of the gateway and the storefront; 0 takes any free one. */
  port: number;
  /** Address that the gateway listens on; undefined: all of this machine's. */
  host: string | undefined;
  /** Address of the REST host without a slash at its end; undefined: the embedded service. */
  restApiUrl: string | undefined;
  /** Folder for what the gateway keeps on disk. */
  dataDir: string;
  /** Key material for sessions; undefined: made once and kept in `dataDir`. */
  sessionSecret: string | undefined;
  /** Secrets of former days, or of days to come: what they signed is accepted, nothing new is signed with them. */
  previousSecrets: readonly string[];
  /** How much the pictures that were made may take in `dataDir`, in bytes. */
  pictureCacheBytes: number;
  /** How much of a list of the REST host one refresh may take from it, in percent. */
  maxCatalogueLossPercent: number;
  /** Address of Redis for state shared by several gateways; undefined: this process's memory. */
  redisUrl: string | undefined;
  /** The shop's own address as browsers see it; undefined: taken from each request. */
  publicUrl: string | undefined;
  /** Origins whose pages may ask GraphQL from a browser; `*` for all, empty for none but the shop itself. */
  corsOrigins: readonly string[];
  /** How many proxies in front of the gateway are trusted to name the caller's address. */
  trustedProxies: number;
  /** What the operations, pages and images of one visitor or shopper may cost in a minute; infinite for no limit. */
  visitorBudget: number;
  /** Address of an OpenTelemetry collector that takes OTLP over HTTP; undefined: no traces. */
  tracesUrl: string | undefined;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Whether the storefront runs from its sources with hot reload. */
  development: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((value) => value <= 65_535);
const nodeEnvironment = z.enum(['production', 'development', 'test']);
const hostName = z.string().regex(/^[\w.:-]+$/);
const webAddress = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((value) => {
    const { username, password, search, hash } = new URL(value);
    return `${username}${password}${search}${hash}` === '';
  })
  .transform((value) => value.replace(/\/+$/, ''));
const shopAddress = webAddress.refine((value) => new URL(value).pathname === '/');
const megabytes = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform((value) => Number(value) * 1_000_000);
const percentage = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.number().max(100));
const logLevel = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']);
const origins = z
  .string()
  .transform((value) => value.split(',').map((origin) => origin.trim()))
  .refine((given) => given.every((origin) => origin === '*' || isOrigin(origin)));
const secrets = z
  .string()
  .transform((value) => value.split(',').map((given) => given.trim()))
  .pipe(z.array(z.string().min(32)));
const budget = z.union([
  z.literal('unlimited').transform(() => Number.POSITIVE_INFINITY),
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.number().min(quotaRange.min).max(quotaRange.max)),
]);
const proxies = z.string().regex(/^\d$/).transform(Number);

const rightRestApiUrl = 'an http or https address such as https://books.example:27443';
const rightPublicUrl = 'an http or https address without a path, such as https://shop.example';
const rightTracesUrl = 'the http or https address of a collector, such as http://127.0.0.1:4318';
const rightBudget = `a number of points a minute from ${quotaRange.min} to ${quotaRange.max}, or unlimited`;
const rightSecret = 'at least 32 characters, for example what `openssl rand -hex 32` prints';

/** About 100 of the largest operations a minute, or 2,000 pages of a listing: enough for a school behind one address. */
const defaultVisitorBudget = 500_000;

/** Settings whose value is not to be shown. */
const secret = new Set(['SESSION_SECRET', 'SESSION_SECRET_PREVIOUS', 'REDIS_URL']);

/**
 * Reads the settings. A blank setting counts as not set.
 *
 * @throws {ConfigError} naming the first setting that cannot be used; secrets are named without their value.
 */
export function readConfig(environment: Environment = process.env): Config {
  const read = readerOf(environment);
  const mode = read('NODE_ENV', nodeEnvironment, 'production, development or test, or not set');
  const production = mode === 'production';
  const sessionSecret = read('SESSION_SECRET', z.string().min(32), rightSecret);
  if (production && sessionSecret === undefined) {
    throw new ConfigError(`SESSION_SECRET is not set: in production it must be ${rightSecret}.`);
  }
  return {
    port: read('PORT', port, 'a port number from 0 to 65535, for example 4000') ?? 4000,
    host: read('HOST', hostName, 'an address of this machine such as 127.0.0.1, or not set for all of them'),
    restApiUrl: read('REST_API_URL', webAddress, rightRestApiUrl),
    ...readStorage(environment),
    sessionSecret,
    pictureCacheBytes:
      read('PICTURE_CACHE_MB', megabytes, 'a number of megabytes from 0 to 9999999') ?? 512_000_000,
    maxCatalogueLossPercent:
      read('MAX_CATALOGUE_LOSS_PERCENT', percentage, 'a whole number of percent from 0 to 100') ?? 50,
    previousSecrets:
      read('SESSION_SECRET_PREVIOUS', secrets, 'secrets of at least 32 characters, separated by commas') ??
      [],
    publicUrl: read('PUBLIC_URL', shopAddress, rightPublicUrl),
    corsOrigins:
      read('CORS_ORIGINS', origins, 'origins such as https://app.example, separated by commas, or *') ?? [],
    trustedProxies: read('TRUSTED_PROXIES', proxies, 'a number of proxies from 0 to 9') ?? 0,
    visitorBudget: read('VISITOR_BUDGET', budget, rightBudget) ?? defaultVisitorBudget,
    tracesUrl: read('OTEL_EXPORTER_OTLP_ENDPOINT', webAddress, rightTracesUrl),
    logLevel:
      read('LOG_LEVEL', logLevel, `one of ${logLevel.options.join(', ')}`) ?? (production ? 'info' : 'warn'),
    development: mode === 'development',
  };
}

/**
 * Where the gateway keeps things: all that a command needs which works on them.
 *
 * @throws {ConfigError}
 */
export function readStorage(environment: Environment = process.env): Pick<Config, 'dataDir' | 'redisUrl'> {
  const read = readerOf(environment);
  const redisAddress = z.url({ protocol: /^rediss?$/ });
  return {
    dataDir: path.resolve(read('DATA_DIR', z.string(), 'a folder') ?? '.data'),
    redisUrl: read('REDIS_URL', redisAddress, 'an address such as redis://127.0.0.1:6379'),
  };
}

/** Reads one setting: undefined for none. @throws {ConfigError} for one that is not of the shape. */
function readerOf(environment: Environment) {
  return <Value>(name: string, shape: z.ZodType<Value>, right: string): Value | undefined => {
    const value = environment[name]?.trim();
    if (value === undefined || value === '') return undefined;
    const result = shape.safeParse(value);
    if (result.success) return result.data;
    const shown = secret.has(name) ? 'not usable' : `'${value.replaceAll(/\s+/g, ' ')}'`;
    throw new ConfigError(`${name} is ${shown}: it must be ${right}.`);
  };
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value && /^https?:/.test(value);
}

/** The REST host's address where it is required: the gateway alone brings no REST service of its own. */
export function requireRestApiUrl(config: Config): string {
  if (config.restApiUrl === undefined) {
    throw new ConfigError(`REST_API_URL is not set: it must be ${rightRestApiUrl}.`);
  }
  return config.restApiUrl;
}

/** This process's environment with a few settings laid over it, for a child process. */
export function environmentWith(extra: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...extra };
}
