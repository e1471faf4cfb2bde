import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readRestApiToken } from '#gateway/config.ts';
import { restPolicy } from '#gateway/rest/transport.ts';

/** The options of the command line. */
export interface Options {
  /** The host's URL without a trailing slash. */
  readonly url: string;
  /** Whether the checks may create records on the host: a test user, orders and an enquiry. */
  readonly write: boolean;
  /** A certificate (PEM) to trust in addition to the default ones. */
  readonly certificate: string | undefined;
  readonly insecure: boolean;
  /** The token to send with each call. From the environment, because other users can read command lines. */
  readonly token: string | undefined;
  /**
   * The maximum duration of one call or, for the list of all products, the maximum time without receiving data.
   * Undefined for the limits of the gateway.
   */
  readonly timeoutMs: number | undefined;
}

/** An invalid command line. The message is one line. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const usage = `Usage: npm run test:rest -- --url https://host:27443 [--write] [--ca FILE] [--insecure] [--timeout SECONDS]

Checks whether a REST host supports the calls that the gateway needs, and which optional features it has. The
checks only read, unless --write is given. With --write they register a test user, fill the user's cart and wish
list, order one copy of the cheapest available product (possibly a second one if the host does not support
Idempotency-Key), try to order more copies than are in stock, cancel the first order if the host allows it, change
the user's e-mail and change it back, request a one-time password and send one enquiry.
The contract has no call that deletes these records, so those that remain on the host are listed at the end,
including those that the host should have rejected.

If the environment variable REST_API_TOKEN is set, the checks send this token to the host, as the gateway does.

The exit code is 0 if the run completes and no check fails, otherwise 1.

--ca FILE          a PEM certificate to trust, for a host with a self-signed certificate
--insecure         accept any certificate
--timeout SECONDS  the maximum duration of one call or, for the list of all products, the maximum time without
                   receiving data (default: ${restPolicy.timeoutMs / 1000} or, for that list, ${restPolicy.catalogueTimeoutMs / 1000}, as in the gateway)`;

/**
 * Reads the command line. Returns 'help' if --help is given.
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
    token: readRestApiToken(),
    timeoutMs: values.timeout === undefined ? undefined : readSeconds(values.timeout) * 1000,
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
        timeout: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${reason.split('. ')[0]}; see --help for the options`);
  }
}

function readUrl(value: string | undefined): string {
  const example = 'such as --url https://host:27443';
  if (value === undefined || value === '')
    throw new UsageError(`--url is missing: specify the URL of the host, ${example}`);
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isValid =
    url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.search === '' && url.hash === '';
  if (!isValid)
    throw new UsageError(`--url ${value}: use an http(s) URL without a query or fragment, ${example}`);
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(`--url: use a URL without a user name and password, ${example}`);
  }
  return url.href.replace(/\/+$/, '');
}

function readCertificate(file: string): string {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`--ca ${file}: use a PEM file that this process can read`);
  }
  if (!content.includes('-----BEGIN CERTIFICATE-----')) {
    throw new UsageError(`--ca ${file}: the file contains no certificate in PEM format`);
  }
  return content;
}

function readSeconds(value: string): number {
  const seconds = Number(value);
  if (!(seconds > 0 && seconds <= 120)) {
    throw new UsageError(`--timeout ${value}: use a number of seconds, more than 0 and at most 120`);
  }
  return seconds;
}
