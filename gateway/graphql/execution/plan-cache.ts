import { createHash } from 'node:crypto';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { OperationPlan } from './operation-plan.ts';

/** A GraphQL request that is well formed, whatever its document says. */
export interface GraphqlRequest {
  query?: string | null | undefined;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
  extensions?: Record<string, unknown> | null | undefined;
}

const maxPlans = 1_000;
/** Characters of all documents together. A plan takes about thirty bytes for each. */
const maxCharacters = 2_000_000;

/** Plans of the operations that have passed Apollo Server's validation, by text or SHA-256 of their document. */
export class PlanCache {
  readonly #plansByText = new LRUCache<string, OperationPlan>({
    max: maxPlans,
    maxSize: maxCharacters,
    sizeCalculation: (_, text) => Math.max(1, text.length),
    dispose: (_, text) => this.#textsByHash.delete(sha256(text)),
  });
  readonly #textsByHash = new Map<string, string>();

  /** Creates the plan of an operation and stores it, unless its document has several operations. */
  add(
    text: string,
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
  ): OperationPlan {
    const plan = new OperationPlan(schema, document, operation);
    // In a document with several operations, the request selects one by name.
    if (document.definitions.filter(({ kind }) => kind === 'OperationDefinition').length === 1) {
      this.#plansByText.set(text, plan);
      this.#textsByHash.set(sha256(text), text);
    }
    return plan;
  }

  /** The plan of a request's operation; undefined if Apollo Server has to process the request. */
  find({ query, operationName, extensions }: GraphqlRequest): OperationPlan | undefined {
    const hash = readHash(extensions);
    // Apollo Server checks whether a hash matches the document that it is sent with.
    if (typeof query === 'string' && hash !== null) return undefined;
    const plan = this.#plansByText.get(query ?? this.#textsByHash.get(hash ?? '') ?? '');
    return operationName == null || operationName === plan?.name ? plan : undefined;
  }
}

const persistedQuerySchema = z.object({
  persistedQuery: z.object({ version: z.literal(1), sha256Hash: z.string() }),
});

/** The hash of a persisted query (Apollo's `persistedQuery` extension), or null. */
function readHash(extensions: GraphqlRequest['extensions']): string | null {
  if (extensions?.persistedQuery === undefined) return null;
  return persistedQuerySchema.safeParse(extensions).data?.persistedQuery.sha256Hash ?? '';
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
