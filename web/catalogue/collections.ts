import type { TypedDocumentNode } from '@apollo/client';
import {
  AuthorByNameDocument,
  CategoryByNameDocument,
  LanguageByNameDocument,
  PublisherByNameDocument,
} from './Collection.generated.ts';
import {
  AuthorsDocument,
  type AuthorsQueryVariables,
  CategoriesDocument,
  PublishersDocument,
} from './Collections.generated.ts';
import type { Dimension } from './listing-url.ts';

/** A category, publisher, author or language: they all have the same fields. */
export interface CollectionFields {
  id: string;
  name: string;
  thumbnail: string | null;
  productCount: number;
}

/** What sets the pages of one dimension apart from those of the others (requirements.md 2.4, 2.5). */
export interface CollectionKind {
  dimension: Dimension;
  /** One of them by its name. */
  document: TypedDocumentNode<{ collection: CollectionFields | null }, { name: string }>;
  /** The pictures on their own page are round. */
  round: boolean;
}

export const collectionKinds: Record<Dimension, CollectionKind> = {
  category: {
    dimension: 'category',
    document: CategoryByNameDocument,
    round: false,
  },
  publisher: {
    dimension: 'publisher',
    document: PublisherByNameDocument,
    round: true,
  },
  author: {
    dimension: 'author',
    document: AuthorByNameDocument,
    round: true,
  },
  language: {
    dimension: 'language',
    document: LanguageByNameDocument,
    round: false,
  },
};

/** The dimensions with a page that lists all of theirs. */
export type ListedDimension = Exclude<Dimension, 'language'>;

/** One page of the list of a dimension. */
export interface CollectionPageFields {
  nodes: CollectionFields[];
  totalCount: number;
  pageInfo: {
    startCursor: string | null;
    endCursor: string | null;
    hasNextPage: boolean;
    hasPreviousPage: boolean;
  };
  initials: Array<{ letter: string; count: number }>;
}

export type CollectionsVariables = AuthorsQueryVariables;

type CollectionsDocument = TypedDocumentNode<{ collections: CollectionPageFields }, CollectionsVariables>;

/** The lists of the dimensions that have a page of them. */
export const collectionsDocuments: Record<ListedDimension, CollectionsDocument> = {
  category: CategoriesDocument,
  publisher: PublishersDocument,
  author: AuthorsDocument,
};

export function collectionPath(dimension: Dimension, name: string): string {
  return `/${dimension}/${encodeURIComponent(name)}`;
}
