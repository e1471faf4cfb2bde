import { setTimeout as pause } from 'node:timers/promises';
import { compare, rates, tellProcessor } from '../compare.ts';
import { tell } from '../measurement.ts';
import { canPin, type Server } from '../servers.ts';
import { listBody } from './query.ts';

const connections = 50;
const where = `${connections} connections${canPin ? ', one processor' : ''}`;

/** What the gateway is compared with. */
export interface Measures {
  /** A bare `node:http` that answers with this body. */
  bare(body: string): Promise<Server>;
  /** Apollo Server as its documents begin, over the same products. */
  plainApollo(): Promise<Server>;
}

/** A list of 20 by category: asked again and again, and with new variables each time. */
export async function benchLists(gateway: Server, { bare, plainApollo }: Measures): Promise<void> {
  await untilLoaded(gateway);
  const repeated = listCall(listBody('Category 7'));
  const answer = await ask(gateway, repeated.body);
  const bareServer = await bare(answer);
  const again = await compare(gateway, bareServer, { connections, calls: [repeated], isPinned: true });
  await bareServer.stop();
  const size = Buffer.byteLength(answer);
  tell({
    ...rates(`repeated list of 20 by category (${size} bytes), ${where}`, 'bare node:http', again),
    bound: 'at least 0.60',
    holds: again.ratio >= 0.6,
  });
  tellProcessor('bare node:http', again);
  const apollo = await plainApollo();
  const anew = await compare(gateway, apollo, { connections, calls: newLists, isPinned: true });
  tell({
    ...rates(`the same with new variables each time, ${where}`, 'plain Apollo Server', anew),
    bound: 'at least 2.00',
    holds: anew.ratio >= 2,
  });
  tellProcessor('plain Apollo Server', anew);
  await apollo.stop();
}

let asked = 0;

/** Lists that were never asked for before: each has a highest price of its own. */
function newLists() {
  return Array.from({ length: 10_000 }, () => {
    asked += 1;
    return listCall(listBody(`Category ${asked % 40}`, 500 + asked / 100));
  });
}

function listCall(body: string) {
  return {
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body,
  };
}

async function ask({ url }: Server, body: string): Promise<string> {
  const { headers } = listCall(body);
  return (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).text();
}

async function untilLoaded({ url }: Server): Promise<void> {
  while ((await fetch(`${url}/health/ready`)).status !== 200) await pause(50);
}
