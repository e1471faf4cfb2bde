import { randomUUID } from 'node:crypto';
import { cart } from './areas/cart.ts';
import { catalogue } from './areas/catalogue.ts';
import { contact } from './areas/contact.ts';
import { filters } from './areas/filters.ts';
import { lists } from './areas/lists.ts';
import { operation } from './areas/operation.ts';
import { orders } from './areas/orders.ts';
import { passwordReset } from './areas/password-reset.ts';
import { registration } from './areas/registration.ts';
import { strangers } from './areas/strangers.ts';
import { wishlist } from './areas/wishlist.ts';
import type { Known } from './check.ts';
import { hostOf, NoAnswer } from './host.ts';
import { type Options, readOptions, UsageError, usage } from './options.ts';
import { Report } from './report.ts';
import { runChecks } from './run.ts';
import { newVisitor } from './visitor.ts';

/** `npm run test:rest -- --url https://host:27443 [--write]`: whether the gateway will work with a REST host. */

const reading = [catalogue, filters, lists, strangers, operation];
const writing = [registration, cart, wishlist, orders, contact, passwordReset];

/** How long all checks together may take, in milliseconds. */
const patience = 10 * 60_000;

process.exitCode = await run();

async function run(): Promise<number> {
  try {
    const options = readOptions(process.argv.slice(2));
    if (options !== 'help') return await check(options);
    process.stdout.write(`${usage}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof NoAnswer)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

async function check(options: Options): Promise<number> {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  const stop = AbortSignal.any([interrupted.signal, AbortSignal.timeout(patience)]);
  const host = hostOf(options, stop);
  if (options.insecure) {
    process.stderr.write(
      'Warning: --insecure accepts any certificate; whoever answers may be somebody else.\n',
    );
  }
  // One clear line instead of a table of nothing, when there is no host at all.
  await host.send({ method: 'GET', path: '/AllLanguages' });
  const known: Known = {
    visitor: newVisitor(),
    products: [],
    entityTags: new Map(),
    orderKey: randomUUID(),
    orderIds: new Set(),
  };
  const report = new Report((text) => process.stdout.write(text));
  process.stdout.write(`${options.url}: ${options.write ? 'reading and writing' : 'reading only'}\n`);
  const areas = options.write ? [...reading, ...writing] : reading;
  await runChecks(areas, host, known, stop, (area, result) => report.add(area, result));
  const holds = report.end();
  if (known.user !== undefined) {
    const orders = [...known.orderIds].map((id) => `, order ${id}`).join('');
    const unnamed = known.placed !== undefined && orders === '' ? ', an order that it does not list' : '';
    process.stdout.write(
      `Left on the host: user ${known.user.id} (${known.visitor.email})${orders}${unnamed}.\n`,
    );
  }
  if (!stop.aborted) return holds ? 0 : 1;
  process.stdout.write(
    `Stopped ${interrupted.signal.aborted ? 'as told' : 'after 10 minutes'}: not all was checked.\n`,
  );
  return 1;
}
