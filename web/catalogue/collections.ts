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

/** A category, publisher, author or language. */
export interface CollectionFields {
  id: string;
  name: string;
  /** Authors only: the name in another script. */
  transliteratedName?: string | null;
  thumbnail: string | null;
  productCount: number;
  /** The name in other languages. Only categories have any. */
  translations?: { language: string; name: string }[];
  /** The first products, in index pages: of authors for their titles, of categories for their covers. */
  products?: {
    edges: Array<{
      node: { id: string; name: string; transliteratedName?: string | null; thumbnail?: string | null };
    }>;
  };
}

/** The differences between the pages of the four dimensions (requirements.md 2.4, 2.5). */
export interface CollectionKind {
  dimension: Dimension;
  /** Queries one collection by its name. */
  document: TypedDocumentNode<{ collection: CollectionFields | null }, { name: string }>;
  /** Whether its images are round. */
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

/** The dimensions that have an index page. Languages are listed in a drawer instead. */
export const listedDimensions = ['category', 'publisher', 'author'] as const;

export type ListedDimension = (typeof listedDimensions)[number];

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

/** Parses the dimension that a path starts with: `/author` and `/author/Premchand` are about authors. */
export function parseDimension<D extends Dimension>(path: string, dimensions: readonly D[]): D {
  const [, name = ''] = path.split('/');
  const dimension = dimensions.find((candidate) => candidate === name.toLowerCase());
  if (dimension === undefined) throw new Error(`The path ${path} does not start with a dimension.`);
  return dimension;
}

export function getCollectionPath(dimension: Dimension, name: string): string {
  return `/${dimension}/${encodeURIComponent(name)}`;
}
