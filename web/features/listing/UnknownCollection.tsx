import { Link, Navigate, useLocation } from 'react-router-dom';
import { getCollectionPath } from '#web/catalogue/collections.ts';
import type { CollectionRef } from '#web/catalogue/listing-query.ts';
import { containsScript } from '#web/i18n/book-languages.ts';
import { detectNameLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { NotFound } from '#web/routing/NotFound.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import styles from '#web/ui/status.module.css';
import {
  type SimilarCollectionsQuery,
  type SimilarCollectionsQueryVariables,
  useSimilarCollectionsQuery,
} from './SimilarCollections.generated.ts';

/**
 * Shown for the URL of a collection that does not exist. Redirects to the collection with the same name in another
 * spelling or script (`/author/Kalidas`), or shows the not-found page with links to similar names. On the server, the
 * page's loader redirects.
 */
export function UnknownCollection({ dimension, name }: CollectionRef) {
  const { t } = useTranslation('catalogue');
  const { search } = useLocation();
  const { data, loading } = useSimilarCollectionsQuery({
    variables: createSimilarCollectionsVariables({ dimension, name }),
  });
  const canonicalName = findCanonicalName(data, name);
  if (canonicalName !== undefined) {
    return <Navigate to={{ pathname: getCollectionPath(dimension, canonicalName), search }} replace />;
  }
  if (loading) return <Spinner />;
  const similarNames =
    data?.collections.nodes
      .map((collection) => collection.name)
      .filter((similarName) => similarName !== name) ?? [];
  return (
    <NotFound>
      {similarNames.length > 0 && (
        <p className={styles.links}>
          {t('listing.didYouMean')}
          {similarNames.map((similarName) => (
            <Link
              key={similarName}
              className="link"
              to={getCollectionPath(dimension, similarName)}
              lang={detectNameLanguage(similarName)}
            >
              {similarName}
            </Link>
          ))}
        </p>
      )}
    </NotFound>
  );
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
 * The name of the collection that was meant: the one that differs only in case, accents, spaces or punctuation other
 * than `#`, or else the only one that was found, if it has as many words as `name` and exactly one of the two is in
 * Devanagari. Undefined if a word is misspelled or unknown, because a similar name may be that of another person. Also
 * undefined if the result would be `name` itself: another gateway, with a newer catalogue, may have found it, and the
 * page would redirect to itself.
 */
export function findCanonicalName(
  data: SimilarCollectionsQuery | undefined,
  name: string,
): string | undefined {
  const names = data?.collections.nodes.map((collection) => collection.name) ?? [];
  if (data?.collections.correctedSearch !== null) return undefined;
  const [only, ...others] = names;
  const isTransliterated =
    only !== undefined &&
    others.length === 0 &&
    containsScript(only, 'Devanagari') !== containsScript(name, 'Devanagari') &&
    countWords(only) === countWords(name);
  const { compare } = new Intl.Collator('en-IN', { sensitivity: 'base', ignorePunctuation: true });
  const canonicalName =
    names.find((candidate) => compare(candidate, name) === 0 && listSigns(candidate) === listSigns(name)) ??
    (isTransliterated ? only : undefined);
  return canonicalName === name ? undefined : canonicalName;
}

/** The signs by which names differ, though `Intl.Collator` ignores them: anusvara, chandrabindu, visarga and `#`. */
function listSigns(name: string): string {
  return (name.normalize('NFKC').match(/[#\u0900-\u0903]/g) ?? []).join('');
}

function countWords(name: string): number {
  return name.trim().split(/\s+/).length;
}
