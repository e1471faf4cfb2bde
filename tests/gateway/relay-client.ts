import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import {
  type ConcreteRequest,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  getFragment,
  getRequest,
  getSingularSelector,
  Network,
  type ReaderFragment,
  RecordSource,
  Store,
  type Variables,
} from 'relay-runtime';
import { z } from 'zod';
import type { GraphQLResponse } from './graphql-call.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');

/** Documents that relay-compiler has compiled against schema.graphql. */
export interface CompiledDocuments {
  loadRequest(name: string): Promise<ConcreteRequest>;
  loadFragment(name: string): Promise<ReaderFragment>;
  remove(): Promise<void>;
}

/**
 * Compiles documents in a temporary folder. relay-compiler expects them in a module, and the names of operations
 * and fragments to begin with the module's name, which is `shop`.
 *
 * @throws {Error} with the compiler's report if it rejects a document.
 */
export async function compileDocuments(...documents: string[]): Promise<CompiledDocuments> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gw-test-'));
  await mkdir(path.join(folder, 'artifacts'));
  await mkdir(path.join(folder, 'src'));
  await writeFile(
    path.join(folder, 'src/shop.js'),
    documents.map((text) => `graphql\`${text}\`;\n`).join(''),
  );
  await copyFile(path.join(root, 'schema.graphql'), path.join(folder, 'schema.graphql'));
  const config = {
    src: 'src',
    schema: 'schema.graphql',
    artifactDirectory: 'artifacts',
    language: 'javascript',
    // Artifacts import each other without file extensions, which Node.js supports only in CommonJS modules.
    eagerEsModules: false,
  };
  await writeFile(path.join(folder, 'relay.config.json'), JSON.stringify(config));
  const compiler = path.join(root, 'node_modules/relay-compiler/cli.js');
  await run(process.execPath, [compiler, 'relay.config.json', '--noWatchman'], { cwd: folder }).catch(
    async (error: unknown) => {
      await rm(folder, { recursive: true });
      throw error;
    },
  );
  const loadArtifact = async (name: string) => {
    const artifact = pathToFileURL(path.join(folder, 'artifacts', `${name}.graphql.js`));
    return (await import(artifact.href)).default;
  };
  return {
    loadRequest: async (name) => getRequest(await loadArtifact(name)),
    loadFragment: async (name) => getFragment(await loadArtifact(name)),
    remove: () => rm(folder, { recursive: true }),
  };
}

const dataSchema = z.looseObject({});

/** A Relay client with a store of its own. `send` sends an operation to the gateway. */
export class RelayClient {
  readonly #environment: Environment;

  constructor(send: (text: string, variables: Variables) => Promise<GraphQLResponse>) {
    const network = Network.create(async ({ text }, variables) => {
      const { data, errors } = await send(text ?? '', variables);
      return { data: dataSchema.parse(data), ...(errors.length > 0 && { errors }) };
    });
    this.#environment = new Environment({ network, store: new Store(new RecordSource()) });
  }

  /** Fetches a query from the gateway and returns its data, in which fragments are masked. */
  async fetch(request: ConcreteRequest, variables: Variables = {}): Promise<unknown> {
    this.#environment.retain(createOperationDescriptor(request, variables));
    return fetchQuery(this.#environment, request, variables).toPromise();
  }

  /**
   * The data of a fragment in the store.
   * @param reference the object in a query's data on which the query spreads the fragment.
   */
  read(fragment: ReaderFragment, reference: unknown): unknown {
    return this.#environment.lookup(getSingularSelector(fragment, reference)).data;
  }
}
