import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { OperatorError } from './cli.ts';

/**
 * A setting is invalid or missing, or the file, directory, host or port that it names cannot be used. The message is
 * one line that says what would be valid, or what to do. It never contains the value of a secret.
 */
export class ConfigError extends OperatorError {}

/** Maximum cost of a GraphQL operation, in points. */
export const maxOperationCost = 5_000;

/** Port of the gateway and the storefront if `PORT` is unset. */
const defaultPort = 4000;

/** Permitted quotas, in points per minute. Even the minimum allows an operation of the maximum cost. */
export const quotaRange = { min: maxOperationCost, max: 1_000_000_000 } as const;

/** The settings, read once at startup. */
export interface Config {
  /** Port of the gateway and the storefront; 0 for any free port. */
  port: number;
  /** IP address or host name that the gateway listens on; undefined for all interfaces. */
  host: string | undefined;
  /** Base URL of the REST host without a trailing slash; undefined for the embedded REST service. */
  restApiUrl: string | undefined;
  /** PEM certificates that connections to the REST host trust; undefined for the public certificate authorities. */
  restApiCertificates: string | undefined;
  /** Bearer token for the REST host; undefined to send none. */
  restApiToken: string | undefined;
  /** Directory for the files of the gateway and of our REST service. */
  dataDir: string;
  /** Secret from which the keys for signing and encrypting are derived; undefined to generate one in `dataDir`. */
  sessionSecret: string | undefined;
  /** Secrets that are only used to verify and decrypt: retired ones, and the next one during a rotation. */
  previousSecrets: readonly string[];
  /** Maximum total size of the resized images that are cached in `dataDir`. */
  maxImageCacheBytes: number;
  /** A list is rejected if it lacks more than this percentage of its previous records, or of a field's values. */
  maxCatalogueLossPercent: number;
  /**
   * Seconds for which the gateway still serves requests after a signal to stop. Meanwhile it reports that it is not ready,
   * so that proxies stop sending requests.
   */
  shutdownDelaySeconds: number;
  /** URL of the Redis server that several gateways share; undefined to keep state in this process and its files. */
  redisUrl: string | undefined;
  /** The shop's origin as browsers see it; undefined to derive it from each request. */
  publicUrl: string | undefined;
  /**
   * Origins, besides the shop's own and those of partners' keys, whose pages may send GraphQL requests from a browser;
   * `*` for all.
   */
  corsOrigins: readonly string[];
  /** Path of the file with the shop's settings; undefined for those of the demo shop. */
  shopFile: string | undefined;
  /** Whether to serve the GraphQL sandbox. */
  sandbox: boolean;
  /** The demo shopper's login, set by `npm run dev`; undefined outside development. */
  demoLogin: { contact: string; password: string } | undefined;
  /** Whether clients may query the schema itself. */
  introspection: boolean;
  /** The documents that the storefront's requests may execute: any, or only the trusted ones of its build. */
  storefrontDocuments: 'any' | 'trusted';
  /** Number of proxies in front of the gateway whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: number;
  /** Points per minute for each network and each account, for operations, pages and files; infinite for no limit. */
  visitorQuota: number;
  /** The provider that collects online payments; undefined for the default, see `choosePaymentProvider`. */
  paymentProvider: 'demo' | undefined;
  /** URL of an OpenTelemetry collector that accepts OTLP over HTTP; undefined for no traces. */
  tracesUrl: string | undefined;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Whether to serve the storefront from its sources, with hot reload. */
  development: boolean;
  /** Whether this is a production system, whose standard output is collected as a log. */
  production: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A whole number from `min` to `max`, written in digits. */
export function createIntegerSchema(min: number, max: number) {
  return z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max));
}

const booleanSchema = z.enum(['true', 'false']).transform((value) => value === 'true');
const nodeEnvSchema = z.enum(['production', 'development', 'test']);
const hostSchema = z.string().regex(/^[\w.:-]+$/);
const httpUrlSchema = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((value) => {
    const { username, password, search, hash } = new URL(value);
    return `${username}${password}${search}${hash}` === '';
  })
  // Removes an empty query or fragment too, because the paths of calls are appended to the URL.
  .transform((value) => value.replace(/[/?#]+$/, ''));
const originSchema = httpUrlSchema
  .refine((value) => new URL(value).pathname === '/')
  .transform((value) => new URL(value).origin);
const megabytesSchema = createIntegerSchema(0, 9_999_999).transform((value) => value * 1_000_000);
const logLevelSchema = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']);
const storefrontDocumentsSchema = z.enum(['any', 'trusted']);
/** Origins separated by commas, or `*` for all. */
export const originListSchema = z
  .string()
  .transform((value) => value.split(',').map((origin) => origin.trim()))
  .refine((list) => list.every((origin) => origin === '*' || isOrigin(origin)));
/** A Bearer token (RFC 6750, 2.1). Our REST service has the same rules. */
const tokenSchema = z
  .string()
  .min(32)
  .max(4096)
  .regex(/^[\w.~+/-]+=*$/);
const secretListSchema = z
  .string()
  .transform((value) => value.split(',').map((secret) => secret.trim()))
  .pipe(z.array(z.string().min(32)));
const quotaSchema = z.union([
  z.literal('unlimited').transform(() => Number.POSITIVE_INFINITY),
  createIntegerSchema(quotaRange.min, quotaRange.max),
]);
/** The path of a file with PEM certificates. The result is its content. */
const certificateFileSchema = z.string().transform((file, context) => {
  try {
    const certificates = readFileSync(file, 'utf8');
    new X509Certificate(certificates);
    return certificates;
  } catch {
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  }
});
const demoLoginSchema = z
  .string()
  .regex(/^[^:]+:.+$/)
  .transform((value) => {
    const [contact = '', ...password] = value.split(':');
    return { contact, password: password.join(':') };
  });

const restApiUrlHint = 'an http or https URL such as https://books.example:27443';
const publicUrlHint = 'an http or https URL without a path, such as https://shop.example';
const tracesUrlHint = 'the http or https URL of a collector, such as http://127.0.0.1:4318';
const visitorQuotaHint = `a number of points per minute from ${quotaRange.min} to ${quotaRange.max}, or unlimited`;
const secretHint = 'at least 32 characters, for example the output of `openssl rand -hex 32`';
const tokenHint =
  '32 to 4096 letters, digits and characters of -._~+/ (= only at the end), for example the output of `openssl rand -hex 32`';

/** Covers 100 of the largest operations or 500 rendered pages per minute: enough for a school behind one IP address. */
const defaultVisitorQuota = 500_000;

/** Settings whose values must not appear in error messages. */
const secretSettings = new Set([
  'SESSION_SECRET',
  'SESSION_SECRET_PREVIOUS',
  'REST_API_TOKEN',
  'REDIS_URL',
  'DEMO_LOGIN',
]);
/** Settings that consist of URLs, whose secrets must not appear in error messages either. */
const urlSettings = new Set(['REST_API_URL', 'PUBLIC_URL', 'CORS_ORIGINS', 'OTEL_EXPORTER_OTLP_ENDPOINT']);

/**
 * Reads the settings. A blank setting counts as unset.
 *
 * @throws {ConfigError} for the first invalid setting; the message does not contain secrets.
 */
export function readConfig(environment: Environment = process.env): Config {
  const read = createReader(environment);
  const mode = read('NODE_ENV', nodeEnvSchema, 'production, development or test, or unset');
  const isProduction = mode === 'production';
  const sessionSecret = read('SESSION_SECRET', z.string().min(32), secretHint);
  if (isProduction && sessionSecret === undefined) {
    throw new ConfigError(`SESSION_SECRET is not set: in production it must be ${secretHint}.`);
  }
  return {
    port:
      read('PORT', createIntegerSchema(0, 65_535), 'a port number from 0 to 65535, for example 4000') ??
      defaultPort,
    host: read('HOST', hostSchema, 'an IP address or host name of this machine, such as 127.0.0.1, or unset'),
    restApiUrl: read('REST_API_URL', httpUrlSchema, restApiUrlHint),
    restApiCertificates: read('REST_API_CA', certificateFileSchema, 'a readable file with PEM certificates'),
    restApiToken: readRestApiToken(environment),
    ...readStorageConfig(environment),
    ...readFeatureConfig(environment),
    sessionSecret,
    maxImageCacheBytes:
      read('PICTURE_CACHE_MB', megabytesSchema, 'a number of megabytes from 0 to 9999999') ?? 512_000_000,
    maxCatalogueLossPercent:
      read('MAX_CATALOGUE_LOSS_PERCENT', createIntegerSchema(0, 100), 'a whole number from 0 to 100') ?? 50,
    shutdownDelaySeconds:
      read(
        'SHUTDOWN_DELAY_SECONDS',
        createIntegerSchema(0, 300),
        'a whole number of seconds from 0 to 300',
      ) ?? 0,
    previousSecrets:
      read(
        'SESSION_SECRET_PREVIOUS',
        secretListSchema,
        'secrets of at least 32 characters, separated by commas',
      ) ?? [],
    paymentProvider: read('PAYMENT_PROVIDER', z.enum(['demo']), 'demo, or unset'),
    publicUrl: read('PUBLIC_URL', originSchema, publicUrlHint),
    corsOrigins:
      read(
        'CORS_ORIGINS',
        originListSchema,
        'origins such as https://app.example or capacitor://localhost, separated by commas, or *',
      ) ?? [],
    // In development, documents change while the gateway runs.
    storefrontDocuments:
      (mode === 'development'
        ? undefined
        : read('STOREFRONT_DOCUMENTS', storefrontDocumentsSchema, 'any or trusted')) ?? 'any',
    trustedProxies:
      read('TRUSTED_PROXIES', createIntegerSchema(0, 9), 'a number of proxies from 0 to 9') ?? 0,
    visitorQuota: read('VISITOR_BUDGET', quotaSchema, visitorQuotaHint) ?? defaultVisitorQuota,
    demoLogin:
      mode === 'development'
        ? read('DEMO_LOGIN', demoLoginSchema, 'a contact number and a password, separated by a colon')
        : undefined,
    tracesUrl: read('OTEL_EXPORTER_OTLP_ENDPOINT', httpUrlSchema, tracesUrlHint),
    logLevel:
      read('LOG_LEVEL', logLevelSchema, `one of ${logLevelSchema.options.join(', ')}`) ??
      (isProduction ? 'info' : 'warn'),
    development: mode === 'development',
    production: isProduction,
  };
}

/** Reads the path of the shop's settings, and whether sandbox and introspection are available. @throws {ConfigError} */
function readFeatureConfig(environment: Environment): Pick<Config, 'shopFile' | 'sandbox' | 'introspection'> {
  const read = createReader(environment);
  const ownShopFile = path.join(readStorageConfig(environment).dataDir, 'shop.json');
  return {
    shopFile:
      read('SHOP_SETTINGS', z.string(), 'a JSON file') ?? (existsSync(ownShopFile) ? ownShopFile : undefined),
    sandbox: read('SANDBOX', booleanSchema, 'true or false') ?? true,
    introspection: read('INTROSPECTION', booleanSchema, 'true or false') ?? true,
  };
}

/**
 * Reads the storage settings, which are all that commands such as `npm run partners` need.
 *
 * @throws {ConfigError}
 */
export function readStorageConfig(
  environment: Environment = process.env,
): Pick<Config, 'dataDir' | 'redisUrl'> {
  const read = createReader(environment);
  // The path is the number of the database. The client would use database 0 instead of any other text.
  const redisUrlSchema = z
    .url({ protocol: /^rediss?$/, abort: true })
    .refine((value) => /^\/?\d*$/.test(new URL(value).pathname));
  return {
    dataDir: path.resolve(read('DATA_DIR', z.string(), 'a directory') ?? '.data'),
    redisUrl: read(
      'REDIS_URL',
      redisUrlSchema,
      'a URL such as redis://127.0.0.1:6379, or redis://127.0.0.1:6379/1 for database 1',
    ),
  };
}

/** Reads the token for the REST host, the only setting that `npm run test:rest` needs. @throws {ConfigError} */
export function readRestApiToken(environment: Environment = process.env): string | undefined {
  const read = createReader(environment);
  return read('REST_API_TOKEN', tokenSchema, tokenHint);
}

/** Returns a function that reads a setting: undefined if it is unset. @throws {ConfigError} if it is invalid. */
function createReader(environment: Environment) {
  return <Value>(name: string, schema: z.ZodType<Value>, hint: string): Value | undefined => {
    const value = environment[name]?.trim();
    if (value === undefined || value === '') return undefined;
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    throw new ConfigError(`${name} is ${describeValue(name, value)}: it must be ${hint}.`);
  };
}

/** The value of an invalid setting on one line, without secrets. */
function describeValue(name: string, value: string): string {
  if (secretSettings.has(name)) return 'invalid';
  const line = value.replaceAll(/\s+/g, ' ');
  return `'${urlSettings.has(name) ? redactUrl(line) : line}'`;
}

/** Replaces the parts of a URL that can contain a password or an API key. The URL may be malformed. */
function redactUrl(url: string): string {
  return url.replace(/^(\w+:\/\/)?.*@/, '$1***@').replace(/([?#]).*/, '$1***');
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, host, origin } = new URL(value);
  if (/^https?:$/.test(protocol)) return value === origin;
  // A mistyped http or https, such as htps or htttp.
  if (/^[htps]+:$/.test(protocol)) return false;
  // Apps in a web view send origins such as capacitor://localhost, for which `URL` states no origin.
  return origin === 'null' && host !== '' && value === `${protocol}//${host.toLowerCase()}`;
}

/** The URL of the REST host, for a gateway that runs without the embedded REST service. @throws {ConfigError} */
export function requireRestApiUrl(config: Config): string {
  if (config.restApiUrl === undefined) {
    throw new ConfigError(`REST_API_URL is not set: it must be ${restApiUrlHint}.`);
  }
  return config.restApiUrl;
}

/** The environment of this process with additional settings, which override existing ones. */
export function extendEnvironment(extra: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...extra };
}
