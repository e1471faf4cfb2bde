import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { getErrorMessage } from './error-message.ts';
import { defaultShopFile, readShopDetails, type ShopDetails } from './shop-details.ts';

/** The settings of the service. Only this file reads settings from environment variables. */
export interface Config {
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** How long the service still serves requests after the signal to stop, while it reports that it is not ready. */
  readonly shutdownDelaySeconds: number;
  /** The Bearer tokens that the service accepts. If empty, it does not authenticate clients. */
  readonly tokens: readonly string[];
  readonly dataDirectory: string;
  /** URL of a PostgreSQL database. If undefined, the embedded database in `dataDirectory` is used. */
  readonly databaseUrl: string | undefined;
  /**
   * URL of the mail server. If undefined, one-time passwords are written to `dataDirectory`/outbox, and all other
   * e-mails wait in the database.
   */
  readonly smtpUrl: string | undefined;
  /** URL of the shop without a slash at the end, for links in e-mails. */
  readonly publicUrl: string | undefined;
  readonly shop: ShopDetails;
  readonly isProduction: boolean;
  /**
   * Whether the demo has logins and coupons. The passwords of the logins and the names of the coupons are public, so in
   * production the demo has neither by default.
   */
  readonly hasDemoAccess: boolean;
  readonly tls: { readonly certificate: Buffer; readonly key: Buffer } | undefined;
  readonly logLevel: (typeof logLevels)[number];
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/**
 * An invalid setting. The message is one line with the setting's name, its value, and what is wrong or what to use
 * instead.
 */
export class SettingError extends Error {
  constructor(name: string, value: string, advice: string) {
    super(`${name}=${value}: ${advice}`);
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings (docs/operations.md). An empty value counts as unset.
 * @throws SettingError for the first invalid value.
 */
export function readConfig(environment: Environment = process.env): Config {
  const read = (name: string) => environment[name]?.trim() || undefined;
  const dataDirectory = path.resolve(read('DATA_DIR') ?? '.data');
  const isProduction = readNodeEnvironment(read('NODE_ENV')) === 'production';
  return {
    host: readHost(
      read('REST_API_HOST'),
      readBoolean('REST_API_ALLOW_PUBLIC', read('REST_API_ALLOW_PUBLIC')),
    ),
    port: readInteger(
      'REST_API_PORT',
      read('REST_API_PORT') ?? '27443',
      65_535,
      'use a whole number from 0 to 65535 (0 selects any free port)',
    ),
    shutdownDelaySeconds: readInteger(
      'SHUTDOWN_DELAY_SECONDS',
      read('SHUTDOWN_DELAY_SECONDS') ?? '0',
      300,
      'use a whole number of seconds from 0 to 300',
    ),
    tokens: readTokens(read('REST_API_TOKEN'), read('REST_API_TOKEN_PREVIOUS')),
    dataDirectory,
    databaseUrl: readUrl('DATABASE_URL', read('DATABASE_URL'), ['postgres:', 'postgresql:']),
    smtpUrl: readSmtpUrl(read('SMTP_URL')),
    publicUrl: readPublicUrl(read('PUBLIC_URL')),
    shop: readShop(read('SHOP_SETTINGS'), dataDirectory),
    isProduction,
    hasDemoAccess: readBoolean('DEMO_ACCESS', read('DEMO_ACCESS')) ?? !isProduction,
    tls: readTls(read('TLS_CERT'), read('TLS_KEY')),
    logLevel: readLogLevel(read('LOG_LEVEL')),
  };
}

/**
 * Loopback, private and link-local networks (RFC 1122, 1918, 3927, 4193 and 4291), and shared address space (RFC 6598).
 */
const privateRanges = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'];

function isPrivateAddress(address: string): boolean {
  // ipaddr.js rejects some zones, such as that of a VLAN: `fe80::1%eth0.100`.
  const [unscoped = ''] = address.split('%');
  return privateRanges.includes(ipaddr.process(unscoped).range());
}

/** By default, clients are not authenticated, so listening on a public address requires a second setting. */
function readHost(value = '127.0.0.1', allowPublic = false): string {
  const isIpAddress = isIP(value) !== 0;
  if (!isIpAddress && value !== 'localhost') {
    throw new SettingError('REST_API_HOST', value, 'use an IP address of this machine, such as 127.0.0.1');
  }
  const isPrivate = !isIpAddress || isPrivateAddress(value);
  if (!isPrivate && !allowPublic) {
    const advice =
      'the service must not be reachable from the internet; use a loopback or private address, such as 127.0.0.1, or set REST_API_ALLOW_PUBLIC=true if a firewall blocks public access';
    throw new SettingError('REST_API_HOST', value, advice);
  }
  return value;
}

function readBoolean(name: string, value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw new SettingError(name, value, 'use true or false');
  return value === 'true';
}

function readNodeEnvironment(value: string | undefined): string | undefined {
  if (value !== undefined && !['production', 'development', 'test'].includes(value)) {
    throw new SettingError('NODE_ENV', value, 'use production, development or test, or leave it unset');
  }
  return value;
}

function readTokens(current: string | undefined, previous: string | undefined): string[] {
  const older = previous?.split(',').map((token) => readToken('REST_API_TOKEN_PREVIOUS', token.trim())) ?? [];
  if (current !== undefined) return [readToken('REST_API_TOKEN', current), ...older];
  if (older.length > 0) throw new SettingError('REST_API_TOKEN_PREVIOUS', '***', 'set REST_API_TOKEN too');
  return [];
}

/** A Bearer token (RFC 6750, 2.1). The gateway has the same rules. */
function readToken(name: string, token: string): string {
  if (!/^(?=.{32,4096}$)[\w.~+/-]+=*$/.test(token)) {
    const advice =
      'use 32 to 4096 letters, digits and characters of -._~+/ (= only at the end), for example the output of `openssl rand -hex 32`';
    throw new SettingError(name, '***', advice);
  }
  return token;
}

function readLogLevel(value = 'info'): Config['logLevel'] {
  const level = logLevels.find((name) => name === value);
  if (level === undefined) {
    throw new SettingError('LOG_LEVEL', value, 'use trace, debug, info, warn, error, fatal or silent');
  }
  return level;
}

function readInteger(name: string, value: string, max: number, advice: string): number {
  const integer = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (!(integer <= max)) throw new SettingError(name, value, advice);
  return integer;
}

function readUrl(name: string, value: string | undefined, protocols: string[]): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !protocols.includes(url.protocol) || url.hostname === '') {
    const examples = protocols.map((protocol) => `${protocol}//host`).join(' or ');
    throw new SettingError(name, redactPassword(value), `use a URL of the form ${examples}`);
  }
  return value;
}

/** The gateway reads the same setting and has the same rules. */
function readPublicUrl(rawValue: string | undefined): string | undefined {
  const value = readUrl('PUBLIC_URL', rawValue, ['http:', 'https:'])?.replace(/\/+$/, '');
  if (value === undefined) return undefined;
  const { username, password, origin, pathname, search, hash } = new URL(value);
  if (`${username}${password}${pathname}${search}${hash}` !== '/') {
    const advice = 'use a URL without a path, such as https://shop.example';
    throw new SettingError('PUBLIC_URL', redactPassword(value), advice);
  }
  return origin;
}

function readSmtpUrl(rawValue: string | undefined): string | undefined {
  const value = readUrl('SMTP_URL', rawValue, ['smtp:', 'smtps:']);
  if (value === undefined) return undefined;
  const { username, password, searchParams } = new URL(value);
  const from = searchParams.get('from');
  if (from !== null && !z.email().safeParse(from).success) {
    const advice = `from is '${from}'; use an e-mail address, as in from=shop@example.com`;
    throw new SettingError('SMTP_URL', redactPassword(value), advice);
  }
  try {
    decodeURIComponent(username + password);
  } catch {
    const advice = 'write each % in the user name or password as %25';
    throw new SettingError('SMTP_URL', redactPassword(value), advice);
  }
  return value;
}

/** The file of the shop's settings in the data directory. It may not exist. */
export function getShopFile(dataDirectory: string): string {
  return path.join(dataDirectory, 'shop.json');
}

/** Reads the named file, else `shop.json` in the data directory if it exists, else the demo shop's file. */
function readShop(file: string | undefined, dataDirectory: string): ShopDetails {
  const ownFile = getShopFile(dataDirectory);
  const chosenFile = file ?? (existsSync(ownFile) ? ownFile : defaultShopFile);
  try {
    return readShopDetails(chosenFile);
  } catch (error) {
    const reason = getErrorMessage(error).replaceAll(/\s+/g, ' ');
    throw new SettingError(
      'SHOP_SETTINGS',
      chosenFile,
      `use a JSON file like web/shop/shop.json (${reason})`,
    );
  }
}

/** Replaces the password in a URL, before the host or in the query, for messages. The URL may be malformed. */
export function redactPassword(url: string): string {
  return url
    .replace(/^((?:\w+:\/\/)?[^:@]*):.*@/, '$1:***@')
    .replaceAll(/([?&][^=&]*pass[^=&]*=)[^&]*/gi, '$1***');
}

function readTls(certificate: string | undefined, key: string | undefined): Config['tls'] {
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined) {
    throw new SettingError('TLS_CERT', '', 'set it to the certificate file that belongs to TLS_KEY');
  }
  if (key === undefined) {
    throw new SettingError('TLS_KEY', '', 'set it to the key file that belongs to TLS_CERT');
  }
  return { certificate: readPem('TLS_CERT', certificate), key: readPem('TLS_KEY', key) };
}

function readPem(name: string, file: string): Buffer {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch {
    throw new SettingError(name, file, 'use a PEM file that this process can read');
  }
  if (!content.includes('-----BEGIN ')) {
    throw new SettingError(name, file, 'the file is not in PEM format (it has no -----BEGIN line)');
  }
  return content;
}
