import type { ApolloLink } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import type { DocumentNode } from 'graphql';

declare module 'graphql/language/ast.js' {
  interface DocumentNode {
    /** The SHA-256 of the document's text, which the code generator adds to operations. */
    __meta__?: { hash: string };
  }
}

/**
 * Sends the hashes of documents instead of their texts. The gateway knows the documents of the builds it serves. If it
 * doesn't know a hash, for example in development, the link sends the text as well.
 */
export function createTrustedDocumentsLink(): ApolloLink {
  return new PersistedQueryLink({ generateHash: readHash });
}

function readHash({ __meta__: meta }: DocumentNode): string {
  if (meta === undefined) throw new Error('The document has no hash. Documents must be in .graphql files.');
  return meta.hash;
}
