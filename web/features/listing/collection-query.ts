import type { TypedDocumentNode } from '@apollo/client';
import type { CollectionFields } from '#web/catalogue/collections.ts';
import type { Dimension } from '#web/catalogue/listing-url.ts';
import {
  AuthorByNameDocument,
  CategoryByNameDocument,
  LanguageByNameDocument,
  PublisherByNameDocument,
} from './Collection.generated.ts';

type CollectionDocument = TypedDocumentNode<{ collection: CollectionFields | null }, { name: string }>;

/** For each dimension, the query that finds a collection by its name. */
export const collectionDocuments: Record<Dimension, CollectionDocument> = {
  category: CategoryByNameDocument,
  publisher: PublisherByNameDocument,
  author: AuthorByNameDocument,
  language: LanguageByNameDocument,
};
