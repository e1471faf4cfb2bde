import {
  digestKey,
  FilePartnerStore,
  generatePartnerKey,
  type PartnerKey,
} from '#gateway/auth/partner-keys.ts';
import { compare, reportComparison } from '../compare.ts';
import { createListCalls, type Headers, send } from './graphql-calls.ts';
import { connections, type GatewayServer, type Processes, productCount } from './setup.ts';
import { registerAndSignIn } from './shopper-account.ts';

const callsPerRound = 8_000;

/**
 * Compares the throughput of a shopper and of a partner with that of a visitor. Each request is for a list with a new
 * price range.
 */
export async function benchmarkClientKinds(processes: Processes): Promise<void> {
  const gateway = await processes.startReadyGateway(await processes.startHost(productCount));
  const shopper = await registerAndSignIn(gateway);
  await benchmarkClientKind(gateway, 'signed-in shopper', shopper.headers);
  await benchmarkClientKind(gateway, 'partner', { 'x-api-key': await addPartner(gateway) });
}

async function benchmarkClientKind(
  gateway: GatewayServer,
  clientKind: string,
  headers: Headers,
): Promise<void> {
  // Fails with the text of the response if the gateway rejects the client. The load generator reports only the status.
  const [first] = createListCalls(1, headers);
  if (first !== undefined) await send(gateway, first);
  const comparison = await compare(
    { server: gateway, calls: () => createListCalls(callsPerRound, headers) },
    { server: gateway, calls: () => createListCalls(callsPerRound) },
    { connections, isPinned: true },
  );
  const name = `list of 20 with a new price range each time, ${clientKind}`;
  reportComparison(name, 'visitor', comparison, 0.8);
}

/** Adds a partner as `npm run partners -- add` does, and returns the key. */
async function addPartner({ settings }: GatewayServer): Promise<string> {
  const key = generatePartnerKey();
  const partnerKey: PartnerKey = {
    name: 'bench',
    digest: digestKey(key) ?? '',
    budget: 1_000_000_000,
    addedAt: new Date().toISOString(),
    keyNumber: 1,
    allowedOrigins: [],
    expiresAt: null,
  };
  await new FilePartnerStore(settings.DATA_DIR ?? '').add(partnerKey);
  return key;
}
