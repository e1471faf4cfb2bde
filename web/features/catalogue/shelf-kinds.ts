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
  CategoryShelvesDocument,
  LanguageShelvesDocument,
  PublisherShelvesDocument,
} from './Shelves.generated.ts';

/** A category, publisher, author or language: they all have the same fields. */
export interface ShelfFields {
  id: string;
  name: string;
  thumbnail: string | null;
  productCount: number;
}

/** What sets the pages of one dimension apart from those of the others (spec.md 2.4, 2.5). */
export interface ShelfKind {
  dimension: Dimension;
  /** One of them by its name. */
  document: TypedDocumentNode<{ shelf: ShelfFields | null }, { name: string }>;
  /** All of them. */
  listDocument: TypedDocumentNode<{ shelves: ShelfFields[] }, Record<string, never>>;
  /** The pictures on their own page are round. */
  round: boolean;
}

export const shelfKinds: Record<Dimension, ShelfKind> = {
  category: {
    dimension: 'category',
    document: CategoryShelfDocument,
    listDocument: CategoryShelvesDocument,
    round: false,
  },
  publisher: {
    dimension: 'publisher',
    document: PublisherShelfDocument,
    listDocument: PublisherShelvesDocument,
    round: true,
  },
  author: {
    dimension: 'author',
    document: AuthorShelfDocument,
    listDocument: AuthorShelvesDocument,
    round: true,
  },
  language: {
    dimension: 'language',
    document: LanguageShelfDocument,
    listDocument: LanguageShelvesDocument,
    round: false,
  },
};

/** The dimensions with a page that lists all of theirs. */
export type ListedDimension = Exclude<Dimension, 'language'>;

export function shelfPath(dimension: Dimension, name: string): string {
  return `/${dimension}/${encodeURIComponent(name)}`;
}
