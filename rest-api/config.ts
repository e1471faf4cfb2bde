import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import path from 'node:path';

/** Where the service keeps and serves its data: this is the one reader of the environment. */
export interface Config {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  readonly dataDirectory: string;
  /** PostgreSQL's address; undefined means the embedded database in `dataDirectory`. */
  readonly databaseUrl: string | undefined;
  /** The mail server's address; undefined means mails become files in `dataDirectory`/outbox. */
  readonly smtpUrl: string | undefined;
  /** Whether real shoppers use it: then nobody can sign in with a published password. */
  readonly production: boolean;
  readonly tls: { readonly certificate: Buffer; readonly key: Buffer } | undefined;
}

/** A setting that cannot be used; the message is one line that names it, its value and what would be right. */
export class SettingError extends Error {
  constructor(name: string, value: string, allowed: string) {
    super(`${name}=${value}: ${allowed}`);
    this.name = 'SettingError';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings of architecture.md; an empty value counts as unset.
 * @throws SettingError on the first value that cannot be used.
 */
export function readConfig(environment: Environment = process.env): Config {
  const read = (name: string) => environment[name]?.trim() || undefined;
  return {
    host: readHost(read('REST_API_HOST'), read('REST_API_ALLOW_PUBLIC')),
    port: readPort(read('REST_API_PORT')),
    dataDirectory: path.resolve(read('DATA_DIR') ?? '.data'),
    databaseUrl: readUrl('DATABASE_URL', read('DATABASE_URL'), ['postgres:', 'postgresql:']),
    smtpUrl: readSmtpUrl(read('SMTP_URL')),
    production: readNodeEnvironment(read('NODE_ENV')) === 'production',
    tls: readTls(read('TLS_CERT'), read('TLS_KEY')),
  };
}

/** Loopback, private and link-local networks (RFC 1918, 3927, 4193 and 4291), and shared address space (RFC 6598). */
const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  privateNetworks.addSubnet(network, prefix, 'ipv4');
}
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

/** The service trusts its callers, so whatever a stranger can reach needs a second setting. */
function readHost(value = '127.0.0.1', allowPublic = 'false'): string {
  if (allowPublic !== 'true' && allowPublic !== 'false') {
    throw new SettingError('REST_API_ALLOW_PUBLIC', allowPublic, 'give true or false');
  }
  const family = isIP(value);
  if (family === 0 && value !== 'localhost') {
    throw new SettingError('REST_API_HOST', value, 'give an IP address of this machine, such as 127.0.0.1');
  }
  const isPrivate = family === 0 || privateNetworks.check(value, family === 6 ? 'ipv6' : 'ipv4');
  if (!isPrivate && allowPublic === 'false') {
    const advice = `this service lets anyone read and change everything; give a loopback or private address, such as 127.0.0.1, or set REST_API_ALLOW_PUBLIC=true if a firewall keeps strangers out`;
    throw new SettingError('REST_API_HOST', value, advice);
  }
  return value;
}

function readNodeEnvironment(value: string | undefined): string | undefined {
  if (value !== undefined && !['production', 'development', 'test'].includes(value)) {
    throw new SettingError('NODE_ENV', value, 'give production, development or test, or leave it unset');
  }
  return value;
}

function readPort(value = '27443'): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (!(port <= 65535)) {
    throw new SettingError(
      'REST_API_PORT',
      value,
      'give a whole number from 0 to 65535 (0 takes any free port)',
    );
  }
  return port;
}

function readUrl(name: string, value: string | undefined, protocols: string[]): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !protocols.includes(url.protocol) || url.hostname === '') {
    const shapes = protocols.map((protocol) => `${protocol}//host`).join(' or ');
    throw new SettingError(name, withoutPassword(value), `give an address of the form ${shapes}`);
  }
  return value;
}

function readSmtpUrl(given: string | undefined): string | undefined {
  const value = readUrl('SMTP_URL', given, ['smtp:', 'smtps:']);
  if (value === undefined) return undefined;
  const { username, password } = new URL(value);
  try {
    decodeURIComponent(username + password);
  } catch {
    const advice = 'write a % in the user name or the password as %25';
    throw new SettingError('SMTP_URL', withoutPassword(value), advice);
  }
  return value;
}

/** An address as it may be shown: its password, before the host or in the query, is left out. */
export function withoutPassword(address: string): string {
  return address
    .replace(/(:\/\/[^:@\s]*):.*@/, '$1:***@')
    .replaceAll(/([?&][^=&]*pass[^=&]*=)[^&]*/gi, '$1***');
}

function readTls(certificate: string | undefined, key: string | undefined): Config['tls'] {
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined) {
    throw new SettingError('TLS_CERT', '', 'name the certificate file that belongs to TLS_KEY');
  }
  if (key === undefined) {
    throw new SettingError('TLS_KEY', '', 'name the key file that belongs to TLS_CERT');
  }
  return { certificate: readPem('TLS_CERT', certificate), key: readPem('TLS_KEY', key) };
}

function readPem(name: string, file: string): Buffer {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch {
    throw new SettingError(name, file, 'name a PEM file that this process can read');
  }
  if (!content.includes('-----BEGIN ')) {
    throw new SettingError(name, file, 'the file is not in PEM format (it has no -----BEGIN line)');
  }
  return content;
}
