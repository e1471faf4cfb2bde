import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import packageFile from '../../../package.json' with { type: 'json' };
import { canPin, type Server, startServer } from '../servers.ts';
import { waitUntilReady } from './graphql-calls.ts';

/** Connections of the load generator, unless a benchmark states another number. */
export const connections = 50;
/** The load conditions, as part of the names of measurements. */
export const loadConditions = `${connections} connections${canPin ? ', one processor' : ''}`;
/** The size of the catalogue, unless a benchmark states another number. */
export const productCount = 10_000;

/** The options of Node.js with which `npm start` and `npm run gateway` limit their memory. */
const nodeOptions = packageFile.scripts.gateway.match(/--\S+/g) ?? [];
const gatewayFile = path.join(import.meta.dirname, '../../gateway/gateway-main.ts');

/** A running gateway, and the settings with which it was started. */
export interface GatewayServer extends Server {
  readonly settings: Readonly<Record<string, string>>;
}

/** The processes of one benchmark, which are stopped together. */
export class Processes {
  readonly #servers: Server[] = [];

  /** Starts a REST host on the second processor, which it shares with the load generator. */
  startHost(products: number): Promise<Server> {
    return this.#start(getProgramPath('host.ts'), { input: { products }, processor: 1 });
  }

  /** Starts a gateway, or a program that contains one, on the first processor. Its catalogue may not be loaded yet. */
  async startGateway(host: Server, file = gatewayFile): Promise<GatewayServer> {
    const settings = {
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: await mkdtemp(path.join(tmpdir(), 'gateway-')),
      SESSION_SECRET: 'the session secret of the benchmark',
      REST_API_URL: host.url,
      LOG_LEVEL: 'warn',
      // All requests come from one client, which would exceed the usual quota.
      VISITOR_BUDGET: '1000000000',
    };
    return { ...(await this.#start(file, { settings, processor: 0, nodeOptions })), settings };
  }

  /** Starts a gateway and waits until it has loaded its catalogue. */
  async startReadyGateway(host: Server): Promise<GatewayServer> {
    const gateway = await this.startGateway(host);
    if (!(await waitUntilReady(gateway))) throw new Error('The gateway did not load its catalogue.');
    return gateway;
  }

  /** Starts a server that the gateway is compared with. */
  startReference(file: string, input: object): Promise<Server> {
    const settings = { NODE_ENV: 'production' };
    return this.#start(getProgramPath(file), { settings, input, processor: 0 });
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.#servers.splice(0).map((server) => server.stop()));
  }

  async #start(file: string, options: Parameters<typeof startServer>[1]): Promise<Server> {
    const server = await startServer(file, options);
    this.#servers.push(server);
    return server;
  }
}

/** The path of a program in this folder. */
export function getProgramPath(file: string): string {
  return path.join(import.meta.dirname, file);
}
