import type { TypedDocumentNode } from '@apollo/client';
import type { CollectionFields, ListedDimension } from '#web/catalogue/collections.ts';
import {
  AuthorsDocument,
  type AuthorsQueryVariables,
  CategoriesDocument,
  PublishersDocument,
} from './Collections.generated.ts';

/** One page of the index of a dimension. */
export interface CollectionPageFields {
  nodes: CollectionFields[];
  totalCount: number;
  initials: Array<{ letter: string; count: number }>;
}

export type CollectionsVariables = AuthorsQueryVariables;

type CollectionsDocument = TypedDocumentNode<{ collections: CollectionPageFields }, CollectionsVariables>;

/** The query of each index page. */
export const collectionsDocuments: Record<ListedDimension, CollectionsDocument> = {
  category: CategoriesDocument,
  publisher: PublishersDocument,
  author: AuthorsDocument,
};
