import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type DocumentNode, print } from 'graphql';
import { z } from 'zod';
import { createCache } from '#web/apollo/cache.ts';

/** The texts of the storefront's documents by hash: the manifest that is copied into each build for the gateway. */
const documents = z
  .map(z.string(), z.string())
  .parse(new Map(Object.entries(JSON.parse(readFileSync('web/generated/trusted-documents.json', 'utf8')))));

const requestSchema = z.object({
  query: z.string().optional(),
  operationName: z.string().optional(),
  variables: z.record(z.string(), z.unknown()).default({}),
  extensions: z.object({ persistedQuery: z.object({ version: z.literal(1), sha256Hash: z.string() }) }),
});

/** A GraphQL request with the text of its document. */
interface ReceivedRequest {
  text: string;
  operationName: string | undefined;
  variables: Record<string, unknown>;
}

/** Reads a request of the storefront, which has the hash of a document but not its text. */
export function readRequest(body: unknown): ReceivedRequest {
  const { query, operationName, variables, extensions } = requestSchema.parse(body);
  if (query !== undefined) throw new Error(`The text of ${operationName} was sent.`);
  const text = documents.get(extensions.persistedQuery.sha256Hash);
  if (text === undefined) throw new Error(`The hash of ${operationName} is not that of a trusted document.`);
  return { text, operationName, variables };
}

/** Adds a test's document to the trusted documents, as the code generator does with the storefront's. */
export function trustDocument<Document extends DocumentNode>(document: Document): Document {
  const text = print(createCache().transformDocument(document));
  const sha256Hash = hash('sha256', text);
  documents.set(sha256Hash, text);
  return { ...document, __meta__: { hash: sha256Hash } };
}
