import type { TypedDocumentNode } from '@apollo/client';
import type { CollectionFields, ListedDimension } from '#web/catalogue/collections.ts';
import {
  AuthorsDocument,
  type AuthorsQueryVariables,
  CategoriesDocument,
  PublishersDocument,
} from './Collections.generated.ts';

/** One page of the collections of a dimension. */
export interface CollectionPageFields {
  nodes: CollectionFields[];
  totalCount: number;
  initials: Array<{ letter: string; count: number }>;
}

export type CollectionsVariables = AuthorsQueryVariables;

type CollectionsDocument = TypedDocumentNode<{ collections: CollectionPageFields }, CollectionsVariables>;

/** For each dimension, the query for its collections. */
export const collectionsDocuments: Record<ListedDimension, CollectionsDocument> = {
  category: CategoriesDocument,
  publisher: PublishersDocument,
  author: AuthorsDocument,
};
