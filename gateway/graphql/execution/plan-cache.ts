import { hash } from 'node:crypto';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { OperationPlan } from './operation-plan.ts';
import { planTrustedDocuments, type TrustedDocuments } from './trusted-documents.ts';

/** A well-formed GraphQL request. Its document may be invalid. */
export interface GraphqlRequest {
  query?: string | null | undefined;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
  extensions?: Record<string, unknown> | null | undefined;
}

const maxPlans = 1_000;
/** Maximum memory of the plans that can be evicted, as `sizeCalculation` estimates it. */
const maxBytes = 64_000_000;
/** The measured average memory of a parsed document, per character of its text. */
const bytesPerCharacter = 100;

/**
 * Plans of operations, by text or SHA-256 of their document: those of the storefront, and those that have
 * passed Apollo Server's validation.
 */
export class PlanCache {
  /** Plans of the trusted documents by text. They are never evicted. */
  readonly #trustedPlans = new Map<string, OperationPlan>();
  readonly #plansByText = new LRUCache<string, OperationPlan>({
    max: maxPlans,
    maxSize: maxBytes,
    sizeCalculation: (plan, text) => text.length * bytesPerCharacter + plan.estimateCompiledBytes(),
    dispose: (_, text) => this.#textsByHash.delete(hash('sha256', text)),
  });
  readonly #textsByHash = new Map<string, string>();
  readonly #trustedDocuments: TrustedDocuments;

  /** @param trustedDocuments the documents that the storefront sends; see `addTrustedPlans`. */
  constructor(trustedDocuments: TrustedDocuments = { current: [], previous: [] }) {
    this.#trustedDocuments = trustedDocuments;
  }

  /** Plans the trusted documents. @throws {OperatorError} if a current one is invalid. */
  addTrustedPlans(schema: GraphQLSchema): void {
    for (const [text, plan] of planTrustedDocuments(schema, this.#trustedDocuments)) {
      this.#trustedPlans.set(text, plan);
      this.#textsByHash.set(hash('sha256', text), text);
    }
  }

  /** Whether the document of a request is trusted: a build of the storefront contains it, and it is still valid. */
  isTrusted(request: GraphqlRequest): boolean {
    const text = this.#findText(request);
    return text !== undefined && this.#trustedPlans.has(text);
  }

  /** Returns the plan of an operation. A new plan is stored only if its document has no other operation. */
  add(
    text: string,
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
  ): OperationPlan {
    const trusted = this.#trustedPlans.get(text);
    if (trusted !== undefined) return trusted;
    const plan = new OperationPlan(schema, document, operation);
    // In a document with several operations, the request selects one by name.
    if (document.definitions.filter(({ kind }) => kind === 'OperationDefinition').length === 1) {
      this.#plansByText.set(text, plan);
      this.#textsByHash.set(hash('sha256', text), text);
    }
    return plan;
  }

  /** The plan of a request's operation; undefined if Apollo Server has to process the request. */
  find(request: GraphqlRequest): OperationPlan | undefined {
    const text = this.#findText(request);
    if (text === undefined) return undefined;
    const plan = this.#trustedPlans.get(text) ?? this.#plansByText.get(text);
    const { operationName } = request;
    return operationName == null || operationName === plan?.name ? plan : undefined;
  }

  /** The text of a request's document. Undefined if the text is missing and its hash unknown, or if the two don't match. */
  #findText({ query, extensions }: GraphqlRequest): string | undefined {
    const sentHash = readHash(extensions);
    if (typeof query !== 'string') return this.#textsByHash.get(sentHash ?? '');
    // Apollo Server reports a hash that does not match.
    return sentHash === null || sentHash === hash('sha256', query) ? query : undefined;
  }
}

const persistedQuerySchema = z.object({
  persistedQuery: z.object({ version: z.literal(1), sha256Hash: z.string() }),
});

/** The hash of a persisted query (Apollo's `persistedQuery` extension); null without one, empty if it is malformed. */
function readHash(extensions: GraphqlRequest['extensions']): string | null {
  if (extensions?.persistedQuery === undefined) return null;
  return persistedQuerySchema.safeParse(extensions).data?.persistedQuery.sha256Hash ?? '';
}
