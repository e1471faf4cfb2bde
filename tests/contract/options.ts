import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** What the command line asks for. */
export interface Options {
  /** The host's address, without a slash at its end. */
  readonly url: string;
  /** Whether the checks may write: a throw-away user, an order, an enquiry. */
  readonly write: boolean;
  /** A certificate (PEM) to trust beside the known ones. */
  readonly certificate: string | undefined;
  readonly insecure: boolean;
  /** How long one call may take, in milliseconds. */
  readonly patience: number;
}

/** A command line that cannot be followed; the message is one line. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const usage = `Usage: npm run test:rest -- --url https://host:27443 [--write] [--ca FILE] [--insecure] [--timeout SECONDS]

Checks a REST host against the calls that the gateway makes, and prints what holds. It only reads, unless
--write is given: then it registers a throw-away user, fills its cart and wish list, orders one copy of the
cheapest available product (and a second one where the host does not honour Idempotency-Key), tries an
order of more copies than there are, asks for a one-time password and sends one enquiry. No call of the
contract removes a user or an order: what is left is named at the end.

The exit code is 0 when everything holds, else 1.

--ca FILE          a PEM certificate to trust, for a host that signs its own
--insecure         accept any certificate
--timeout SECONDS  how long one call may take (default 15)`;

/**
 * Reads the command line; 'help' when only the usage is wanted.
 * @throws UsageError
 */
export function readOptions(args: readonly string[]): Options | 'help' {
  const values = parse(args);
  if (values.help) return 'help';
  return {
    url: readUrl(values.url),
    write: values.write,
    certificate: values.ca === undefined ? undefined : readCertificate(values.ca),
    insecure: values.insecure,
    patience: readSeconds(values.timeout) * 1000,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        url: { type: 'string' },
        write: { type: 'boolean', default: false },
        ca: { type: 'string' },
        insecure: { type: 'boolean', default: false },
        timeout: { type: 'string', default: '15' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${reason.split('. ')[0]}; --help tells the options`);
  }
}

function readUrl(value: string | undefined): string {
  const example = 'such as --url https://host:27443';
  if (value === undefined || value === '')
    throw new UsageError(`--url is missing: name the host, ${example}`);
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isAddress =
    url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.search === '' && url.hash === '';
  if (!isAddress) throw new UsageError(`--url ${value}: give an http(s) address, ${example}`);
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(`--url: give the address without a user name and a password, ${example}`);
  }
  return url.href.replace(/\/+$/, '');
}

function readCertificate(file: string): string {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`--ca ${file}: name a PEM file that can be read`);
  }
  if (!content.includes('-----BEGIN CERTIFICATE-----')) {
    throw new UsageError(`--ca ${file}: the file holds no certificate in PEM format`);
  }
  return content;
}

function readSeconds(value: string): number {
  const seconds = Number(value);
  if (!(seconds > 0 && seconds <= 120)) {
    throw new UsageError(`--timeout ${value}: give seconds, more than 0 and at most 120`);
  }
  return seconds;
}
