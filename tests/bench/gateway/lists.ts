import { setTimeout as pause } from 'node:timers/promises';
import { compare } from '../compare.ts';
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
  const again = await compare(gateway, bareServer, { connections, calls: [repeated] });
  await bareServer.stop();
  tell({
    what: `repeated list of 20 by category (${answer.length} bytes), ${where}`,
    measured: `${again.ours.toFixed(0)}/s`,
    against: `bare node:http ${again.other.toFixed(0)}/s`,
    ratio: again.ratio,
    bound: 'at least 0.60',
    holds: again.ratio >= 0.6,
  });
  const apollo = await plainApollo();
  const anew = await compare(gateway, apollo, { connections, calls: newLists });
  tell({
    what: `the same with new variables each time, ${where}`,
    measured: `${anew.ours.toFixed(0)}/s`,
    against: `plain Apollo Server ${anew.other.toFixed(0)}/s`,
    ratio: anew.ratio,
    bound: 'at least 2.00',
    holds: anew.ratio >= 2,
  });
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
