import { useQuery } from '@apollo/client/react';
import { Form, Link, useLocation, useSearchParams } from 'react-router-dom';
import { type ListedDimension, listedDimensions, parseDimension } from '#web/catalogue/collections.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { describeBreadcrumbs } from '#web/routing/breadcrumb-data.ts';
import type { PageLoader } from '#web/routing/page.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { maxSearchCharacters } from '#web/routing/search-limit.ts';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useFieldValue } from '#web/ui/hooks/use-field-value.ts';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { CollectionGrid, CollectionGridSkeleton } from './CollectionGrid.tsx';
import styles from './CollectionsPage.module.css';
import { type CollectionPageFields, collectionsDocuments } from './collections-query.ts';
import {
  buildCollectionsQuery,
  collectionsPerPage,
  createCollectionsVariables,
  parseCollectionsUrl,
} from './collections-url.ts';
import { LetterIndex } from './LetterIndex.tsx';

/** Longer lists have a search field. */
const maxLengthWithoutSearch = 24;

export const loader: PageLoader = async ({ preload, url }) => {
  const document = collectionsDocuments[parseDimension(url.pathname, listedDimensions)];
  await preload(document, createCollectionsVariables(parseCollectionsUrl(url.searchParams)));
};

/** The list of all categories, publishers or authors (requirements.md 2.5), paginated when it is long. */
export function Component() {
  const { pathname } = useLocation();
  const dimension = parseDimension(pathname, listedDimensions);
  // The key resets the page state when another dimension is opened.
  return <CollectionsView key={dimension} dimension={dimension} />;
}

function CollectionsView({ dimension }: { dimension: ListedDimension }) {
  const { t } = useTranslation('catalogue');
  const { t: tUi } = useTranslation('ui');
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const state = parseCollectionsUrl(parameters);
  const { search, letter, page } = state;
  const query = useQuery(collectionsDocuments[dimension], {
    variables: createCollectionsVariables(state),
  });
  const { data, previousData, error } = query;
  const collections = data?.collections;
  const latestCollections = (data ?? previousData)?.collections;
  const initials = latestCollections?.initials;
  const matchCount = countMatches(initials);
  const hasFailed = initials === undefined && error !== undefined;
  // A bookshop has many authors, so the search field and placeholders for the letters are shown while the query runs.
  const isLikelyLong = dimension === 'author' && initials === undefined && !hasFailed;
  const isRestricted = buildCollectionsQuery(state) !== '';
  const emptyText = isRestricted ? t('collections.noneFound') : t(`collections.empty_${dimension}`);
  const title = t(`collection.${dimension}`);
  const shownTitle = letter === '' ? title : t('collections.titleOfLetter', { title, letter });
  return (
    <div className="container page">
      <PageMeta
        title={page === 1 ? shownTitle : t('collections.titleOfPage', { title: shownTitle, page })}
        description={t(`collections.description_${dimension}`)}
        canonical={`/${dimension}${buildCollectionsQuery({ letter, page })}`}
        structuredData={[describeBreadcrumbs(tUi('home'), [{ text: title }], `/${dimension}`)]}
        noIndex={search !== '' || collections?.nodes.length === 0}
      />
      <Breadcrumbs crumbs={[{ text: title }]} />
      <div className={styles.head}>
        <h1>{title}</h1>
        {(matchCount > maxLengthWithoutSearch || search !== '' || isLikelyLong) && (
          <CollectionSearch dimension={dimension} search={search} />
        )}
      </div>
      {!hasFailed && (matchCount > collectionsPerPage || letter !== '' || isLikelyLong) && (
        <LetterIndex initials={initials} state={state} />
      )}
      {collections === undefined && (
        <QueryFallback
          query={query}
          skeleton={<CollectionGridSkeleton dimension={dimension} />}
          errorMessage={t(`collections.failed_${dimension}`)}
        />
      )}
      <CountStatus collections={latestCollections} error={error} emptyText={emptyText} />
      {collections !== undefined &&
        (collections.nodes.length === 0 ? (
          <EmptyState title={emptyText}>
            {isRestricted && (
              <Link className="button" to={pathname}>
                {t('collections.showAll')}
              </Link>
            )}
          </EmptyState>
        ) : (
          <CollectionGrid collections={collections} dimension={dimension} state={state} />
        ))}
    </div>
  );
}

/** The number of collections that match the search, regardless of the selected letter; 0 until the initials have loaded. */
function countMatches(initials: CollectionPageFields['initials'] = []): number {
  return initials.reduce((sum, { count }) => sum + count, 0);
}

interface CountStatusProps {
  /** The collections loaded last, kept while others are loading. Undefined until the first ones have loaded. */
  collections: CollectionPageFields | undefined;
  error: Error | undefined;
  emptyText: string;
}

/** Announces how many collections match the search and the selected letter. */
function CountStatus({ collections, error, emptyText }: CountStatusProps) {
  const { t } = useTranslation('catalogue');
  return (
    <p role="status" className="visually-hidden">
      {collections !== undefined &&
        error === undefined &&
        (collections.nodes.length === 0
          ? emptyText
          : t('collections.total', { count: collections.totalCount }))}
    </p>
  );
}

/** Searches the names. It is a form, so it works without scripts. */
function CollectionSearch({ dimension, search }: { dimension: ListedDimension; search: string }) {
  const { t } = useTranslation('catalogue');
  const { pathname } = useLocation();
  const field = useFieldValue(search);
  return (
    <Form action={pathname} role="search" className={styles.search}>
      <input
        ref={field}
        type="search"
        name="search"
        className="input"
        defaultValue={search}
        maxLength={maxSearchCharacters}
        placeholder={t(`collections.find_${dimension}`)}
        aria-label={t(`collections.find_${dimension}`)}
      />
      <button type="submit" className="button">
        {t('collections.find')}
      </button>
    </Form>
  );
}
