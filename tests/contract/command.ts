import { randomUUID } from 'node:crypto';
import { ConfigError } from '#gateway/config.ts';
import { isTokenRejection } from '#gateway/rest/transport.ts';
import { cart } from './areas/cart.ts';
import { catalogue } from './areas/catalogue.ts';
import { contact } from './areas/contact.ts';
import { filters } from './areas/filters.ts';
import { lists } from './areas/lists.ts';
import { operations } from './areas/operations.ts';
import { orders } from './areas/orders.ts';
import { passwordReset } from './areas/password-reset.ts';
import { registration } from './areas/registration.ts';
import { unknownShoppers } from './areas/unknown-shoppers.ts';
import { wishlist } from './areas/wishlist.ts';
import type { RunState } from './check.ts';
import { createHost, type Host, NoResponseError } from './host.ts';
import { type Options, readOptions, UsageError, usage } from './options.ts';
import { Report } from './report.ts';
import { runChecks } from './run.ts';
import { createRandomContact, createTestUser } from './test-user.ts';

const readingAreas = [catalogue, filters, lists, unknownShoppers, operations];
const writingAreas = [registration, cart, wishlist, orders, contact, passwordReset];

/** The maximum duration of all checks together. */
const totalTimeoutMs = 10 * 60_000;

/** The streams to which the command prints. */
interface Streams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** Runs the command with these arguments, and stops early if it is interrupted. Returns the exit code. */
export async function runCommand(
  args: readonly string[],
  streams: Streams,
  interruption: AbortSignal,
): Promise<number> {
  try {
    const options = readOptions(args);
    if (options !== 'help') return await check(options, streams, interruption);
    streams.stdout.write(`${usage}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof ConfigError || error instanceof NoResponseError))
      throw error;
    streams.stderr.write(`${error.message}\n`);
    return 1;
  }
}

async function check(
  options: Options,
  { stdout, stderr }: Streams,
  interruption: AbortSignal,
): Promise<number> {
  const stop = AbortSignal.any([interruption, AbortSignal.timeout(totalTimeoutMs)]);
  const host = createHost(options, stop);
  if (options.insecure) {
    const recipient = options.token === undefined ? '' : ', who also receives REST_API_TOKEN';
    stderr.write(
      `Warning: --insecure accepts any certificate, so the responses may come from somebody else${recipient}.\n`,
    );
  }
  // If the host cannot be reached or rejects the token, one clear line is printed instead of a table of failures.
  const { status } = await host.send({ method: 'GET', path: '/AllLanguages' });
  if (status === 401) {
    throw new UsageError('The host requires a token (status 401): set REST_API_TOKEN to one that it accepts');
  }
  if (options.token !== undefined && !(await rejectsWrongToken(host))) {
    stderr.write(
      'Warning: the host does not respond to a wrong token with status 401 and WWW-Authenticate: Bearer. Without the status, anyone can read its data; without the header, the gateway takes a rejected token for a wrong password.\n',
    );
  }
  const state: RunState = {
    testUser: createTestUser(),
    unusedContact: createRandomContact(),
    sendsToken: options.token !== undefined,
    products: [],
    entityTags: new Map(),
    orderKey: randomUUID(),
    leftoverRecords: new Map(),
  };
  const report = new Report((text) => stdout.write(text));
  stdout.write(`${options.url}: ${options.write ? 'reading and writing' : 'reading only'}\n`);
  const areas = options.write ? [...readingAreas, ...writingAreas] : readingAreas;
  await runChecks(areas, host, state, stop, (area, result) => report.add(area, result));
  const noneFailed = report.end();
  if (state.leftoverRecords.size > 0) {
    const names = [...state.leftoverRecords].map(([name, isCreated]) =>
      isCreated ? name : `possibly ${name}`,
    );
    stdout.write(`Remaining on the host: ${names.join(', ')}.\n`);
  }
  if (!stop.aborted) return noneFailed ? 0 : 1;
  stdout.write(
    `Stopped ${interruption.aborted ? 'by a signal' : 'after 10 minutes'}: not all checks were run.\n`,
  );
  return 1;
}

async function rejectsWrongToken(host: Host): Promise<boolean> {
  const headers = { authorization: `Bearer ${randomUUID()}` };
  const response = await host.send({ method: 'GET', path: '/AllLanguages', headers });
  return isTokenRejection(response.status, response.headers.get('www-authenticate'));
}
