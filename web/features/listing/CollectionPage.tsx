import { useQuery } from '@apollo/client/react';
import { redirect, useLocation, useParams, useSearchParams } from 'react-router-dom';
import { BestProductsDocument } from '#web/catalogue/BestProducts.generated.ts';
import { BestProducts } from '#web/catalogue/BestProducts.tsx';
import { getCollectionPath, hasRoundImages, parseDimension } from '#web/catalogue/collections.ts';
import { getSharingImageUrl } from '#web/catalogue/image-sources.ts';
import { LanguagesDocument } from '#web/catalogue/Languages.generated.ts';
import { type CollectionRef, preloadListing } from '#web/catalogue/listing-query.ts';
import { countFilters, dimensions, parseListingUrl } from '#web/catalogue/listing-url.ts';
import { chooseName } from '#web/i18n/content-text.ts';
import { detectNameLanguage, getNameInScript } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { describeBreadcrumbs } from '#web/routing/breadcrumb-data.ts';
import type { PageLoader } from '#web/routing/page.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { Breadcrumbs, type Crumb } from '#web/ui/Breadcrumbs.tsx';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import styles from './CollectionPage.module.css';
import { CollectionPortrait } from './CollectionPortrait.tsx';
import { collectionDocuments } from './collection-query.ts';
import { LanguagesDrawer } from './LanguagesDrawer.tsx';
import { Listing } from './Listing.tsx';
import { SimilarCollectionsDocument } from './SimilarCollections.generated.ts';
import {
  createSimilarCollectionsVariables,
  findCanonicalName,
  UnknownCollection,
} from './UnknownCollection.tsx';

const languagesDrawerId = 'languages';

/** Longer names are set in a smaller size: the author field of an anthology can list dozens of people. */
const maxLargeNameLength = 80;

export const loader: PageLoader = async ({ preload, params: { name = '' }, url }) => {
  const dimension = parseDimension(url.pathname, dimensions);
  const [data] = await Promise.all([
    preload(collectionDocuments[dimension], { name }),
    preloadListing(preload, parseListingUrl(url.searchParams), { dimension, name }),
    // These are optional, so their failure does not fail the page.
    preload(BestProductsDocument, {}).catch(() => undefined),
    dimension === 'language' ? preload(LanguagesDocument, {}).catch(() => undefined) : undefined,
  ]);
  if (data === undefined || data.collection !== null) return;
  const similarCollections = await preload(
    SimilarCollectionsDocument,
    createSimilarCollectionsVariables({ dimension, name }),
  );
  const canonicalName = findCanonicalName(similarCollections, name);
  if (canonicalName !== undefined)
    throw redirect(`${getCollectionPath(dimension, canonicalName)}${url.search}`, 301);
};

/** The page of a category, publisher, author or language: its products and the best products (requirements.md 2.4). */
export function Component() {
  const { name = '' } = useParams();
  const dimension = parseDimension(useLocation().pathname, dimensions);
  // The key resets the page state when another collection is opened.
  return <CollectionView key={`${dimension} ${name}`} dimension={dimension} name={name} />;
}

function CollectionView({ dimension, name }: CollectionRef) {
  const { t, language } = useTranslation('catalogue');
  const { t: tUi } = useTranslation('ui');
  const [parameters] = useSearchParams();
  const listing = parseListingUrl(parameters);
  const query = useQuery(collectionDocuments[dimension], { variables: { name } });
  const { data, error } = query;
  if (data?.collection === null) return <UnknownCollection dimension={dimension} name={name} />;
  const collection = data?.collection;
  const canonicalName = collection?.name ?? name;
  const { text: title, lang } = chooseName(collection ?? { name }, language);
  const readableName = getNameInScript(language, canonicalName, collection?.transliteratedName ?? null);
  const isLanguage = dimension === 'language';
  const path = getCollectionPath(dimension, canonicalName);
  const crumbs: Crumb[] = [
    {
      text: t(`collection.${dimension}`),
      ...(isLanguage ? { popover: languagesDrawerId } : { to: `/${dimension}` }),
    },
    { text: title },
  ];
  return (
    <div className="container page">
      <PageMeta
        title={title}
        description={t(`collection.description_${dimension}`, { name: title })}
        canonical={path}
        image={collection?.thumbnail == null ? undefined : getSharingImageUrl(collection.thumbnail)}
        structuredData={[describeBreadcrumbs(tUi('home'), crumbs.filter(hasPage), path)]}
        noIndex={listing.search !== '' || countFilters(listing) > 0 || listing.sort !== null}
      />
      <CollectionBreadcrumbs crumbs={crumbs} count={collection?.productCount} wideOnly={isLanguage} />
      <div className={styles.head}>
        {hasRoundImages(dimension) && (
          <CollectionPortrait collection={collection ?? (error && { name, thumbnail: null })} />
        )}
        <h1 className={title.length > maxLargeNameLength ? styles.longName : undefined} lang={lang}>
          {title}
        </h1>
        {readableName !== null && (
          <p className={styles.otherScript} lang={detectNameLanguage(readableName)}>
            {readableName}
          </p>
        )}
        {isLanguage && (
          <button type="button" className="button button--small" popoverTarget={languagesDrawerId}>
            {t('collection.languages')}
          </button>
        )}
      </div>
      {isLanguage && <LanguagesDrawer id={languagesDrawerId} current={canonicalName} />}
      <QueryFallback
        query={{ ...query, error: ignoreLostConnection(error) }}
        // Shown while the collection loads and afterwards: the listing has its own query and skeleton.
        skeleton={<Listing listing={listing} collection={{ dimension, name }} />}
        errorMessage={t('collection.error', { message: error?.message ?? '' })}
      />
      <BestProducts addFlow="collection" />
    </div>
  );
}

/**
 * Ignores the error of a lost connection, a TypeError of `fetch`. The service worker may have stored only the listing,
 * because the page before had already loaded the collection. If it has neither, the listing shows the error.
 */
function ignoreLostConnection(error: Error | undefined): Error | undefined {
  return error instanceof TypeError ? undefined : error;
}

/** Languages have no page that lists them. */
function hasPage({ popover }: Crumb): boolean {
  return popover === undefined;
}

interface CollectionBreadcrumbsProps {
  crumbs: readonly Crumb[];
  /** The number of products; undefined until it has loaded. */
  count: number | undefined;
  /** Whether only wide screens show the breadcrumbs, as on the page of a language (requirements.md 2.4). */
  wideOnly: boolean;
}

function CollectionBreadcrumbs({ crumbs, count, wideOnly }: CollectionBreadcrumbsProps) {
  const { t } = useTranslation('catalogue');
  return (
    <div className={wideOnly ? `${styles.breadcrumbs} ${styles.wideOnly}` : styles.breadcrumbs}>
      <Breadcrumbs crumbs={crumbs} />
      <span className="muted">{count !== undefined && `(${t('collection.items', { count })})`}</span>
    </div>
  );
}
