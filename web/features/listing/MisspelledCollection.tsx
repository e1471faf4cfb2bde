import { Navigate, useLocation } from 'react-router-dom';
import { getCollectionPath } from '#web/catalogue/collections.ts';
import type { CollectionRef } from '#web/catalogue/listing-query.ts';
import { NotFound } from '#web/routing/NotFound.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import {
  type SimilarCollectionsQuery,
  type SimilarCollectionsQueryVariables,
  useSimilarCollectionsQuery,
} from './SimilarCollections.generated.ts';

/**
 * Shown for the URL of a collection that does not exist. Redirects to the collection that was probably meant, for
 * example one with the same name in another script (`/author/Kalidas`), or shows the not-found page. On the server, the
 * page's loader redirects.
 */
export function MisspelledCollection({ dimension, name }: CollectionRef) {
  const { search } = useLocation();
  const { data, loading } = useSimilarCollectionsQuery({
    variables: createSimilarCollectionsVariables({ dimension, name }),
  });
  const canonicalName = findCanonicalName(data, name);
  if (canonicalName !== undefined) {
    return <Navigate to={{ pathname: getCollectionPath(dimension, canonicalName), search }} replace />;
  }
  return loading ? <Spinner /> : <NotFound />;
}

const collectionTypes = {
  category: 'CATEGORY',
  publisher: 'PUBLISHER',
  author: 'AUTHOR',
  language: 'LANGUAGE',
} as const;

export function createSimilarCollectionsVariables({
  dimension,
  name,
}: CollectionRef): SimilarCollectionsQueryVariables {
  return { type: collectionTypes[dimension], search: name };
}

/**
 * The name of the collection that was meant: the one that differs only in case, or else the only one that was found;
 * undefined if there is neither. The search also finds names in another script. Also undefined if the found name is the
 * one in the URL, because the page would redirect to itself. That can happen when another gateway, with a newer
 * catalogue, has answered the search.
 */
export function findCanonicalName(
  data: SimilarCollectionsQuery | undefined,
  name: string,
): string | undefined {
  const names = data?.collections.nodes.map((collection) => collection.name) ?? [];
  const lowerCase = name.toLocaleLowerCase('en-IN');
  const sameName = names.find((listed) => listed.toLocaleLowerCase('en-IN') === lowerCase);
  const canonicalName = sameName ?? (names.length === 1 ? names[0] : undefined);
  return canonicalName === name ? undefined : canonicalName;
}
