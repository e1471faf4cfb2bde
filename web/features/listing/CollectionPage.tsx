import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { BestProductsDocument } from '#web/catalogue/BestProducts.generated.ts';
import { BestProducts } from '#web/catalogue/BestProducts.tsx';
import { LanguagesDocument } from '#web/catalogue/Collections.generated.ts';
import { type CollectionKind, collectionKinds, collectionPath } from '#web/catalogue/collections.ts';
import { sharingImageUrl } from '#web/catalogue/image-sources.ts';
import { preloadListing } from '#web/catalogue/listing-query.ts';
import { countFilters, type Dimension, parseListingUrl } from '#web/catalogue/listing-url.ts';
import { scriptLanguage } from '#web/i18n/format.ts';
import { breadcrumbData } from '#web/routing/breadcrumb-data.ts';
import { NotFound } from '#web/routing/NotFound.tsx';
import type { PageLoader, PageModule } from '#web/routing/page.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { CollectionBreadcrumbs } from './CollectionBreadcrumbs.tsx';
import styles from './CollectionPage.module.css';
import { CollectionPortrait } from './CollectionPortrait.tsx';
import { LanguagesDrawer } from './LanguagesDrawer.tsx';
import { Listing } from './Listing.tsx';

const languagesDrawer = 'languages';

/** From so many characters on a name is set smaller: an anthology names dozens of authors as one. */
const longName = 80;

/** The page of one category, publisher, author or language: its books, and the shop's best (requirements.md 2.4). */
export function collectionPage(dimension: Dimension): PageModule {
  const kind = collectionKinds[dimension];
  return {
    loader: collectionLoader(kind),
    Component: function CollectionFromParams() {
      const { name = '' } = useParams();
      // Another shelf is another page, not a change of this one.
      return <CollectionView key={name} kind={kind} name={name} />;
    },
  };
}

function collectionLoader({ dimension, document }: CollectionKind): PageLoader {
  return async ({ preload, params, url }) => {
    const { name = '' } = params;
    const [data] = await Promise.all([
      preload(document, { name }),
      preloadListing(preload, parseListingUrl(url.searchParams), { dimension, name }),
      // The page can do without these.
      preload(BestProductsDocument, {}).catch(() => undefined),
      dimension === 'language' ? preload(LanguagesDocument, {}).catch(() => undefined) : undefined,
    ]);
    return data !== undefined && data.collection === null ? 'not-found' : undefined;
  };
}

function CollectionView({ kind, name }: { kind: CollectionKind; name: string }) {
  const { t } = useTranslation('catalogue');
  const { t: ui } = useTranslation('ui');
  const { dimension } = kind;
  const [parameters] = useSearchParams();
  const listing = parseListingUrl(parameters);
  const { data, error, refetch } = useQuery(kind.document, { variables: { name } });
  if (data?.collection === null) return <NotFound />;
  const collection = data?.collection;
  const shown = collection?.name ?? name;
  return (
    <div className="container page">
      <PageMeta
        title={shown}
        description={t(`collection.description_${dimension}`, { name: shown })}
        canonical={collectionPath(dimension, shown)}
        image={collection?.thumbnail == null ? undefined : sharingImageUrl(collection.thumbnail)}
        structuredData={[
          breadcrumbData(
            ui('home'),
            [
              ...(dimension === 'language'
                ? []
                : [{ text: t(`collection.${dimension}`), to: `/${dimension}` }]),
              { text: shown },
            ],
            collectionPath(dimension, shown),
          ),
        ]}
        hidden={listing.search !== '' || countFilters(listing) > 0 || listing.sort !== null}
      />
      <CollectionBreadcrumbs
        dimension={dimension}
        name={shown}
        count={collection?.productCount}
        languagesDrawer={languagesDrawer}
      />
      <div className={styles.head}>
        {kind.round && <CollectionPortrait collection={collection} />}
        <h1 className={shown.length > longName ? styles.long : undefined} lang={scriptLanguage(shown)}>
          {shown}
        </h1>
        {dimension === 'language' && (
          <button type="button" className="button button--small" popoverTarget={languagesDrawer}>
            {t('collection.languages')}
          </button>
        )}
      </div>
      {dimension === 'language' && <LanguagesDrawer id={languagesDrawer} current={shown} />}
      {collection === undefined && error !== undefined ? (
        <ErrorMessage
          message={t('collection.error', { message: error.message })}
          onRetry={() => refetch().catch(() => undefined)}
        />
      ) : (
        <Listing listing={listing} collection={{ dimension, name }} />
      )}
      <BestProducts confirmFirst />
    </div>
  );
}
