import type { TypedDocumentNode } from '@apollo/client';
import type { Dimension } from './listing-address.ts';
import {
  AuthorShelfDocument,
  CategoryShelfDocument,
  LanguageShelfDocument,
  PublisherShelfDocument,
} from './Shelf.generated.ts';
import {
  AuthorShelvesDocument,
  type AuthorShelvesQueryVariables,
  CategoryShelvesDocument,
  PublisherShelvesDocument,
} from './Shelves.generated.ts';

/** A category, publisher, author or language: they all have the same fields. */
export interface ShelfFields {
  id: string;
  name: string;
  thumbnail: string | null;
  productCount: number;
}

/** What sets the pages of one dimension apart from those of the others (requirements.md 2.4, 2.5). */
export interface ShelfKind {
  dimension: Dimension;
  /** One of them by its name. */
  document: TypedDocumentNode<{ shelf: ShelfFields | null }, { name: string }>;
  /** The pictures on their own page are round. */
  round: boolean;
}

export const shelfKinds: Record<Dimension, ShelfKind> = {
  category: {
    dimension: 'category',
    document: CategoryShelfDocument,
    round: false,
  },
  publisher: {
    dimension: 'publisher',
    document: PublisherShelfDocument,
    round: true,
  },
  author: {
    dimension: 'author',
    document: AuthorShelfDocument,
    round: true,
  },
  language: {
    dimension: 'language',
    document: LanguageShelfDocument,
    round: false,
  },
};

/** The dimensions with a page that lists all of theirs. */
export type ListedDimension = Exclude<Dimension, 'language'>;

/** One page of the list of a dimension. */
export interface ShelvesFields {
  nodes: ShelfFields[];
  totalCount: number;
  pageInfo: {
    startCursor: string | null;
    endCursor: string | null;
    hasNextPage: boolean;
    hasPreviousPage: boolean;
  };
  initials: Array<{ letter: string; count: number }>;
}

export type ShelvesVariables = AuthorShelvesQueryVariables;

type ShelvesDocument = TypedDocumentNode<{ shelves: ShelvesFields }, ShelvesVariables>;

/** The lists of the dimensions that have a page of them. */
export const shelvesDocuments: Record<ListedDimension, ShelvesDocument> = {
  category: CategoryShelvesDocument,
  publisher: PublisherShelvesDocument,
  author: AuthorShelvesDocument,
};

export function shelfPath(dimension: Dimension, name: string): string {
  return `/${dimension}/${encodeURIComponent(name)}`;
}
