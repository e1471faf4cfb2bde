import path from 'node:path';
import { z } from 'zod';
import { StartError } from './terminal.ts';

/** A setting that cannot be used. The message is one line: the setting, its value, and what would be right. */
export class ConfigError extends StartError {}

/** What the gateway was told, read once at start-up. */
export interface Config {
  /** Port of the gateway and the storefront; 0 takes any free one. */
  port: number;
  /** Address of the REST host without a slash at its end; undefined: the embedded service. */
  restApiUrl: string | undefined;
  /** Folder for what the gateway keeps on disk. */
  dataDir: string;
  /** Key material for sessions; undefined: made once and kept in `dataDir`. */
  sessionSecret: string | undefined;
  /** Address of Redis for state shared by several gateways; undefined: this process's memory. */
  redisUrl: string | undefined;
  /** The shop's own address as browsers see it; undefined: taken from each request. */
  publicUrl: string | undefined;
  /** Origins whose pages may ask GraphQL from a browser; `*` for all, empty for none but the shop itself. */
  corsOrigins: readonly string[];
  /** How many proxies in front of the gateway are trusted to name the caller's address. */
  trustedProxies: number;
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
const webAddress = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((value) => {
    const { username, password, search, hash } = new URL(value);
    return `${username}${password}${search}${hash}` === '';
  })
  .transform((value) => value.replace(/\/+$/, ''));
const logLevel = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']);
const origins = z
  .string()
  .transform((value) => value.split(',').map((origin) => origin.trim()))
  .refine((given) => given.every((origin) => origin === '*' || isOrigin(origin)));
const proxies = z.string().regex(/^\d$/).transform(Number);

const rightRestApiUrl = 'an http or https address such as https://books.example:27443';
const rightSecret = 'at least 32 characters, for example what `openssl rand -hex 32` prints';

/** Settings whose value is not to be shown. */
const secret = new Set(['SESSION_SECRET', 'REDIS_URL']);

/**
 * Reads the settings. A blank setting counts as not set.
 *
 * @throws {ConfigError} naming the first setting that cannot be used; secrets are named without their value.
 */
export function readConfig(environment: Environment = process.env): Config {
  const production = environment.NODE_ENV === 'production';
  const read = <Value>(name: string, shape: z.ZodType<Value>, right: string): Value | undefined => {
    const value = environment[name]?.trim();
    if (value === undefined || value === '') return undefined;
    const result = shape.safeParse(value);
    if (result.success) return result.data;
    const shown = secret.has(name) ? 'not usable' : `'${value.replaceAll(/\s+/g, ' ')}'`;
    throw new ConfigError(`${name} is ${shown}: it must be ${right}.`);
  };
  const sessionSecret = read('SESSION_SECRET', z.string().min(32), rightSecret);
  if (production && sessionSecret === undefined) {
    throw new ConfigError(`SESSION_SECRET is not set: in production it must be ${rightSecret}.`);
  }
  return {
    port: read('PORT', port, 'a port number from 0 to 65535, for example 4000') ?? 4000,
    restApiUrl: read('REST_API_URL', webAddress, rightRestApiUrl),
    dataDir: path.resolve(read('DATA_DIR', z.string(), 'a folder') ?? '.data'),
    sessionSecret,
    redisUrl: read(
      'REDIS_URL',
      z.url({ protocol: /^rediss?$/ }),
      'an address such as redis://127.0.0.1:6379',
    ),
    publicUrl: read('PUBLIC_URL', webAddress, 'an http or https address such as https://shop.example'),
    corsOrigins:
      read('CORS_ORIGINS', origins, 'origins such as https://app.example, separated by commas, or *') ?? [],
    trustedProxies: read('TRUSTED_PROXIES', proxies, 'a number of proxies from 0 to 9') ?? 0,
    logLevel:
      read('LOG_LEVEL', logLevel, `one of ${logLevel.options.join(', ')}`) ?? (production ? 'info' : 'warn'),
    development: environment.NODE_ENV === 'development',
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
